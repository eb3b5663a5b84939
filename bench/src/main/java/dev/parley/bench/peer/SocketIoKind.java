package dev.parley.bench.peer;

import dev.parley.bench.BenchFailure;
import dev.parley.bench.server.PeerProcess;
import dev.parley.bench.server.Programs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Socket.IO on Node, read over WebSocket.
public final class SocketIoKind implements PeerKind {

    private static final String SCRIPT = "socket-io.cjs";

    private final Path modules;

    /// @param packages the folder in which npm has installed it
    public SocketIoKind(Path packages) {
        this.modules = packages.resolve("node_modules").toAbsolutePath();
    }

    @Override
    public String name() {
        return "socket.io";
    }

    @Override
    public String installation() {
        return "npm install --prefix " + modules.getParent() + " socket.io";
    }

    @Override
    public Optional<Peer> start(Path folder, List<String> before, int connections) {
        Optional<Path> node = Programs.find("node");
        if (node.isEmpty() || !Files.isDirectory(modules.resolve("socket.io"))) {
            return Optional.empty();
        }
        Path script = folder.resolve(SCRIPT);
        try (InputStream text = SocketIoKind.class.getResourceAsStream(SCRIPT)) {
            if (text == null) {
                throw new IllegalStateException(SCRIPT + " is not on the class path");
            }
            Files.copy(text, script);
        } catch (IOException e) {
            throw BenchFailure.cannotRun("Socket.IO's script cannot be written: " + e.getMessage() + ".");
        }
        var process = PeerProcess.start(name(), folder, Map.of("NODE_PATH", modules.toString()), port -> {
            List<String> command = new ArrayList<>(before);
            command.addAll(List.of(node.get().toString(), script.toString(), Integer.toString(port)));
            return command;
        });
        String version = "Socket.IO " + version() + " on Node " + Programs.version(node.get(), "--version");
        return Optional.of(new SocketIoPeer(process, version));
    }

    private String version() {
        try (var lines = Files.lines(modules.resolve("socket.io/package.json"))) {
            return lines.filter(line -> line.contains("\"version\""))
                    .map(line -> line.replaceAll("[^0-9.]", ""))
                    .findFirst()
                    .orElse("");
        } catch (IOException _) {
            return "";
        }
    }
}
