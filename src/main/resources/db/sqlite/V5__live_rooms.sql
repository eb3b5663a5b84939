-- What a room lets its senders do, and what becomes of readers that fall behind; null = as rooms of this kind have it:
-- written by a server that does not know of it.
alter table room add column sender_per_second integer check (sender_per_second >= 0);
alter table room add column slow_mode_seconds integer check (slow_mode_seconds between 0 and 3600);
alter table room add column overflow smallint check (overflow in (0, 1, 2));

-- Message types with tier and time to live, as `gift=critical,3000 heart=low,`; null = none.
alter table room add column message_types text;

-- Ids of users with a blank between each two; null = nobody.
alter table room add column allowlist text;

-- When the next message would be due if all of its sort had kept to their limit, in microseconds: the tier low, what
-- users of the allowlist send beyond the room's limit, the tier critical.
alter table room_head add column bucket_low bigint not null default 0;
alter table room_head add column bucket_allowlist bigint not null default 0;
alter table room_head add column bucket_critical bigint not null default 0;

-- Who has sent lately into rooms with limits for each sender; read and written under the lock of the room's head. Without
-- an index on the time, which every message would have to change.
create table sender (
    room text not null,
    life text not null,
    user_id text not null,
    last_ts bigint not null,
    -- As in room_head, of this sender alone.
    bucket bigint not null,
    primary key (room, life, user_id)
) without rowid;
