-- The servers that share this database, each under a lease. Times are milliseconds of the database's clock.
create table node (
    id text not null primary key,
    -- host:port
    address text not null,
    -- one boot of one host, so that a server started again there is known as such
    machine text not null,
    zone text,
    -- how it hears of the others' events
    fanout text not null,
    started_at bigint not null,
    renewed_at bigint not null,
    expires_at bigint not null
) without rowid;
