package dev.parley.contract;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A NATS server of the tests' own, on a free port of 127.0.0.1. Not for several threads at once.
public final class PrivateNats implements RunningBroker {

    private static final Pattern SUBJECT = Pattern.compile("\"(parley\\.[^\"]+)\"");
    private static final Duration DEADLINE = Duration.ofSeconds(5);

    private final LocalServer server;

    private PrivateNats(LocalServer server) {
        this.server = server;
    }

    /// @param settings further lines of its configuration file
    public static PrivateNats start(String... settings) {
        return new PrivateNats(LocalServer.start(new LocalServer.Program(
                "nats-server", "nats-server", (port, folder) -> {
                    try {
                        var lines = new ArrayList<>(
                                List.of("listen: \"127.0.0.1:" + port + "\"", "http: \"127.0.0.1:-1\""));
                        lines.add("ports_file_dir: \"" + folder + "\"");
                        lines.addAll(List.of(settings));
                        return List.of(
                                "-c",
                                Files.write(folder.resolve("nats.conf"), lines).toString());
                    } catch (IOException e) {
                        throw new IllegalStateException("cannot write the configuration of NATS", e);
                    }
                })));
    }

    @Override
    public int port() {
        return server.port();
    }

    public String url() {
        return "nats://127.0.0.1:" + port();
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

    /// Each as often as there are subscriptions.
    @Override
    public List<String> channels() {
        var request = HttpRequest.newBuilder(URI.create(monitor() + "/connz?subs=1&limit=10000"))
                .timeout(DEADLINE)
                .build();
        try (var client = HttpClient.newHttpClient()) {
            String answer =
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body();
            return SUBJECT.matcher(answer)
                    .results()
                    .map(found -> found.group(1))
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException("NATS does not tell its subscriptions", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while NATS is asked", e);
        }
    }

    /// The server writes down which port it took for this.
    private String monitor() {
        try (var files = Files.list(server.folder())) {
            String ports = Files.readString(files.filter(file -> file.toString().endsWith(".ports"))
                    .max((a, b) ->
                            Long.compare(a.toFile().lastModified(), b.toFile().lastModified()))
                    .orElseThrow(() -> new IllegalStateException("NATS has not told its ports")));
            var found = Pattern.compile("\"(http://[^\"]+)\"").matcher(ports);
            if (!found.find()) {
                throw new IllegalStateException("NATS names no port for questions: " + ports);
            }
            return found.group(1);
        } catch (IOException e) {
            throw new IllegalStateException("cannot read the ports of NATS", e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
