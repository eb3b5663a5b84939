-- Who is connected, and who came and went. Times are milliseconds of the database's clock.

-- The sessions in rooms, as the nodes that hold them say.
create table session (
    room text collate "C" not null,
    session_id text collate "C" not null,
    epoch bigint not null check (epoch > 0),
    user_id text collate "C" not null,
    name text,
    node text collate "C" not null,
    -- When its grace is over; none = it is present.
    leaves_at bigint,
    cause text,
    -- How long nobody else writes down that it has left; none = it still counts as present.
    claimed_until bigint,
    -- Whether it was its user's last in the room, and the room's last.
    last_of_user boolean not null,
    vacates boolean not null,
    primary key (room, session_id)
);

create index session_of_user on session (room, user_id);
create index session_node on session (node) where leaves_at is null;
create index session_leaving on session (leaves_at) where leaves_at is not null;
create index session_vacating on session (room) where vacates;

-- Who came and went, in the order in which rows become visible.
create table lifecycle (
    pos bigint not null primary key,
    ts bigint not null,
    kind text collate "C" not null,
    room text collate "C" not null,
    -- None for a room that was created or destroyed.
    session_id text collate "C",
    epoch bigint,
    user_id text collate "C",
    name text,
    cause text
);

create unique index lifecycle_once on lifecycle (room, session_id, epoch, kind);
create index lifecycle_user on lifecycle (room, user_id, pos) where kind in ('online', 'offline');
create index lifecycle_room on lifecycle (room, pos) where kind in ('occupied', 'vacated');

-- Who gives positions locks this row, after all others, until the rows are visible; one row.
create table lifecycle_counter (
    id integer not null primary key check (id = 1),
    -- The oldest row that is kept; one more than the newest when none is.
    first_pos bigint not null,
    last_pos bigint not null,
    last_ts bigint not null,
    check (first_pos between 1 and last_pos + 1)
);

insert into lifecycle_counter (id, first_pos, last_pos, last_ts) values (1, 1, 0, 0);
