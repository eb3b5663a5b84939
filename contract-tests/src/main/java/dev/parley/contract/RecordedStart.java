package dev.parley.contract;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Lets the many servers of a test run start in about a third of the processor time: the runnable jar is
/// unpacked, as its makers provide for, and one server's start is recorded (the JVM's AOT cache) for the next
/// ones. The classes are the same.
///
/// A record lies beside the jar, in a folder named after all it was made from, and serves the runs and the
/// modules that follow; the one before is removed. Only one process makes it at a time.
final class RecordedStart {

    private static final long UNPACK_SECONDS = 60;

    /// On an idle machine half a minute.
    private static final long RECORD_SECONDS = 480;

    private static final String RECORD = "start";

    private final Path folder;
    private final String jarName;

    private RecordedStart(Path folder, String jarName) {
        this.folder = folder;
        this.jarName = jarName;
    }

    /// How the server of this jar is run with a recorded start, which is made if there is none yet.
    ///
    /// @param flags what the JVMs get besides
    /// @throws IllegalStateException or [IOException] if none can be made here
    static ServerProgram of(Path jar, List<String> flags) throws IOException, InterruptedException {
        Path all = Files.createDirectories(jar.resolveSibling("quick-start"));
        var start = new RecordedStart(
                all.resolve(key(jar, flags)), jar.getFileName().toString());
        try (var channel = FileChannel.open(all.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var _ = channel.lock()) {
            if (!Files.exists(start.record())) {
                removeFolders(all);
                start.unpack(jar);
                start.make(flags);
            }
        }
        return start.program();
    }

    /// Over the jar's bytes: builds are reproducible, so its time says nothing.
    private static String key(Path jar, List<String> flags) throws IOException {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(Files.readAllBytes(jar));
            digest.update(
                    (System.getProperty("java.home") + Runtime.version() + flags).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }

    private static void removeFolders(Path all) throws IOException {
        try (var files = Files.walk(all, 1)) {
            for (Path old : files.filter(file -> !file.equals(all) && Files.isDirectory(file))
                    .toList()) {
                remove(old);
            }
        }
    }

    private static void remove(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private Path record() {
        return folder.resolve(RECORD);
    }

    private ServerProgram program() {
        return new ServerProgram(
                List.of("-XX:AOTCache=" + record(), "-jar", unpackedJar().toString()));
    }

    private Path unpackedJar() {
        return folder.resolve("server").resolve(jarName);
    }

    private void unpack(Path jar) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        run(
                UNPACK_SECONDS,
                List.of(
                        "-Djarmode=tools",
                        "-jar",
                        jar.toString(),
                        "extract",
                        "--destination",
                        folder.resolve("server").toString()));
    }

    /// What the jar rehearses, at whose end the JVM writes the record.
    private void make(List<String> flags) throws IOException, InterruptedException {
        Path unfinished = folder.resolve(RECORD + ".unfinished");
        var arguments = new ArrayList<>(flags);
        arguments.addAll(List.of(
                "-XX:AOTCacheOutput=" + unfinished,
                "-Xlog:aot*=error",
                "-jar",
                unpackedJar().toString(),
                "rehearse"));
        run(RECORD_SECONDS, arguments);
        if (!Files.exists(unfinished)) {
            throw new IllegalStateException("the JVM wrote no record");
        }
        tryOut(unfinished, flags);
        Files.move(unfinished, record(), StandardCopyOption.ATOMIC_MOVE);
    }

    /// A JVM passes over a record it cannot use without a word, unless it is told to need it.
    private void tryOut(Path record, List<String> flags) throws IOException, InterruptedException {
        var arguments = new ArrayList<>(flags);
        arguments.addAll(List.of(
                "-XX:AOTMode=on",
                "-XX:AOTCache=" + record,
                "-jar",
                unpackedJar().toString(),
                "help"));
        run(UNPACK_SECONDS, arguments);
    }

    private void run(long seconds, List<String> arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(ServerProgram.java()));
        command.addAll(arguments);
        Path said = folder.resolve("said");
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("PARLEY_"));
        Process process = builder.start();
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("it took too long: " + arguments);
        }
        if (process.exitValue() != 0) {
            throw new IllegalStateException(Files.readString(said).strip());
        }
    }
}
