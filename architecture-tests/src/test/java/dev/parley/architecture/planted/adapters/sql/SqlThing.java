package dev.parley.architecture.planted.adapters.sql;

public class SqlThing {}
