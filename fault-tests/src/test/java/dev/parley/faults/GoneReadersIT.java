package dev.parley.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Readers that go away without a word: no end of the connection, no reset, no acknowledgement.
@Timeout(300)
class GoneReadersIT {

    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    private static final Duration NOTICED = HEARTBEAT.multipliedBy(2).plusSeconds(10);

    private static final List<String> ALONE = List.of("unshare", "--map-root-user", "--net");
    private static final String JAR = "parley.server.jar";
    private static final Pattern SAID = Pattern.compile("readers (\\d+) connections (\\d+) ms (\\d+)");

    @TempDir
    private Path folder;

    @Test
    void aThousandOfThemAreNoticedWithinTwoHeartbeatsAndTenSeconds() throws Exception {
        Assumptions.assumeTrue(
                canBeAlone(), "nobody went away, for want of networks that are a process's own (unshare, ip, tc)");
        var command = new ArrayList<>(ALONE);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        String jar = System.getProperty(JAR);
        if (jar != null) {
            command.add("-D" + JAR + "=" + jar);
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), GoneReaders.class.getName()));
        command.add(folder.toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
        Matcher figures = SAID.matcher(said);
        assertThat(figures.find()).as(said).isTrue();
        System.out.println("gone readers: " + figures.group());
        assertThat(figures.group(1)).isEqualTo(figures.group(2)).isEqualTo(Integer.toString(GoneReaders.READERS));
        assertThat(Duration.ofMillis(Long.parseLong(figures.group(3)))).isLessThanOrEqualTo(NOTICED);
    }

    private static boolean canBeAlone() throws InterruptedException {
        var command = new ArrayList<>(ALONE);
        command.addAll(List.of("sh", "-c", "ip link set lo up && tc qdisc add dev lo root blackhole"));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException _) {
            return false;
        }
    }
}
