package dev.parley.faults;

import static org.awaitility.Awaitility.await;

import dev.parley.contract.RawStream;
import dev.parley.contract.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// A process in a network of its own: a server, its readers, half of them over sockets, and then nothing arrives
/// anywhere any more, while
/// nobody is told. Prints how many readers there were, and after how many ms the server held none of their
/// connections.
final class GoneReaders {

    static final int READERS = 1_000;

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String ESTABLISHED = "01";

    private GoneReaders() {}

    /// @param arguments the working folder
    public static void main(String[] arguments) throws Exception {
        run("ip", "link", "set", "lo", "up");
        String[] options = {
            "-Xmx256m",
            "--parley.store=memory",
            "--parley.auth=jwt",
            "--parley.auth.jwt.secret=" + Tokens.SECRET,
            "--parley.rooms.auto-create=true"
        };
        try (ServerProcess server = ServerProcess.start(Path.of(arguments[0]), options)) {
            // What asked whether the server is ready is kept alive, and goes at its own time.
            Set<String> before = connections(server.port());
            var readers = open(server.port());
            long open = others(server.port(), before);
            run("tc", "qdisc", "add", "dev", "lo", "root", "blackhole");
            long begin = System.nanoTime();
            await().pollInterval(Duration.ofMillis(100))
                    .atMost(PATIENCE)
                    .until(() -> others(server.port(), before) == 0);
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            System.out.println("readers " + readers.size() + " connections " + open + " ms " + took.toMillis());
        }
    }

    private static List<RawStream> open(int port) throws IOException {
        String token = Tokens.of("quiet");
        var readers = new ArrayList<RawStream>();
        for (int i = 0; i < READERS; i++) {
            readers.add(RawStream.open(port, i % 2 == 0 ? stream(token) : socket(token)));
        }
        for (RawStream reader : readers) {
            if (reader.status() == 200 && reader.next(Duration.ofSeconds(20)) == null) {
                throw new IOException("a stream ended");
            }
        }
        return readers;
    }

    private static String stream(String token) {
        return RawStream.get("/v1/rooms/quiet/events", "Authorization: Bearer " + token);
    }

    private static String socket(String token) {
        return RawStream.upgrade("/v1/socket", "Authorization: Bearer " + token);
    }

    private static long others(int port, Set<String> known) throws IOException {
        return connections(port).stream().filter(peer -> !known.contains(peer)).count();
    }

    /// The peers of what the kernel holds of the server's side.
    private static Set<String> connections(int port) throws IOException {
        String local = String.format(Locale.ROOT, ":%04X", port);
        Set<String> peers = new HashSet<>();
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            Files.readAllLines(Path.of(table)).stream()
                    .map(line -> line.strip().split(" +"))
                    .filter(fields -> fields[1].endsWith(local) && fields[3].equals(ESTABLISHED))
                    .forEach(fields -> peers.add(fields[2]));
        }
        return peers;
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).inheritIO().start();
        if (!process.waitFor(20, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException("failed: " + String.join(" ", command));
        }
    }
}
