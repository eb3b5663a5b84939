package dev.parley.adapters.web.http;

import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import reactor.core.publisher.Mono;
import reactor.netty.channel.AbortedException;

/// Reads a request's body up to a limit. How long that may take is watched on the connection, below HTTP.
public final class RequestBody {

    public static final int ONE_MESSAGE = 64 << 10;
    public static final int BATCH = 1 << 20;

    private static final byte[] NOTHING = {};
    private static final Set<String> JSON = Set.of("application/json");
    private static final Set<String> PATCH = Set.of("application/json", "application/merge-patch+json");

    private RequestBody() {}

    public static Mono<byte[]> json(Call call, int limit) {
        return read(call, limit, JSON);
    }

    public static Mono<byte[]> patch(Call call, int limit) {
        return read(call, limit, PATCH);
    }

    /// No body at all is an empty one, without a Content-Type.
    public static Mono<byte[]> optionalJson(Call call, int limit) {
        ServerHttpRequest request = call.request();
        boolean none = request.getHeaders().getContentLength() <= 0
                && !request.getHeaders().containsHeader("Transfer-Encoding");
        return none ? Mono.just(NOTHING) : read(call, limit, JSON);
    }

    private static Mono<byte[]> read(Call call, int limit, Set<String> types) {
        ServerHttpRequest request = call.request();
        if (request.getHeaders().getContentLength() > limit) {
            throw tooLarge(limit);
        }
        if (!readable(request, types)) {
            throw Problem.of(ProblemCode.UNSUPPORTED_MEDIA_TYPE).exception();
        }
        return DataBufferUtils.join(request.getBody(), limit)
                .map(RequestBody::bytes)
                .defaultIfEmpty(NOTHING)
                .onErrorMap(DataBufferLimitException.class, _ -> tooLarge(limit))
                .onErrorMap(
                        AbortedException.class,
                        _ -> Problem.of(ProblemCode.BAD_REQUEST).exception())
                .timeout(BodyFailure.of(call.channel()));
    }

    private static RuntimeException tooLarge(int limit) {
        return Problem.of(ProblemCode.PAYLOAD_TOO_LARGE, "the body is at most " + (limit >> 10) + " KiB")
                .exception();
    }

    private static byte[] bytes(DataBuffer buffer) {
        var bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        return bytes;
    }

    private static boolean readable(ServerHttpRequest request, Set<String> types) {
        String encoding = request.getHeaders().getFirst("Content-Encoding");
        boolean plain = encoding == null || encoding.equalsIgnoreCase("identity");
        return plain && jsonInUtf8(request.getHeaders().getFirst("Content-Type"), types);
    }

    private static boolean jsonInUtf8(@Nullable String contentType, Set<String> types) {
        if (contentType == null || types.contains(contentType)) {
            return contentType != null;
        }
        try {
            var type = MediaType.parseMediaType(contentType);
            String charset = type.getParameter("charset");
            return types.contains(type.getType() + "/" + type.getSubtype())
                    && (charset == null || charset.equalsIgnoreCase("utf-8"));
        } catch (InvalidMediaTypeException _) {
            return false;
        }
    }
}
