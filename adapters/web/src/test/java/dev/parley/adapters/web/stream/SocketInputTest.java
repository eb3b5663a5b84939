package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.delivery.spi.LaneExecutor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a client may send, byte by byte, against what it is answered.
class SocketInputTest {

    private static final int CASES = 100_000;
    private static final LaneExecutor NO_LANE = new LaneExecutor() {
        @Override
        public void execute(Runnable task) {}

        @Override
        public void after(Duration delay, Runnable task) {}
    };

    /// One connection; it answers every message with a pong of its length.
    private static final class Connection implements SocketConnection.Hearer {

        final List<String> heard = new ArrayList<>();
        final SocketConnection socket;
        final EmbeddedChannel channel = new EmbeddedChannel();

        Connection() {
            socket = new SocketConnection(channel, NO_LANE, this);
            channel.pipeline().addLast(socket.handlers()).addLast(socket.outlet());
            socket.outlet().headSent();
        }

        @Override
        public void heard() {}

        @Override
        public void listening(boolean reads) {}

        @Override
        public void beside(int bytes) {}

        @Override
        public void read(byte[] text) {
            heard.add(new String(text, StandardCharsets.UTF_8));
            socket.answer(new byte[0]);
        }

        void feed(byte[] bytes) {
            channel.writeInbound(Unpooled.wrappedBuffer(bytes));
        }

        /// The code in the last close frame; 0 = none.
        int closedWith() {
            int code = 0;
            for (Object out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
                var bytes = (ByteBuf) out;
                if (bytes.readableBytes() >= 4 && bytes.getUnsignedByte(0) == 0x88) {
                    assertThat(code).as("one close frame").isZero();
                    code = bytes.getUnsignedShort(2);
                }
                bytes.release();
            }
            return code;
        }
    }

    private static byte[] frame(int first, boolean masked, byte[] payload, SplittableRandom random) {
        var out = new ByteArrayOutputStream();
        out.write(first);
        int mask = masked ? 0x80 : 0;
        if (payload.length < 126) {
            out.write(mask | payload.length);
        } else if (payload.length < 65_536) {
            out.write(mask | 126);
            out.write(payload.length >> 8);
            out.write(payload.length);
        } else {
            out.write(mask | 127);
            out.writeBytes(new byte[4]);
            out.writeBytes(new byte[] {
                (byte) (payload.length >> 24),
                (byte) (payload.length >> 16),
                (byte) (payload.length >> 8),
                (byte) payload.length
            });
        }
        byte[] body = payload.clone();
        if (masked) {
            byte[] key = new byte[4];
            random.nextBytes(key);
            out.writeBytes(key);
            for (int i = 0; i < body.length; i++) {
                body[i] ^= key[i % 4];
            }
        }
        out.writeBytes(body);
        return out.toByteArray();
    }

    private static byte[] text(int first, String payload, SplittableRandom random) {
        return frame(first, true, payload.getBytes(StandardCharsets.UTF_8), random);
    }

    @Test
    void everyWayToCutMessagesIntoFragmentsAndReadsGivesTheSameMessages() {
        for (int seed = 0; seed < CASES / 2; seed++) {
            var random = new SplittableRandom(seed);
            List<String> said = new ArrayList<>();
            var wire = new ByteArrayOutputStream();
            for (int i = random.nextInt(4); i >= 0; i--) {
                String message = "é{" + "x".repeat(random.nextInt(300)) + "}🚀";
                said.add(message);
                fragments(message, wire, random);
            }
            var connection = new Connection();
            reads(connection, wire.toByteArray(), random);
            assertThat(connection.heard).as("seed %d", seed).isEqualTo(said);
            assertThat(connection.closedWith()).as("seed %d", seed).isZero();
            connection.channel.close();
        }
    }

    /// Cut anywhere, even within a character, with pings and pongs between.
    private static void fragments(String message, ByteArrayOutputStream wire, SplittableRandom random) {
        byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
        int from = 0;
        int opcode = 1;
        do {
            int to = random.nextInt(3) == 0 ? bytes.length : from + random.nextInt(bytes.length - from + 1);
            boolean last = to == bytes.length;
            wire.writeBytes(frame((last ? 0x80 : 0) | opcode, true, Arrays.copyOfRange(bytes, from, to), random));
            if (random.nextInt(4) == 0) {
                wire.writeBytes(frame(random.nextBoolean() ? 0x89 : 0x8A, true, new byte[random.nextInt(126)], random));
            }
            from = to;
            opcode = 0;
            if (last) {
                return;
            }
        } while (true);
    }

    private static void reads(Connection connection, byte[] wire, SplittableRandom random) {
        for (int from = 0; from < wire.length; ) {
            int to = from + 1 + random.nextInt(wire.length - from);
            connection.feed(Arrays.copyOfRange(wire, from, to));
            from = to;
        }
    }

    @Test
    void whateverComesIsAnsweredByOneCloseFrameOfTheStandardOrByNone() {
        for (int seed = 0; seed < CASES / 2; seed++) {
            var random = new SplittableRandom(-seed);
            var connection = new Connection();
            for (int i = random.nextInt(5); i >= 0 && connection.channel.isOpen(); i--) {
                connection.feed(nonsense(random));
            }
            assertThat(connection.closedWith())
                    .as("seed %d", seed)
                    .matches(code -> code == 0 || (code >= 1000 && code < 5000));
            connection.channel.close();
        }
    }

    /// A frame in which something may be wrong.
    private static byte[] nonsense(SplittableRandom random) {
        byte[] payload = new byte[random.nextInt(4) == 0 ? random.nextInt(2_000) : random.nextInt(130)];
        random.nextBytes(payload);
        if (random.nextBoolean()) {
            Arrays.fill(payload, (byte) 'a');
        }
        if (random.nextInt(8) == 0) {
            return payload;
        }
        int first = random.nextInt(3) == 0 ? random.nextInt(256) : 0x81;
        return frame(first, random.nextInt(6) > 0, payload, random);
    }

    @ParameterizedTest
    @CsvSource({
        "0x81, false, 1002",
        "0xC1, true, 1002",
        "0xA1, true, 1002",
        "0x83, true, 1002",
        "0x80, true, 1002",
        "0x09, true, 1002",
        "0x82, true, 1003",
    })
    void aFrameThatIsNotAllowedHasItsCode(String first, boolean masked, int code) {
        var connection = new Connection();
        connection.feed(
                frame(Integer.decode(first), masked, "hi".getBytes(StandardCharsets.UTF_8), new SplittableRandom(1)));
        assertThat(connection.closedWith()).isEqualTo(code);
        assertThat(connection.heard).isEmpty();
        assertThat(connection.channel.isOpen()).isFalse();
    }

    @Test
    void aNewMessageInTheMiddleOfAnotherIsNotAllowed() {
        var random = new SplittableRandom(1);
        var connection = new Connection();
        connection.feed(text(0x01, "begun", random));
        connection.feed(text(0x81, "another", random));
        assertThat(connection.closedWith()).isEqualTo(1002);
    }

    @Test
    void textThatIsNoTextIsRefusedEvenInFragments() {
        var random = new SplittableRandom(1);
        var connection = new Connection();
        connection.feed(frame(0x01, true, new byte[] {(byte) 0xC3}, random));
        connection.feed(frame(0x80, true, new byte[] {'a'}, random));
        assertThat(connection.closedWith()).isEqualTo(1007);
    }

    @Test
    void theLongestMessageIsTakenAndALongerOneIsNot() {
        var random = new SplittableRandom(1);
        var whole = new Connection();
        whole.feed(text(0x81, "x".repeat(SocketMessages.LONGEST), random));
        assertThat(whole.heard).hasSize(1);
        whole.feed(text(0x81, "x".repeat(SocketMessages.LONGEST + 1), random));
        assertThat(whole.closedWith()).isEqualTo(1009);

        var parts = new Connection();
        parts.feed(text(0x01, "x".repeat(SocketMessages.LONGEST), random));
        parts.feed(text(0x80, "x", random));
        assertThat(parts.heard).isEmpty();
        assertThat(parts.closedWith()).isEqualTo(1009);
    }

    @ParameterizedTest
    @CsvSource({"1000, 1000", "4321, 4321", "5000, 1002", "24929, 1002"})
    void aClientsOwnCodeGoesBackUnlessThereIsNoSuch(int sent, int answered) {
        var connection = new Connection();
        connection.feed(frame(0x88, true, new byte[] {(byte) (sent >> 8), (byte) sent}, new SplittableRandom(1)));
        assertThat(connection.closedWith()).isEqualTo(answered);
    }

    @Test
    void nothingIsReadAfterTheEnd() {
        var random = new SplittableRandom(1);
        var connection = new Connection();
        var both = new ByteArrayOutputStream();
        both.writeBytes(frame(0x82, true, new byte[1], random));
        both.writeBytes(text(0x81, "more", random));
        connection.feed(both.toByteArray());
        assertThat(connection.heard).isEmpty();
        assertThat(connection.closedWith()).isEqualTo(1003);
    }
}
