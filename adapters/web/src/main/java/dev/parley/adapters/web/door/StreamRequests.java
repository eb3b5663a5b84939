package dev.parley.adapters.web.door;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;

/// Tells requests for streams from all others, by their heads. One that is written in an unusual way is not known here
/// and answered by WebFlux all the same.
final class StreamRequests {

    private static final String ROOMS = "/v1/events";
    private static final String ROOM = "/v1/rooms/";
    private static final String EVENTS = "/events";

    private StreamRequests() {}

    static boolean isOne(HttpRequest request) {
        return request.method().equals(HttpMethod.GET)
                && known(request.protocolVersion())
                && isStream(request.uri())
                && nothingElse(request);
    }

    private static boolean known(HttpVersion version) {
        return version.equals(HttpVersion.HTTP_1_1) || version.equals(HttpVersion.HTTP_1_0);
    }

    private static boolean isStream(String target) {
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        return path.equals(ROOMS) || isOfOneRoom(path);
    }

    private static boolean isOfOneRoom(String path) {
        int end = path.length() - EVENTS.length();
        return end > ROOM.length()
                && path.startsWith(ROOM)
                && path.endsWith(EVENTS)
                && path.indexOf('/', ROOM.length()) == end;
    }

    /// No body, no other protocol, nothing to be asked first, and one address.
    private static boolean nothingElse(HttpRequest request) {
        var headers = request.headers();
        return !headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
                && headers.getAll(HttpHeaderNames.CONTENT_LENGTH).stream().allMatch("0"::equals)
                && !headers.contains(HttpHeaderNames.UPGRADE)
                && !headers.contains(HttpHeaderNames.EXPECT)
                && !headers.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE, true)
                && headers.getAll(HttpHeaderNames.HOST).size() <= 1;
    }
}
