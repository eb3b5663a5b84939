package dev.parley.bench.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Asks a JVM, by `jcmd`, what is left of its heap after a full collection.
public final class JavaHeap {

    private static final int DEADLINE_SECONDS = 60;
    private static final Pattern USED = Pattern.compile("heap .*used (\\d+)K");

    private JavaHeap() {}

    /// Bytes; empty when the process is no JVM that answers.
    public static OptionalLong liveBytes(long pid) {
        if (ask(pid, "GC.run").isEmpty()) {
            return OptionalLong.empty();
        }
        Matcher used = USED.matcher(ask(pid, "GC.heap_info"));
        return used.find() ? OptionalLong.of(Long.parseLong(used.group(1)) << 10) : OptionalLong.empty();
    }

    private static String ask(long pid, String command) {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        try {
            Process process = new ProcessBuilder(jcmd, Long.toString(pid), command)
                    .redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            boolean good = process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
            return good ? said : "";
        } catch (IOException _) {
            return "";
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
