package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetector.Level;
import org.junit.jupiter.api.Test;

/// The watch over buffers, with buffers that are lost on purpose.
class LeakWatchTest {

    private static int lose() {
        int lost = 0;
        for (int i = 0; i < 10; i++) {
            ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(8);
            lost += buffer.writeInt(i).readableBytes();
        }
        return lost;
    }

    @Test
    void aBufferThatNobodyReleasesIsFound() {
        Level before = ResourceLeakDetector.getLevel();
        ResourceLeakDetector.setLevel(Level.PARANOID);
        try {
            assertThat(lose()).isPositive();
            await().untilAsserted(() -> assertThatThrownBy(() -> new LeakWatch().afterAll(null))
                    .hasMessageStartingWith("a buffer was not released"));
        } finally {
            ResourceLeakDetector.setLevel(before);
        }
    }
}
