package dev.parley.adapters.web.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/// One connection with a door, before an application that answers when it is told to.
class FrontDoorTest {

    private static final String STREAM = "GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private final List<ServerHttpRequest> atTheDoor = new ArrayList<>();
    private final List<String> passedOn = new ArrayList<>();
    private final List<Runnable> answers = new ArrayList<>();
    private EmbeddedChannel channel;

    private final HttpHandler application = (request, response) -> {
        atTheDoor.add(request);
        Sinks.Empty<Void> told = Sinks.empty();
        answers.add(told::tryEmitEmpty);
        return told.asMono().then(Mono.defer(() -> refuse(response)));
    };

    private static Mono<Void> refuse(ServerHttpResponse response) {
        response.setStatusCode(HttpStatus.FORBIDDEN);
        response.getHeaders().set("X-Test", "1");
        byte[] no = "no".getBytes(StandardCharsets.US_ASCII);
        return response.writeWith(Mono.just(DefaultDataBufferFactory.sharedInstance.wrap(no)));
    }

    @BeforeEach
    void connect() {
        channel = new EmbeddedChannel();
        channel.pipeline().addLast(new HttpServerCodec(), new FrontDoor(() -> application).into(channel, () -> 1));
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext ctx, Object message) {
                if (message instanceof HttpRequest request) {
                    passedOn.add(request.method() + " " + request.uri());
                }
                ReferenceCountUtil.release(message);
            }
        });
    }

    @AfterEach
    void disconnect() {
        channel.finishAndReleaseAll();
    }

    private void send(String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
    }

    private String sent() {
        var text = new StringBuilder();
        for (ByteBuf bytes = channel.readOutbound(); bytes != null; bytes = channel.readOutbound()) {
            text.append(bytes.toString(StandardCharsets.US_ASCII));
            bytes.release();
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /v1/events?rooms=a HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /v1/rooms/a.b-c/events HTTP/1.1\r\nHost: localhost:8080\r\nContent-Length: 0\r\n\r\n",
                "GET /v1/rooms/a/events?after=x HTTP/1.0\r\n\r\n",
                "GET /v1/rooms/a%2Fb/events HTTP/1.1\r\nHost: [::1]:8080\r\nConnection: close\r\n\r\n",
                "GET /v1/rooms/a/messages?after=e:1&min=2&session=s HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /v1/rooms/a/messages?session=s HTTP/1.1\r\nHost: a\r\n\r\n"
            })
    void requestsForStreamsAndPullsAreTaken(String request) {
        send(request);
        assertThat(passedOn).isEmpty();
        assertThat(atTheDoor).hasSize(1);
        String target = request.split(" ")[1];
        assertThat(atTheDoor.getFirst().getURI().toString()).endsWith(target);
        assertThat(atTheDoor.getFirst().getPath().value()).isEqualTo(target.split("\\?")[0]);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
                "HEAD /v1/events HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /v1/events/ HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /v1/rooms/events HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /v1/rooms//events HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /v1/rooms/a/b/events HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /v1/rooms/a/messages HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /v1/rooms/a/messages?after=e:1 HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /v1/rooms/a/messages/1?session=s HTTP/1.1\r\nHost: a\r\n\r\n",
                "POST /v1/rooms/a/messages?session=s HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
                "GET http://a/v1/events HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /v1/events HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "GET /v1/events HTTP/1.1\r\nHost: a b\r\n\r\n",
                "GET /v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nxx",
                "GET /v1/events HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "GET /v1/events HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n",
                "GET /v1/events HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n"
            })
    void allElseGoesOnToWebFlux(String request) {
        send(request);
        assertThat(atTheDoor).isEmpty();
        assertThat(passedOn).hasSize(1);
    }

    @Test
    void whatComesBehindARequestWaitsForItsAnswerAndGoesOn() {
        send(STREAM + "GET /livez HTTP/1.1\r\nHost: a\r\n\r\n" + STREAM);
        send("GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(passedOn).isEmpty();
        answers.getFirst().run();
        assertThat(sent())
                .startsWith("HTTP/1.1 403 Forbidden\r\n")
                .contains("X-Test: 1\r\n", "content-length: 2\r\n")
                .endsWith("\r\n\r\nno");
        assertThat(passedOn).containsExactly("GET /livez");
        assertThat(atTheDoor).hasSize(2);
        answers.getLast().run();
        assertThat(sent()).startsWith("HTTP/1.1 403 ");
        assertThat(passedOn).containsExactly("GET /livez", "GET /readyz");
        assertThat(channel.isOpen()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /v1/events HTTP/1.0\r\n\r\n",
                "GET /v1/events HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
                "GET /v1/events HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
            })
    void theConnectionEndsWhereTheRequestSaysSo(String request) {
        send(request);
        answers.getFirst().run();
        assertThat(sent()).containsIgnoringCase("connection: close\r\n");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aClientThatFloodsInsteadOfWaitingIsClosed() {
        send(STREAM);
        for (int i = 0; i < 32; i++) {
            send(STREAM);
            assertThat(channel.isOpen()).isTrue();
        }
        send(STREAM);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void anAnswerForAClientThatHasLeftGoesNowhere() {
        ByteBuf behind = Unpooled.copiedBuffer(
                "POST /v1/x HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nxx", StandardCharsets.US_ASCII);
        send(STREAM);
        channel.writeInbound(behind);
        channel.close();
        answers.getFirst().run();
        assertThat(sent()).isEmpty();
        assertThat(behind.refCnt()).as("what was held is given back").isZero();
    }

    @Test
    void anApplicationThatFailsIsAnswered500() {
        var failing = new EmbeddedChannel();
        HttpHandler application = (_, _) -> {
            throw new IllegalStateException("planted");
        };
        failing.pipeline().addLast(new HttpServerCodec(), new FrontDoor(() -> application).into(failing, () -> 1));
        failing.writeInbound(Unpooled.copiedBuffer(STREAM, StandardCharsets.US_ASCII));
        ByteBuf answer = failing.readOutbound();
        assertThat(answer.toString(StandardCharsets.US_ASCII)).startsWith("HTTP/1.1 500 ");
        answer.release();
        failing.finishAndReleaseAll();
    }
}
