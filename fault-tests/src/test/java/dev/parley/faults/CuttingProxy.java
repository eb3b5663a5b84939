package dev.parley.faults;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Stands before a PostgreSQL and cuts connections at the worst moments: when COMMIT goes forward (nothing
/// was committed) and when its answer comes back (all was). Reads the protocol's frames, so it needs
/// connections without TLS.
final class CuttingProxy implements AutoCloseable {

    private static final int SSL_REQUEST = 80_877_103;
    private static final int GSS_REQUEST = 80_877_104;

    /// @param type 0 for a start-up packet, which has none
    private record Frame(int type, byte[] body) {

        void write(DataOutputStream to) throws IOException {
            if (type != 0) {
                to.writeByte(type);
            }
            to.writeInt(body.length + 4);
            to.write(body);
        }

        int number() {
            return (body[0] & 0xff) << 24 | (body[1] & 0xff) << 16 | (body[2] & 0xff) << 8 | body[3] & 0xff;
        }

        /// The nth of the texts it begins with.
        String text(int nth) {
            return new String(body, StandardCharsets.ISO_8859_1).split("\0", -1)[nth];
        }
    }

    private final ServerSocket listener;
    private final int target;
    private final Random random;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final AtomicInteger cutForward = new AtomicInteger();
    private final AtomicInteger cutBack = new AtomicInteger();
    private volatile double chance;

    CuttingProxy(int target, long seed) throws IOException {
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.target = target;
        this.random = new Random(seed);
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /// @param share of the commits to cut each way; 0 lets all pass, as at first
    void cut(double share) {
        chance = share;
    }

    int cutForward() {
        return cutForward.get();
    }

    int cutBack() {
        return cutBack.get();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        links.forEach(Link::close);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Thread.ofVirtual()
                        .start(new Link(listener.accept(), new Socket(InetAddress.getLoopbackAddress(), target)));
            } catch (IOException _) {
                // Closed, or the target is away: the client sees its connection end.
            }
        }
    }

    private boolean cuts(AtomicInteger counter) {
        if (random.nextDouble() >= chance) {
            return false;
        }
        counter.incrementAndGet();
        return true;
    }

    /// One connection of a client and the one to the server behind it.
    private final class Link implements Runnable {

        private final Socket client;
        private final Socket server;
        private final Set<String> commits = new HashSet<>();

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
            links.add(this);
        }

        @Override
        public void run() {
            try (client;
                    server) {
                var fromClient = new DataInputStream(new BufferedInputStream(client.getInputStream()));
                var toServer = new DataOutputStream(new BufferedOutputStream(server.getOutputStream()));
                var fromServer = new DataInputStream(new BufferedInputStream(server.getInputStream()));
                var toClient = new DataOutputStream(new BufferedOutputStream(client.getOutputStream()));
                startUp(fromClient, toServer, fromServer, toClient);
                Thread.ofVirtual().start(() -> pumpBack(fromServer, toClient));
                pump(fromClient, toServer, frame -> commits(frame) && cuts(cutForward));
            } catch (IOException _) {
                // One of the two has hung up, or the link was cut.
            } finally {
                links.remove(this);
            }
        }

        /// Encryption is asked for first, and refused by the server with one byte.
        private void startUp(
                DataInputStream fromClient,
                DataOutputStream toServer,
                DataInputStream fromServer,
                DataOutputStream toClient)
                throws IOException {
            Frame frame;
            do {
                frame = read(fromClient, 0);
                frame.write(toServer);
                toServer.flush();
                if (asksForEncryption(frame)) {
                    toClient.writeByte(fromServer.readByte());
                    toClient.flush();
                }
            } while (asksForEncryption(frame));
        }

        private void pumpBack(DataInputStream from, DataOutputStream to) {
            try (client;
                    server) {
                pump(from, to, frame -> frame.type() == 'C' && frame.text(0).equals("COMMIT") && cuts(cutBack));
            } catch (IOException _) {
                // As above.
            }
        }

        /// Drivers prepare COMMIT once and name it from then on.
        private boolean commits(Frame frame) {
            return switch (frame.type()) {
                case 'Q' -> isCommit(frame.text(0));
                case 'P' -> {
                    if (isCommit(frame.text(1))) {
                        commits.add(frame.text(0));
                    } else {
                        commits.remove(frame.text(0));
                    }
                    yield false;
                }
                case 'B' -> commits.contains(frame.text(1));
                default -> false;
            };
        }

        void close() {
            try (client;
                    server) {
                links.remove(this);
            } catch (IOException _) {
                // It is gone either way.
            }
        }
    }

    private interface Cut {
        boolean at(Frame frame);
    }

    private static void pump(DataInputStream from, DataOutputStream to, Cut cut) throws IOException {
        for (Frame frame = read(from, from.readUnsignedByte());
                !cut.at(frame);
                frame = read(from, from.readUnsignedByte())) {
            frame.write(to);
            if (from.available() == 0) {
                to.flush();
            }
        }
    }

    private static Frame read(DataInputStream from, int type) throws IOException {
        byte[] body = new byte[from.readInt() - 4];
        from.readFully(body);
        return new Frame(type, body);
    }

    private static boolean asksForEncryption(Frame frame) {
        return frame.number() == SSL_REQUEST || frame.number() == GSS_REQUEST;
    }

    private static boolean isCommit(String statement) {
        return statement.strip().toUpperCase(Locale.ROOT).startsWith("COMMIT");
    }
}
