package dev.parley.architecture.planted.log;

public class EntersMonitor {

    int entersItsOwn() {
        synchronized (this) {
            return 1;
        }
    }

    int entersAnother(Object lock) {
        synchronized (lock) {
            return 1;
        }
    }
}
