package dev.parley.architecture.planted.log;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

public class RollsDice {

    long readsMillis() {
        return System.currentTimeMillis();
    }

    long readsNanos() {
        return System.nanoTime();
    }

    Instant readsAnInstant() {
        return Instant.now();
    }

    Supplier<Instant> readsAnInstantByReference() {
        return Instant::now;
    }

    LocalDate readsTheDay() {
        return LocalDate.now();
    }

    Date readsADate() {
        return new Date();
    }

    Clock takesTheSystemsClock() {
        return Clock.systemUTC();
    }

    InstantSource takesTheSystemsInstants() {
        return InstantSource.system();
    }

    UUID drawsAnId() {
        return UUID.randomUUID();
    }

    double drawsANumber() {
        return Math.random();
    }

    int drawsFromTheThread() {
        return ThreadLocalRandom.current().nextInt();
    }

    SecureRandom drawsSecurely() {
        return new SecureRandom();
    }

    Random startsWithoutASeed() {
        return new Random();
    }

    SplittableRandom splitsWithoutASeed() {
        return new SplittableRandom();
    }

    RandomGenerator takesTheDefault() {
        return RandomGenerator.getDefault();
    }

    void shuffles(List<String> list) {
        Collections.shuffle(list);
    }
}
