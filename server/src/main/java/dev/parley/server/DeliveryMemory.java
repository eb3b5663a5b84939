package dev.parley.server;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.parley.server.configuration.ConfigurationKey;
import dev.parley.server.configuration.Settings;
import java.lang.management.ManagementFactory;

/// How much memory delivery may take.
final class DeliveryMemory {

    private DeliveryMemory() {}

    static long bytes(Settings settings) {
        return settings.value(ConfigurationKey.DELIVERY_MEMORY)
                .map(mebibytes -> Long.parseLong(mebibytes) << 20)
                .orElseGet(() -> outsideTheHeap() / 3);
    }

    /// As the JVM has it: what is set, or as much as the heap may be.
    private static long outsideTheHeap() {
        var options = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        long set = options == null
                ? 0
                : Long.parseLong(options.getVMOption("MaxDirectMemorySize").getValue());
        return set > 0 ? set : Runtime.getRuntime().maxMemory();
    }
}
