package dev.parley.bench.peer;

import dev.parley.bench.BenchFailure;
import dev.parley.bench.server.PeerProcess;
import dev.parley.bench.server.Programs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// nchan, a module of nginx: one worker, no access log, messages kept in memory.
public final class NchanKind implements PeerKind {

    private static final String MODULE = "ngx_nchan_module.so";
    private static final List<String> FOLDERS = List.of(
            "/usr/lib/nginx/modules", "/usr/lib64/nginx/modules", "/usr/share/nginx/modules", "/etc/nginx/modules");
    private static final String CONFIGURATION = "nchan.conf";
    /// Beside the streams: publishers, the listening socket, log files.
    private static final int OTHER_FILES = 500;

    @Override
    public String name() {
        return "nchan";
    }

    @Override
    public String installation() {
        return "apt-get install --no-install-recommends nginx-light libnginx-mod-nchan";
    }

    @Override
    public Optional<Peer> start(Path folder, List<String> before, int connections) {
        Optional<Path> nginx = Programs.find("nginx");
        Optional<Path> module = Stream.of(FOLDERS.toArray(String[]::new))
                .map(place -> Path.of(place, MODULE))
                .filter(Files::exists)
                .findFirst();
        if (nginx.isEmpty() || module.isEmpty()) {
            return Optional.empty();
        }
        var process = PeerProcess.start(name(), folder, Map.of(), port -> {
            Path file = configure(folder, module.get(), port, connections);
            return Stream.concat(
                            before.stream(),
                            Stream.of(
                                    nginx.get().toString(), "-p", folder + "/", "-e", "stderr", "-c", file.toString()))
                    .toList();
        });
        return Optional.of(new NchanPeer(process, Programs.version(nginx.get(), "-v")));
    }

    private static Path configure(Path folder, Path module, int port, int connections) {
        try (InputStream template = NchanKind.class.getResourceAsStream(CONFIGURATION)) {
            if (template == null) {
                throw new IllegalStateException(CONFIGURATION + " is not on the class path");
            }
            String text = new String(template.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("@MODULE@", module.toString())
                    .replace("@PORT@", Integer.toString(port))
                    .replace("@USER@", "root".equals(System.getProperty("user.name")) ? "user root;" : "")
                    .replace("@FILES@", Integer.toString(connections + OTHER_FILES));
            return Files.writeString(folder.resolve(CONFIGURATION), text);
        } catch (IOException e) {
            throw BenchFailure.cannotRun("nchan's configuration cannot be written: " + e.getMessage() + ".");
        }
    }
}
