-- The same tables and columns as on PostgreSQL.
-- Times are milliseconds since 1970 by the store's clock, `bucket` is microseconds. `tier` and `kind` are the
-- positions of the core's constants.

-- What is true of the store as a whole; one row.
create table store (
    id integer not null primary key check (id = 1),
    generation bigint not null check (generation >= 0),
    -- Committed appends, compared with the marker beside the data.
    appends bigint not null,
    -- Of the PostgreSQL cluster that the generation belongs to.
    system_identifier text,
    timeline bigint
);

insert into store (id, generation, appends) values (1, 1, 0);

-- What an administrator decides about a room.
create table room (
    id text not null primary key,
    title text not null,
    keep_messages bigint not null check (keep_messages >= 0),
    keep_seconds bigint not null check (keep_seconds >= 0),
    inbound_per_second integer not null check (inbound_per_second >= 0),
    frozen boolean not null check (frozen in (false, true)),
    created_at bigint not null
) without rowid;

create index room_limited on room (id) where keep_messages > 0 or keep_seconds > 0;

-- What every append reads and writes; its lock orders a room's appends.
create table room_head (
    room text not null primary key,
    life text not null,
    kind smallint not null check (kind in (0, 1)),
    version bigint not null,
    rules bigint not null,
    first_seq bigint not null,
    last_seq bigint not null,
    last_ts bigint not null,
    -- Kept events that are not the server's own.
    messages bigint not null,
    -- When the next message would be due if all had kept to the inbound limit.
    bucket bigint not null,
    check (first_seq between 1 and last_seq + 1)
) without rowid;

create table message (
    room text not null,
    life text not null,
    seq bigint not null check (seq > 0),
    sender text not null,
    sender_name text,
    client_msg_id text not null,
    hash bigint not null,
    type text not null,
    tier smallint not null check (tier between 0 and 2),
    data text not null,
    ref bigint,
    ts bigint not null,
    expires_at bigint,
    primary key (room, life, seq)
) without rowid;

-- By what a repeat is found. It begins with the life, which is as good as unique, so that nothing else serves to find
-- one: the primary key would mean to look through the room.
create unique index message_try on message (life, sender, client_msg_id, room);

-- Client message ids whose event was trimmed, or whose change had none (seq 0).
create table dedupe (
    room text not null,
    life text not null,
    sender text not null,
    client_msg_id text not null,
    hash bigint not null,
    seq bigint not null,
    ts bigint not null,
    forget_at bigint not null,
    primary key (life, sender, client_msg_id, room)
) without rowid;

create index dedupe_forget on dedupe (forget_at);
create index dedupe_seq on dedupe (room, life, seq);

-- Destroyed lives: first until their rows are swept, then as long as their creation may be run again.
create table ended_life (
    room text not null,
    life text not null,
    swept boolean not null check (swept in (false, true)),
    forget_at bigint not null,
    primary key (room, life)
) without rowid;

create index ended_life_forget on ended_life (swept, forget_at);

-- Keys with which the deployment signs its own tokens.
create table signing_key (
    id text not null primary key,
    -- base64url
    secret text not null,
    created_at bigint not null
) without rowid;

-- Backends' keys; only a hash is kept.
create table api_key (
    name text not null primary key,
    -- SHA-256 in hex
    hash text not null unique,
    grants text not null,
    created_at bigint not null
) without rowid;
