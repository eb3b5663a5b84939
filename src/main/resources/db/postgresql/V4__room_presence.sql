-- What readers are told of who is in a room (off, count, list); null = as rooms of this kind have it: written by a server
-- that does not know of it.
alter table room add column presence smallint check (presence in (0, 1, 2));
