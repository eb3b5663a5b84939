package dev.parley.architecture.planted.log;

public class HoldsMonitor {

    synchronized void holdsItsOwn() {}

    static synchronized void holdsItsClass() {}
}
