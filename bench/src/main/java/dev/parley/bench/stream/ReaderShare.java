package dev.parley.bench.stream;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// The connections that a process reads for another one, a [Companion] there, whose orders it takes: open, window,
/// expect, finish.
public final class ReaderShare implements AutoCloseable {

    private static final long SECOND = 1_000_000_000L;
    private static final long TURN = 50_000_000L;
    /// Two for each room and a handful more come at once.
    private static final int MOST_ORDERS = 100_000;
    private static final String END = "end";

    private final Window window = new Window();
    private final Loop loop = new Loop();
    private final Readers readers;
    private final Published published;
    private final PrintStream answers;
    private final BlockingQueue<String> orders = new ArrayBlockingQueue<>(MOST_ORDERS);
    private long nextSecond = System.nanoTime() + SECOND;
    private int deadAtFirst;
    private long busyBefore;
    private long bytesBefore;
    private long readsBefore;

    public ReaderShare(Target target, Shape shape, SourceAddresses addresses, PrintStream answers) {
        this.readers = new Readers(target, shape, loop, addresses, window);
        this.published = new Published(shape.rooms().count());
        this.answers = answers;
    }

    /// Takes orders until there are no more.
    public void serve(BufferedReader from) throws IOException {
        Thread.ofVirtual().start(() -> listen(from));
        for (String order = next(); !order.equals(END); order = next()) {
            String[] words = order.split(" ");
            switch (words[0]) {
                case "open" -> open();
                case "window" -> window(Long.parseLong(words[1]), Long.parseLong(words[2]));
                case "expect" ->
                    published.add(Integer.parseInt(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]));
                case "finish" -> finish(Long.parseLong(words[1]));
                default -> throw new IllegalArgumentException(order);
            }
        }
    }

    private void listen(BufferedReader from) {
        try (from) {
            for (String line = from.readLine(); line != null; line = from.readLine()) {
                orders.put(line);
            }
        } catch (IOException _) {
            // Whoever gave the orders is gone.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            orders.add(END);
        }
    }

    private String next() throws IOException {
        String order = orders.poll();
        while (order == null) {
            turn();
            order = orders.poll();
        }
        return order;
    }

    private void turn() throws IOException {
        long now = System.nanoTime();
        loop.turn(Math.min(now + TURN, nextSecond));
        if (System.nanoTime() >= nextSecond) {
            nextSecond += SECOND;
            answers.println("second " + Wire.histogram(readers.tally().endSecond()));
        }
    }

    private void open() throws IOException {
        while (!readers.open()) {
            turn();
        }
        deadAtFirst = readers.dead();
        answers.println(
                "opened %d %d %s".formatted(readers.isOpenNow(), deadAtFirst, Wire.text(readers.firstReason())));
    }

    private void window(long from, long to) {
        window.set(from, to);
        busyBefore = loop.busyNanos();
        bytesBefore = loop.receivedBytes();
        readsBefore = loop.reads();
    }

    private void finish(long mostMillis) throws IOException {
        double busy = (loop.busyNanos() - busyBefore) / (double) Math.max(1, System.nanoTime() - window.from());
        long end = System.nanoTime() + mostMillis * 1_000_000;
        while (System.nanoTime() < end && readers.incomplete(published) > 0) {
            turn();
        }
        answers.println(String.format(
                Locale.ROOT,
                "finished %d %d %s %d %d %f %s",
                readers.incomplete(published),
                readers.dead() - deadAtFirst,
                Wire.text(readers.firstReason()),
                loop.receivedBytes() - bytesBefore,
                loop.reads() - readsBefore,
                busy,
                Wire.findings(readers.tally().findings())));
    }

    @Override
    public void close() {
        readers.close();
        loop.close();
    }
}
