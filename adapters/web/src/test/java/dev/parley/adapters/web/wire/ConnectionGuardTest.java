package dev.parley.adapters.web.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.web.http.BodyFailure;
import dev.parley.adapters.web.problem.ProblemCode;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AttributeKey;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// On an event loop whose clock stands still until it is told to go on.
class ConnectionGuardTest {

    private int told;
    private EmbeddedChannel channel;

    @BeforeEach
    void connect() {
        var guard = new ConnectionGuard(GuardLimits.DEFAULT);
        channel = new EmbeddedChannel();
        channel.freezeTime();
        channel.pipeline().addLast(guard, new HttpServerCodec(), guard.requests());
        channel.attr(AttributeKey.<Consumer<ProblemCode>>valueOf(BodyFailure.class, "reader"))
                .set(_ -> told++);
    }

    @AfterEach
    void disconnect() {
        channel.finishAndReleaseAll();
    }

    private void send(String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
    }

    private void answer() {
        channel.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
    }

    private void pass(long seconds) {
        channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
        channel.runPendingTasks();
    }

    @Test
    void aConnectionWithoutARequestIsClosedAfterAMinute() {
        pass(59);
        assertThat(channel.isOpen()).isTrue();
        pass(1);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aHeadHasTenSecondsFromItsFirstByteHoweverManyBytesCome() {
        pass(30);
        for (int i = 0; i < 9; i++) {
            send("G");
            pass(1);
        }
        assertThat(channel.isOpen()).isTrue();
        send("G");
        pass(1);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aBodyHasTenSecondsAndThenItsReaderIsToldAndLaterTheConnectionClosed() {
        send("POST / HTTP/1.1\r\nContent-Length: 1000\r\n\r\n");
        for (int i = 0; i < 9; i++) {
            send("x");
            pass(1);
        }
        assertThat(told).isZero();
        pass(1);
        assertThat(told).isEqualTo(1);
        assertThat(channel.isOpen()).isTrue();
        pass(5);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aBodyThatNobodyWaitsForAnyMoreHasTenSecondsToo() {
        send("POST / HTTP/1.1\r\nContent-Length: 1000\r\n\r\n");
        answer();
        pass(10);
        assertThat(told).isZero();
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void anAnswerMayTakeAsLongAsItTakes() {
        send("GET / HTTP/1.1\r\n\r\n");
        pass(600);
        assertThat(channel.isOpen()).isTrue();
        answer();
        pass(59);
        assertThat(channel.isOpen()).isTrue();
        pass(1);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void requestsInARowEachHaveTheirOwnTime() {
        for (int i = 0; i < 20; i++) {
            send("POST / HTTP/1.1\r\nContent-Length: 2\r\n");
            pass(6);
            send("\r\nx");
            pass(6);
            send("x");
            pass(6);
            answer();
            pass(30);
        }
        assertThat(told).isZero();
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void aPipelinedHeadThatStopsIsClosedEvenWhileAnAnswerIsAwaited() {
        send("GET / HTTP/1.1\r\n\r\n");
        pass(1);
        send("GET / HT");
        pass(10);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void afterAnUpgradeTheGuardIsGone() {
        send("GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
        channel.writeOutbound(
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.SWITCHING_PROTOCOLS));
        assertThat(channel.pipeline().get(ConnectionGuard.class)).isNull();
        pass(600);
        assertThat(channel.isOpen()).isTrue();
    }
}
