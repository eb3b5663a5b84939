create table store (
    id integer primary key check (id = 1),
    generation bigint not null
);
