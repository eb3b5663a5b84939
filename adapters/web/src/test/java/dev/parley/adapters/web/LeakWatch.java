package dev.parley.adapters.web;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Fails a class of tests after which a buffer was collected that nobody had released. Netty follows one
/// buffer in 128; with `-Dio.netty.leakDetection.level=paranoid` all of them. Found by the service loader.
public final class LeakWatch implements BeforeAllCallback, AfterAllCallback {

    /// More than Netty lets pass unfollowed before it looks what was collected.
    private static final int ALLOCATIONS = 1_000;

    private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();

    static {
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new ResourceLeakDetectorFactory() {
            @Override
            public <T> ResourceLeakDetector<T> newResourceLeakDetector(
                    Class<T> resource, int samplingInterval, long maxActive) {
                return new Reporting<>(resource, samplingInterval);
            }
        });
    }

    private static final class Reporting<T> extends ResourceLeakDetector<T> {

        Reporting(Class<T> resource, int samplingInterval) {
            super(resource, samplingInterval);
        }

        @Override
        protected boolean needReport() {
            return true;
        }

        @Override
        protected void reportTracedLeak(String resource, String records) {
            LEAKS.add(resource + records);
        }

        @Override
        protected void reportUntracedLeak(String resource) {
            LEAKS.add(resource);
        }
    }

    /// The factory above is set before anything of Netty's asks for it.
    @Override
    public void beforeAll(ExtensionContext context) {}

    @Override
    public void afterAll(ExtensionContext context) {
        System.gc();
        for (int i = 0; i < ALLOCATIONS; i++) {
            PooledByteBufAllocator.DEFAULT.directBuffer(1).release();
        }
        String leak = LEAKS.poll();
        if (leak != null) {
            LEAKS.clear();
            throw new AssertionError("a buffer was not released: " + leak);
        }
    }
}
