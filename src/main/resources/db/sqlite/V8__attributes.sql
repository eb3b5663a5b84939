-- What rooms hold beside their logs. Times are milliseconds by the store's clock, `bucket` is microseconds.

-- A row for each key that is held, and for each that was removed lately.
create table attribute (
    room text not null,
    life text not null,
    name text not null,
    -- None = it was removed.
    value text,
    -- Of the event that tells of it.
    seq bigint not null check (seq > 0),
    owner text not null,
    auto_delete boolean not null check (auto_delete in (false, true)),
    expires_at bigint,
    primary key (room, life, name)
) without rowid;

create index attribute_expiry on attribute (expires_at) where expires_at is not null;
create index attribute_leaving on attribute (room, name) where auto_delete;

-- What is used up of the limit of changes, and the newest removal that has no row any more; for rooms that have or had
-- attributes.
create table attribute_room (
    room text not null,
    life text not null,
    bucket bigint not null,
    forgotten bigint not null,
    primary key (room, life)
) without rowid;
