package dev.parley.bench.stream;

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

/// Speaks as much of Parley's wire as a load needs: streams of one room with a cursor, publishing. What it sends may be
/// spoilt on the way.
final class TinyServer implements AutoCloseable {

    /// Says which events a stream is sent instead of this one.
    @FunctionalInterface
    interface Spoiling {
        List<Integer> instead(String room, int stream, int seq);
    }

    private final ServerSocket listening = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
    private final Map<String, List<String>> logs = new TreeMap<>();
    private final Map<String, List<OutputStream>> streams = new TreeMap<>();
    private final Spoiling spoiling;

    TinyServer(Spoiling spoiling) throws IOException {
        this.spoiling = spoiling;
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

    private void serve(Socket socket) {
        try (socket) {
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            OutputStream out = socket.getOutputStream();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Map<String, String> headers = headers(in);
                String[] path = line.split(" ")[1].split("/");
                char[] body = new char[Integer.parseInt(headers.getOrDefault("content-length", "0"))];
                int length = 0;
                while (length < body.length) {
                    length += in.read(body, length, body.length - length);
                }
                if (line.startsWith("GET")) {
                    open(path[3], headers.getOrDefault("last-event-id", ""), out);
                } else if (new String(body).equals("{}")) {
                    out.write(ascii("HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\n{}"));
                } else {
                    publish(path[3], new String(body));
                    out.write(ascii("HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}"));
                }
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

    private synchronized void open(String room, String cursor, OutputStream out) throws IOException {
        List<String> log = logs.computeIfAbsent(room, _ -> new ArrayList<>());
        int from = cursor.isEmpty() ? log.size() : Integer.parseInt(cursor.substring(cursor.indexOf(':') + 1));
        out.write(ascii("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"));
        out.write(chunk("retry: 1\n\nid: e:" + from + "\nevent: hello\ndata: {}\n\n"));
        for (int seq = from + 1; seq <= log.size(); seq++) {
            out.write(chunk(event(log, seq)));
        }
        streams.computeIfAbsent(room, _ -> new ArrayList<>()).add(out);
    }

    private synchronized void publish(String room, String body) {
        List<String> log = logs.computeIfAbsent(room, _ -> new ArrayList<>());
        log.add(body);
        List<OutputStream> readers = streams.getOrDefault(room, List.of());
        for (int i = 0; i < readers.size(); i++) {
            for (int seq : spoiling.instead(room, i, log.size())) {
                try {
                    readers.get(i).write(chunk(event(log, seq)));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private static String event(List<String> log, int seq) {
        return "id: e:" + seq + "\ndata: {\"room\":\"r\",\"seq\":" + seq + ",\"data\":" + log.get(seq - 1) + "}\n\n";
    }

    private static byte[] chunk(String text) {
        return ascii(Integer.toHexString(text.length()) + "\r\n" + text + "\r\n");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
