package dev.parley.contract;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An event stream over a plain socket: the request as its bytes, the answer's head as it came, the chunks taken apart
/// without forgiving anything. One thread.
public final class RawStream implements AutoCloseable {

    private static final int CONNECT_MILLIS = 5_000;
    private static final int HEAD_MILLIS = 20_000;

    /// Enough to look at, and nothing that grows with a long test.
    private static final int KEPT = 1 << 20;

    private static final int SHOWN = 4 << 10;

    private enum Part {
        SIZE,
        BYTES,
        AFTER_BYTES,
        TRAILER
    }

    private final Socket socket;
    private final InputStream in;
    private final Deque<SseParser.Message> ready = new ArrayDeque<>();
    private final SseParser parser = new SseParser(ready::add);
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final Map<String, String> headers = new HashMap<>();
    private String statusLine = "";
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private boolean chunked;
    private Part part = Part.BYTES;
    private long leftOfChunk;
    private boolean ended;
    private boolean ranOut;

    private RawStream(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream(), 16 << 10);
    }

    /// Sends a request and reads the answer's head.
    ///
    /// @param port on this machine
    /// @param request with its empty line
    public static RawStream open(int port, String request) throws IOException {
        return open(port, request, 0);
    }

    /// @param receiveBuffer of the socket in bytes; 0 = as the system has it
    public static RawStream open(int port, String request, int receiveBuffer) throws IOException {
        var socket = new Socket();
        try {
            if (receiveBuffer > 0) {
                socket.setReceiveBufferSize(receiveBuffer);
            }
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        return over(socket, request);
    }

    /// @param connected closed when there is no answer
    public static RawStream over(Socket connected, String request) throws IOException {
        try {
            connected.setTcpNoDelay(true);
            var stream = new RawStream(connected);
            stream.send(request);
            stream.readHead();
            return stream;
        } catch (IOException e) {
            connected.close();
            throw e;
        }
    }

    /// A request for a stream with HTTP/1.1.
    ///
    /// @param target as it stands in the request line
    /// @param headers `Name: value` each
    public static String get(String target, String... headers) {
        return request("GET", target, "HTTP/1.1", headers);
    }

    /// A request for a WebSocket.
    ///
    /// @param headers further ones, `Name: value` each
    public static String upgrade(String target, String... headers) {
        var all = new ArrayList<>(List.of(
                "Upgrade: websocket",
                "Connection: Upgrade",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="));
        all.addAll(List.of(headers));
        return get(target, all.toArray(String[]::new));
    }

    /// A short frame of a client's, as its Latin-1 characters. With a mask of zeros the text stands there as it is.
    ///
    /// @param first byte, with the opcode
    /// @param text 125 characters at most
    public static String frame(int first, String text) {
        return (char) first + "" + (char) (0x80 | text.length()) + "\0\0\0\0" + text;
    }

    public static String request(String method, String target, String version, String... headers) {
        var text = new StringBuilder(method + " " + target + " " + version + "\r\nHost: localhost\r\n");
        for (String header : headers) {
            text.append(header).append("\r\n");
        }
        return text.append("\r\n").toString();
    }

    public void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private void readHead() throws IOException {
        socket.setSoTimeout(HEAD_MILLIS);
        statusLine = line();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
            if (headers.put(name, line.substring(colon + 1).strip()) != null) {
                throw new IOException("the header " + name + " stands there twice");
            }
        }
        chunked = "chunked".equals(headers.get("transfer-encoding"));
        part = chunked ? Part.SIZE : Part.BYTES;
    }

    /// May be called again after the time was over: what came of the line is kept.
    private String line() throws IOException {
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("ended in a line: " + line);
            }
            line.write(b);
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        line.reset();
        if (!text.endsWith("\r")) {
            throw new IOException("a line that does not end with CR LF: " + text);
        }
        return text.substring(0, text.length() - 1);
    }

    public int status() {
        return Integer.parseInt(statusLine.substring(9, 12));
    }

    public String statusLine() {
        return statusLine;
    }

    /// @param name in lower case
    public @Nullable String header(String name) {
        return headers.get(name);
    }

    public Map<String, String> headers() {
        return headers;
    }

    public SseParser parser() {
        return parser;
    }

    /// The body's bytes so far, without chunk heads; the first mebibyte of them.
    public byte[] body() {
        return body.toByteArray();
    }

    public String bodyText() {
        return body.toString(StandardCharsets.UTF_8);
    }

    /// What an assertion that failed shows of the body: its last few thousand bytes.
    public String lastText() {
        byte[] all = body();
        int from = Math.max(0, all.length - SHOWN);
        return (from > 0 ? "…" : "") + new String(all, from, all.length - from, StandardCharsets.UTF_8);
    }

    /// Whether the answer ended as HTTP says, not by a connection that broke.
    public boolean endedWell() {
        return ended && !ranOut;
    }

    /// The next event.
    ///
    /// @return null when the stream has ended
    /// @throws SocketTimeoutException when there is none within this time
    public SseParser.@Nullable Message next(Duration within) throws IOException {
        long deadline = System.nanoTime() + within.toNanos();
        while (ready.isEmpty() && !ended) {
            read(deadline);
        }
        return ready.poll();
    }

    /// Reads on until this time is over or the stream ends; what came can be taken by [#next].
    public void readFor(Duration time) throws IOException {
        long deadline = System.nanoTime() + time.toNanos();
        try {
            while (!ended) {
                read(deadline);
            }
        } catch (SocketTimeoutException _) {
            // The time is over.
        }
    }

    /// Reads to the end and throws the events away.
    public String rest(Duration within) throws IOException {
        long deadline = System.nanoTime() + within.toNanos();
        while (!ended) {
            read(deadline);
        }
        return bodyText();
    }

    private void read(long deadline) throws IOException {
        long millis = (deadline - System.nanoTime()) / 1_000_000;
        if (millis <= 0) {
            throw new SocketTimeoutException("nothing more in time");
        }
        socket.setSoTimeout((int) Math.min(millis, Integer.MAX_VALUE));
        try {
            readSome();
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException _) {
            ended = true;
            ranOut = true;
        }
    }

    private void readSome() throws IOException {
        switch (part) {
            case SIZE -> {
                leftOfChunk = Long.parseLong(line(), 16);
                part = leftOfChunk == 0 ? Part.TRAILER : Part.BYTES;
            }
            case BYTES -> readBytes();
            case AFTER_BYTES -> {
                expectEmptyLine();
                part = Part.SIZE;
            }
            case TRAILER -> {
                expectEmptyLine();
                ended = true;
            }
        }
    }

    private void expectEmptyLine() throws IOException {
        if (!line().isEmpty()) {
            throw new IOException("a chunk that does not end where it said");
        }
    }

    private void readBytes() throws IOException {
        var buffer = new byte[8 << 10];
        int count = in.read(buffer, 0, chunked ? (int) Math.min(buffer.length, leftOfChunk) : buffer.length);
        if (count < 0) {
            ended = true;
            ranOut = chunked;
            return;
        }
        parser.feed(buffer, 0, count);
        body.write(buffer, 0, Math.max(0, Math.min(count, KEPT - body.size())));
        if (chunked) {
            leftOfChunk -= count;
            part = leftOfChunk == 0 ? Part.AFTER_BYTES : Part.BYTES;
        }
    }

    /// Without a word, as a lost connection.
    @Override
    public void close() throws IOException {
        socket.close();
    }

    /// With a reset instead of an orderly end.
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }
}
