-- The people of rooms. Times are milliseconds by the store's clock.

-- Whether only members may read and write; null = no: written by a server that does not know of it.
alter table room add column members_only boolean check (members_only in (false, true));

-- Whether only speakers, and who is more, publish; null = no.
alter table room add column mute_all boolean check (mute_all in (false, true));

create table member (
    room text not null,
    life text not null,
    user_id text not null,
    -- member, speaker, moderator, owner
    role smallint not null check (role in (0, 1, 2, 3)),
    -- all, mentions, none
    notify smallint not null check (notify in (0, 1, 2)),
    since bigint not null,
    primary key (room, life, user_id)
) without rowid;

create index member_staff on member (room, life, user_id) where role > 0;

-- How many there are, for rooms that have or had members; read and written under the lock of the room's head.
create table people (
    room text not null,
    life text not null,
    members bigint not null,
    staff bigint not null,
    owners bigint not null,
    primary key (room, life)
) without rowid;
