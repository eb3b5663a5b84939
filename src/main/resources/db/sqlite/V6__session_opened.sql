-- When the connection of a session was opened, as far as the database's clock can tell: of two the younger one counts.
-- 0 = before servers told.
alter table session add column opened_at bigint not null default 0;
