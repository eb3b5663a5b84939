package dev.parley.adapters.sql.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Stands before PostgreSQL and, when armed, cuts the next connection that commits: before the server hears
/// of it, or before the client hears that it was done.
final class CuttingProxy implements AutoCloseable {

    enum Cut {
        /// The commit never reaches the server.
        ON_THE_WAY_THERE,
        /// The server has committed, its answer never arrives.
        ON_THE_WAY_BACK
    }

    private static final int BUFFER = 64 * 1_024;

    private final ServerSocket server;
    private final int target;
    private final AtomicReference<Cut> armed = new AtomicReference<>();

    CuttingProxy(int target) throws IOException {
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.target = target;
        Thread.ofPlatform().daemon().start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    void cutNextCommit(Cut cut) {
        armed.set(cut);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Socket database = new Socket(InetAddress.getLoopbackAddress(), target);
                var connection = new Connection(client, database);
                Thread.ofPlatform().daemon().start(connection::forward);
                Thread.ofPlatform().daemon().start(connection::backward);
            } catch (IOException _) {
                return;
            }
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class Connection {

        private final Socket client;
        private final Socket database;

        Connection(Socket client, Socket database) {
            this.client = client;
            this.database = database;
        }

        /// The driver names the prepared commit once, later it sends the name alone.
        void forward() {
            var preparation = Pattern.compile("(S_\\d+)\0COMMIT\0");
            var name = new AtomicReference<>("COMMIT");
            pump(client, database, Cut.ON_THE_WAY_THERE, text -> {
                var prepared = preparation.matcher(text);
                if (prepared.find()) {
                    name.set("\0" + prepared.group(1) + "\0");
                }
                return text.contains(name.get());
            });
        }

        /// The server's answer names the command that is complete.
        void backward() {
            pump(database, client, Cut.ON_THE_WAY_BACK, text -> text.contains("COMMIT\0"));
        }

        private void pump(Socket from, Socket to, Cut cut, Predicate<String> commits) {
            byte[] buffer = new byte[BUFFER];
            try (client;
                    database) {
                for (int n = from.getInputStream().read(buffer);
                        n >= 0;
                        n = from.getInputStream().read(buffer)) {
                    boolean commit = commits.test(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
                    if (commit && armed.compareAndSet(cut, null)) {
                        return;
                    }
                    to.getOutputStream().write(buffer, 0, n);
                }
            } catch (IOException _) {
                // The other direction has closed both.
            }
        }
    }
}
