-- What became of a message after it was committed: the seq of the event that tells of it, when, and by whom; null = it
-- is as it was committed. The data is the newest.
alter table message add column edited_seq bigint;
alter table message add column edited_at bigint;
alter table message add column edited_by text collate "C";
alter table message add column deleted boolean;

-- How long senders may change their messages; null = as it is usual: written by a server that does not know of it.
alter table room add column edit_seconds integer check (edit_seconds >= 0);

-- What refers to a message, in order.
create index message_ref on message (room, life, ref, seq) where ref is not null;
