package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.adapters.web.StreamServer;
import dev.parley.contract.RawStream;
import dev.parley.delivery.Streams;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What an open stream leaves on the heap, below the core, by a count of all objects. Both ends of the connections are
/// in
/// this process; of the objects that the clients may have too nothing is said.
@Timeout(120)
class ConnectionCostTest {

    private static final int STREAMS = 400;
    private static final long MOST_BYTES = 1_536;

    private static final Pattern LINE = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");

    private record Live(long count, long bytes) {}

    /// After a collection.
    private static Map<String, Live> live() throws JMException {
        String text = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        var live = new HashMap<String, Live>();
        for (String line : text.split("\n")) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                live.put(
                        matcher.group(3), new Live(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))));
            }
        }
        return live;
    }

    private static void open(StreamServer server, List<SocketChannel> open, int count) throws IOException {
        String alice = server.token("alice");
        String request = RawStream.get("/v1/rooms/cost/events", "Authorization: Bearer " + alice, "X-More: " + alice);
        int before = server.bean(Streams.class).size();
        for (int i = 0; i < count; i++) {
            var client = SocketChannel.open(new InetSocketAddress("127.0.0.1", server.port()));
            client.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            client.read(ByteBuffer.allocate(1));
            open.add(client);
        }
        await().until(() -> server.bean(Streams.class).size() == before + count);
        await().until(() -> server.connections().stream()
                        .filter(channel -> channel.pipeline().get("parley.stream") != null)
                        .count()
                >= before + count);
    }

    private static Map<String, Live> grown(Map<String, Live> before) throws JMException {
        var grown = new HashMap<String, Live>();
        live().forEach((name, now) -> {
            Live then = before.getOrDefault(name, new Live(0, 0));
            grown.put(name, new Live(now.count() - then.count(), now.bytes() - then.bytes()));
        });
        return grown;
    }

    private static Stream<Map.Entry<String, Live>> in(Map<String, Live> grown, String... packages) {
        return grown.entrySet().stream()
                .filter(entry -> Arrays.stream(packages).anyMatch(entry.getKey()::startsWith))
                .filter(entry -> !entry.getKey().startsWith(ConnectionCostTest.class.getName()));
    }

    @Test
    void aStreamKeepsNothingOfItsRequest() throws Exception {
        var clients = new ArrayList<SocketChannel>();
        try (var server = Way.DOOR.start()) {
            server.room("cost", "");
            open(server, clients, 100);
            Map<String, Live> before = live();
            open(server, clients, STREAMS);
            Map<String, Live> grown = grown(before);
            assertThat(grown.get(DirectOutlet.class.getName()).count()).isEqualTo(STREAMS);
            assertThat(in(
                                    grown,
                                    "dev.parley.adapters.web.door.",
                                    "dev.parley.adapters.web.http.",
                                    "dev.parley.adapters.web.wire.",
                                    "io.netty.handler.",
                                    "org.springframework.",
                                    "reactor.core.",
                                    "reactor.netty.http.")
                            .filter(entry -> entry.getValue().count() > STREAMS / 10))
                    .isEmpty();
            long bytes = in(grown, "io.netty.", "[Lio.netty.", "dev.parley.adapters.web.", "reactor.")
                    .filter(entry -> entry.getValue().count() > STREAMS / 2)
                    .mapToLong(entry -> entry.getValue().bytes())
                    .sum();
            String each = in(grown, "io.netty.", "[Lio.netty.", "dev.parley.adapters.web.", "reactor.")
                    .filter(entry -> entry.getValue().count() > STREAMS / 2)
                    .map(entry ->
                            entry.getValue().count() + " " + entry.getValue().bytes() + " " + entry.getKey())
                    .collect(Collectors.joining("\n"));
            assertThat(bytes / STREAMS).as(each).isBetween(1L, MOST_BYTES);
        }
        for (SocketChannel client : clients) {
            client.close();
        }
    }
}
