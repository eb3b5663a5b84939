-- The people of rooms. Times are milliseconds by the store's clock.

-- Whether only members may read and write; null = no: written by a server that does not know of it.
alter table room add column members_only boolean;

-- Whether only speakers, and who is more, publish; null = no.
alter table room add column mute_all boolean;

create table member (
    room text collate "C" not null,
    life text collate "C" not null,
    user_id text collate "C" not null,
    -- member, speaker, moderator, owner
    role smallint not null check (role in (0, 1, 2, 3)),
    -- all, mentions, none
    notify smallint not null check (notify in (0, 1, 2)),
    since bigint not null,
    primary key (room, life, user_id)
);

create index member_staff on member (room, life, user_id) where role > 0;

-- How many there are, for rooms that have or had members; read and written under the lock of the room's head.
create table people (
    room text collate "C" not null,
    life text collate "C" not null,
    members bigint not null,
    staff bigint not null,
    owners bigint not null,
    primary key (room, life)
);
