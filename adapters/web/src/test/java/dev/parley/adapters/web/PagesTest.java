package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.web.problem.ProblemCode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PagesTest {

    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"(/[^\"]*)\"");
    private static final Pattern INLINE =
            Pattern.compile("<script(?![^>]*src=)|<style|\\son[a-z]+=|style=", Pattern.CASE_INSENSITIVE);

    private static final Pattern IMPORT = Pattern.compile("from \"([./][^\"]*)\"");

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.dev();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void everyLinkOnEveryPageLeadsSomewhere() {
        Set<String> seen = new HashSet<>();
        var open = new ArrayDeque<>(List.of("/"));
        while (!open.isEmpty()) {
            String path = open.poll();
            if (seen.add(path)) {
                var answer = server.get(null, path);
                assertThat(answer.status()).as(path).isEqualTo(200);
                if (answer.header("Content-Type").startsWith("text/html")) {
                    LINK.matcher(answer.response().body())
                            .results()
                            .map(link -> link.group(1))
                            .forEach(open::add);
                }
            }
        }
        assertThat(seen)
                .contains("/docs", "/docs/swagger-ui-bundle.js", "/openapi.json")
                .hasSizeGreaterThan(40);
    }

    @Test
    void thePageAboutTheServerShowsLinesThatWorkHere() {
        assertThat(server.get(null, "/about").response().body())
                .contains("curl -s http://127.0.0.1:" + server.port() + "/v1/dev/tokens")
                .doesNotContain("{{");
    }

    @Test
    void pagesHaveNothingInlineAndSaySoToTheBrowser() {
        for (String path : List.of("/", "/about", "/docs", "/problems", "/problems/forbidden")) {
            var page = server.get(null, path);
            assertThat(INLINE.matcher(page.response().body()).find()).as(path).isFalse();
            assertThat(page.header("Content-Security-Policy"))
                    .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
        }
    }

    @Test
    void theChatGetsEveryModuleItAsksFor() {
        Set<String> seen = new HashSet<>();
        var open = new ArrayDeque<>(List.of("/chat/chat.js"));
        while (!open.isEmpty()) {
            String path = open.poll();
            if (seen.add(path)) {
                var module = server.get(null, path);
                assertThat(module.status()).as(path).isEqualTo(200);
                assertThat(module.header("Content-Type")).startsWith("text/javascript");
                IMPORT.matcher(module.response().body())
                        .results()
                        .map(from -> URI.create(path).resolve(from.group(1)).toString())
                        .forEach(open::add);
            }
        }
        assertThat(seen).contains("/parley.js", "/chat/timeline.js");
    }

    @Test
    void nothingOnTheChatBecomesMarkup() {
        assertThat(server.get(null, "/").header("Content-Security-Policy"))
                .contains("require-trusted-types-for 'script'", "trusted-types 'none'");
        for (String module : List.of("chat", "lines", "live", "room", "timeline", "tokens")) {
            String text = server.get(null, "/chat/" + module + ".js").response().body();
            assertThat(text).doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write");
        }
    }

    @Test
    void theClientIsServedAsItIsPublished() throws IOException {
        assertThat(server.get(null, "/parley.js").response().body())
                .isEqualTo(Files.readString(Path.of("../../clients/js/parley.js")));
    }

    @Test
    void aFileThatIsStillTheSameIsNotSentAgain() {
        var first = server.get(null, "/parley.css");
        assertThat(first.header("Cache-Control")).isEqualTo("no-cache");
        var again = server.get(null, "/parley.css", "If-None-Match", first.header("ETag"));
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.response().body()).isEmpty();
    }

    @Test
    void everyProblemHasAPageWithItsThreeAnswers() {
        for (ProblemCode code : ProblemCode.values()) {
            String page =
                    server.get(null, "/problems/" + code.wire()).response().body();
            assertThat(page).contains("What happened", "What to do", code.wire(), "HTTP " + code.status());
        }
        assertThat(server.get(null, "/problems").response().body())
                .contains(Arrays.stream(ProblemCode.values())
                        .map(code -> "/problems/" + code.wire() + "\"")
                        .toList());
    }

    @Test
    void theManualsTableIsTheListOfCodes() throws IOException {
        String manual = Files.readString(Path.of("../../docs/errors.md"));
        String table = Arrays.stream(ProblemCode.values())
                .map(code -> "| `%s` | %d | %s | %s | %s |%n"
                        .formatted(
                                code.wire(),
                                code.status(),
                                code.retryable() ? "yes" : "no",
                                code.happened().replace("<", "\\<"),
                                code.advice().replace("<", "\\<")))
                .collect(Collectors.joining());
        assertThat(manual).endsWith("|---|---|---|---|---|\n" + table);
    }
}
