package dev.parley.server;

import dev.parley.kernel.NodeId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.core.env.Environment;

/// Which boot of which host this is.
final class Machine {

    /// Drawn by Linux at each boot; containers of one host share it and differ in their host names.
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    private Machine() {}

    static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return "localhost";
        }
    }

    /// Unlike any other where the port is drawn, since a second server at it is another one, and where a boot cannot be
    /// told from another.
    static String current(NodeId id, Environment environment) {
        String boot = boot();
        return boot.isEmpty() || environment.getProperty("server.port", "8080").equals("0")
                ? id.value()
                : hostName() + " " + boot;
    }

    private static String boot() {
        try {
            return Files.exists(BOOT) ? Files.readString(BOOT).strip() : "";
        } catch (IOException _) {
            return "";
        }
    }
}
