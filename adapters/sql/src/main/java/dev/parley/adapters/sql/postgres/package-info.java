/// The store on PostgreSQL: one database, any number of servers.
@NullMarked
package dev.parley.adapters.sql.postgres;

import org.jspecify.annotations.NullMarked;
