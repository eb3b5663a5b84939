package dev.parley.architecture.planted.adapters.memory;

import dev.parley.architecture.planted.adapters.sql.SqlThing;

public class BorrowsFromSql {

    SqlThing thing;
}
