package dev.parley.server.commands;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.springframework.context.ConfigurableApplicationContext;

/// Starts a server on the side, uses it for some seconds as clients do, and stops it. A JVM that is told to record
/// (`-XX:AOTCacheOutput`) then knows which classes the next server needs and which methods will be hot.
final class RehearseCommand implements Command {

    @Override
    public String name() {
        return "rehearse";
    }

    @Override
    public String usage() {
        return "[--<key>=<value>]...";
    }

    @Override
    public String purpose() {
        return "uses a server of its own for some seconds and stops it, for a JVM that records this to start faster";
    }

    @Override
    public void run(List<String> args) {
        Arguments.parse(args, Set.of()).requireWords();
        try {
            Path data = Files.createTempDirectory("parley-rehearsal");
            try {
                rehearse(data, args);
            } finally {
                remove(data);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        System.exit(0);
    }

    /// On its own folder, and where nobody but this machine can reach it, whatever the configuration says: a rehearsal
    /// must never touch a store or a bus that is in use.
    private static void rehearse(Path data, List<String> args) throws IOException {
        var all = new ArrayList<>(args);
        all.addAll(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--server.ssl.enabled=false",
                "--parley.stage=single",
                "--parley.store=sqlite",
                "--parley.fanout=local",
                "--parley.bus=none",
                "--parley.presence=local",
                "--parley.nodes=none",
                "--parley.auth=dev",
                "--parley.data=" + data,
                "--logging.level.root=warn"));
        try (ConfigurableApplicationContext server = Boot.server(true, all)) {
            String port = server.getEnvironment().getRequiredProperty("local.server.port");
            new Rehearsal(Integer.parseInt(port)).run();
        }
    }

    private static void remove(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
