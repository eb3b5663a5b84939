package dev.parley.adapters.web.door;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;

/// Tells requests for streams, and those of readers who were told of news and pull them, from all others, by their
/// heads.
/// One that is written in an unusual way is not known here and answered by WebFlux all the same.
final class StreamRequests {

    private static final String ROOMS = "/v1/events";
    private static final String SOCKET = "/v1/socket";
    private static final String ROOM = "/v1/rooms/";
    private static final String EVENTS = "/events";
    private static final String MESSAGES = "/messages";

    private StreamRequests() {}

    static boolean isOne(HttpRequest request) {
        return request.method().equals(HttpMethod.GET)
                && (isSocket(request) || (isEvents(path(request)) && isPlain(request)))
                && nothingElse(request);
    }

    /// Whether it is short: its answer is there at once, unless the log has to be read.
    static boolean isPull(HttpRequest request) {
        return request.method().equals(HttpMethod.GET)
                && isOfOneRoom(path(request), MESSAGES)
                && shows(request.uri())
                && isPlain(request)
                && nothingElse(request);
    }

    /// Whether it tells what only those send who were told of news.
    private static boolean shows(String uri) {
        return uri.indexOf("session=") >= 0 || uri.indexOf("min=") >= 0;
    }

    private static boolean isPlain(HttpRequest request) {
        return known(request.protocolVersion()) && noUpgrade(request);
    }

    private static boolean isSocket(HttpRequest request) {
        return path(request).equals(SOCKET) && request.protocolVersion().equals(HttpVersion.HTTP_1_1);
    }

    private static String path(HttpRequest request) {
        int query = request.uri().indexOf('?');
        return query < 0 ? request.uri() : request.uri().substring(0, query);
    }

    private static boolean known(HttpVersion version) {
        return version.equals(HttpVersion.HTTP_1_1) || version.equals(HttpVersion.HTTP_1_0);
    }

    private static boolean isEvents(String path) {
        return path.equals(ROOMS) || isOfOneRoom(path, EVENTS);
    }

    private static boolean isOfOneRoom(String path, String what) {
        int end = path.length() - what.length();
        return end > ROOM.length()
                && path.startsWith(ROOM)
                && path.endsWith(what)
                && path.indexOf('/', ROOM.length()) == end;
    }

    private static boolean noUpgrade(HttpRequest request) {
        var headers = request.headers();
        return !headers.contains(HttpHeaderNames.UPGRADE)
                && !headers.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE, true);
    }

    /// No body, nothing to be asked first, and one address.
    private static boolean nothingElse(HttpRequest request) {
        var headers = request.headers();
        return !headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
                && headers.getAll(HttpHeaderNames.CONTENT_LENGTH).stream().allMatch("0"::equals)
                && !headers.contains(HttpHeaderNames.EXPECT)
                && headers.getAll(HttpHeaderNames.HOST).size() <= 1;
    }
}
