package dev.parley.bench.live;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/// Speaks as much of Parley's wire as a flood of one room needs; refuses two of three lines. What it sends may be
/// spoilt
/// on the way.
final class TinyLiveServer implements AutoCloseable {

    record Event(long seq, String tier, String json) {

        String block() {
            return "id: e:" + seq + "\ndata: " + json + "\n\n";
        }
    }

    /// Says what a stream is sent instead of an event.
    @FunctionalInterface
    interface Script {
        String instead(int stream, Event event);
    }

    /// Says what a stream is sent instead of this sum.
    @FunctionalInterface
    interface Summing {
        long instead(int stream, long n);
    }

    private record Reader(OutputStream out, boolean notified) {}

    private static final Map<String, String> TIERS = Map.of("gift", "critical", "text", "high", "wave", "low");

    private final ServerSocket listening = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
    private final List<Event> log = new ArrayList<>();
    private final List<Reader> readers = new ArrayList<>();
    private final Script script;
    private final Summing summing;
    private int lines;
    private volatile int refusal = 429;

    TinyLiveServer(Script script, Summing summing) throws IOException {
        this.script = script;
        this.summing = summing;
        var executor = Executors.newVirtualThreadPerTaskExecutor();
        executor.execute(() -> {
            while (!listening.isClosed()) {
                try {
                    Socket socket = listening.accept();
                    executor.execute(() -> serve(socket));
                } catch (IOException e) {
                    return;
                }
            }
        });
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listening.getLocalSocketAddress();
    }

    /// How lines above the limit are refused from now on.
    void refuseWith(int status) {
        refusal = status;
    }

    private void serve(Socket socket) {
        try (socket) {
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            OutputStream out = socket.getOutputStream();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Map<String, String> headers = headers(in);
                char[] body = new char[Integer.parseInt(headers.getOrDefault("content-length", "0"))];
                int length = 0;
                while (length < body.length) {
                    length += in.read(body, length, body.length - length);
                }
                take(line, headers, new String(body), out);
            }
        } catch (IOException e) {
            // The load has what it wanted.
        }
    }

    private static Map<String, String> headers(BufferedReader in) throws IOException {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            headers.put(
                    line.substring(0, line.indexOf(':')),
                    line.substring(line.indexOf(':') + 1).strip());
        }
        return headers;
    }

    private void take(String line, Map<String, String> headers, String body, OutputStream out) throws IOException {
        String path = line.split(" ")[1];
        if (line.startsWith("PUT")) {
            answer(out, 201, "{}");
        } else if (path.contains("/events")) {
            open(headers.getOrDefault("last-event-id", ""), path.contains("mode=notify"), out);
        } else if (line.startsWith("GET")) {
            answer(out, 200, page(path.replaceAll(".*after=e:([0-9]+).*", "$1")));
        } else if (path.endsWith("/signals")) {
            signal(body);
            answer(out, 202, "{}");
        } else {
            publish(body, out);
        }
    }

    private static void answer(OutputStream out, int status, String body) throws IOException {
        out.write(ascii("HTTP/1.1 " + status + " So\r\nContent-Length: " + body.length() + "\r\n\r\n" + body));
    }

    private synchronized void open(String cursor, boolean notified, OutputStream out) throws IOException {
        int from = cursor.isEmpty() ? log.size() : Integer.parseInt(cursor.substring(cursor.indexOf(':') + 1));
        out.write(ascii("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"));
        out.write(chunk(
                "retry: 1\n\nid: e:" + from + "\nevent: hello\ndata: {\"session\":\"s\",\"pullJitterMs\":5}\n\n"));
        for (Event event : log.subList(from, log.size())) {
            out.write(chunk(event.block()));
        }
        readers.add(new Reader(out, notified));
    }

    private synchronized String page(String after) {
        int from = Integer.parseInt(after);
        int to = Math.min(log.size(), from + 20);
        String items = log.subList(from, to).stream().map(Event::json).collect(Collectors.joining(","));
        return "{\"items\":[" + items + "],\"epoch\":\"e\",\"head\":" + log.size() + ",\"next\":\"e:" + to
                + "\",\"hasMore\":" + (to < log.size()) + ",\"skipped\":[]}";
    }

    private synchronized void publish(String body, OutputStream out) throws IOException {
        String type = body.replaceAll(".*\"type\":\"([a-z]+)\".*", "$1");
        if (!type.equals("gift") && lines++ % 3 != 0) {
            answer(out, refusal, "{\"code\":\"room-quota\"}");
            return;
        }
        long seq = log.size() + 1L;
        String tier = TIERS.get(type);
        String json = "{\"room\":\"r0\",\"epoch\":\"e\",\"seq\":" + seq + ",\"type\":\"" + type + "\",\"tier\":\""
                + tier + "\",\"data\":" + body.substring(body.indexOf("\"data\":") + 7);
        var event = new Event(seq, tier, json);
        log.add(event);
        for (int i = 0; i < readers.size(); i++) {
            send(
                    i,
                    readers.get(i).notified()
                            ? "event: notify\ndata: {\"head\":" + seq + "}\n\n"
                            : script.instead(i, event));
        }
        answer(out, 201, "{\"seq\":" + seq + ",\"tier\":\"" + tier + "\"}");
    }

    private synchronized void signal(String body) {
        String type = body.replaceAll(".*\"type\":\"([a-z]+)\".*", "$1");
        for (int i = 0; i < readers.size(); i++) {
            String data = body.contains("\"n\":1") ? "{\"n\":" + summing.instead(i, 1) + "}" : "{}";
            send(i, "event: signal\ndata: {\"room\":\"r0\",\"type\":\"" + type + "\",\"data\":" + data + "}\n\n");
        }
    }

    private void send(int reader, String blocks) {
        try {
            if (!blocks.isEmpty()) {
                readers.get(reader).out().write(chunk(blocks));
            }
        } catch (IOException e) {
            // It came back over another connection.
        }
    }

    private static byte[] chunk(String text) {
        return ascii(Integer.toHexString(text.length()) + "\r\n" + text + "\r\n");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
