-- What a message is a value of; null = its type, and in rows written by a server that does not know of keys.
alter table message add column message_key text;
