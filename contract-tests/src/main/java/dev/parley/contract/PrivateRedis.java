package dev.parley.contract;

import static org.awaitility.Awaitility.await;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A Redis server of the tests' own, on a free port of 127.0.0.1; what it holds is gone with it. Not
/// for several threads at once.
public final class PrivateRedis implements RunningBroker {

    private static final int DEADLINE_MS = 5_000;
    private static final int SLOTS = 16_384;

    private final LocalServer server;

    private PrivateRedis(LocalServer server) {
        this.server = server;
    }

    /// @param settings further settings, name and value each
    public static PrivateRedis start(String... settings) {
        return new PrivateRedis(LocalServer.start(new LocalServer.Program(
                "redis-server", "redis-server", (port, folder) -> {
                    var arguments = new ArrayList<>(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1"));
                    arguments.addAll(List.of("--save", "", "--appendonly", "no", "--dir", folder.toString()));
                    if (List.of(settings).contains("cluster-enabled")) {
                        // By default 10,000 above the other, where there may be no port.
                        arguments.addAll(List.of("--cluster-port", Integer.toString(port - 10_000)));
                    }
                    for (int i = 0; i < settings.length; i += 2) {
                        arguments.add("--" + settings[i]);
                        arguments.add(settings[i + 1]);
                    }
                    return arguments;
                })));
    }

    @Override
    public int port() {
        return server.port();
    }

    public String url() {
        return "redis://127.0.0.1:" + port();
    }

    @Override
    public void killHard() {
        server.killHard();
    }

    @Override
    public void restart() {
        server.restart();
    }

    @Override
    public void pause() {
        server.pause();
    }

    @Override
    public void resume() {
        server.resume();
    }

    /// Those of both kinds of Pub/Sub, each once.
    @Override
    public List<String> channels() {
        return Stream.of("CHANNELS", "SHARDCHANNELS")
                .flatMap(kind -> call("PUBSUB", kind).stream())
                .toList();
    }

    /// Nodes of one Redis Cluster that share all slots.
    public static List<PrivateRedis> startCluster(int nodes) {
        List<PrivateRedis> all = Stream.generate(() -> start("cluster-enabled", "yes", "cluster-node-timeout", "2000"))
                .limit(nodes)
                .toList();
        for (int i = 0; i < nodes; i++) {
            all.get(i).call("CLUSTER", "ADDSLOTSRANGE", "" + SLOTS * i / nodes, "" + (SLOTS * (i + 1) / nodes - 1));
            int port = all.get(i).port();
            all.getFirst().call("CLUSTER", "MEET", "127.0.0.1", "" + port, "" + (port - 10_000));
        }
        all.forEach(PrivateRedis::awaitCluster);
        return all;
    }

    /// Until it knows who has which slots.
    public void awaitCluster() {
        await().pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofSeconds(20))
                .until(() -> call("CLUSTER", "INFO").getFirst().contains("cluster_state:ok"));
    }

    /// Sends one command over a connection of its own.
    ///
    /// @return the answer's texts and numbers in their order, however they are nested
    public List<String> call(String... command) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(DEADLINE_MS);
            socket.getOutputStream().write(request(command));
            var answer = new ArrayList<String>();
            read(new BufferedInputStream(socket.getInputStream()), answer);
            return answer;
        } catch (IOException e) {
            throw new IllegalStateException("Redis does not answer", e);
        }
    }

    private static byte[] request(String... command) {
        var request = new StringBuilder("*" + command.length + "\r\n");
        for (String part : command) {
            request.append('$')
                    .append(part.length())
                    .append("\r\n")
                    .append(part)
                    .append("\r\n");
        }
        return request.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void read(InputStream in, List<String> answer) throws IOException {
        String line = line(in);
        switch (line.charAt(0)) {
            case '+', ':' -> answer.add(line.substring(1));
            case '$' -> {
                int length = Integer.parseInt(line.substring(1));
                if (length >= 0) {
                    answer.add(new String(in.readNBytes(length), StandardCharsets.ISO_8859_1));
                    line(in);
                }
            }
            case '*' -> {
                for (int i = Integer.parseInt(line.substring(1)); i > 0; i--) {
                    read(in, answer);
                }
            }
            default -> throw new IllegalStateException("Redis answers: " + line);
        }
    }

    private static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("the connection has ended");
            }
            line.write(b);
        }
        return line.toString(StandardCharsets.ISO_8859_1).strip();
    }

    @Override
    public void close() {
        server.close();
    }
}
