package dev.parley.adapters.web.pages;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.PublicUrl;
import dev.parley.adapters.web.http.Reply;
import dev.parley.adapters.web.http.Route;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Mono;

/// The chat, the client, the documentation and the pages about problems. Bounded: a fixed set of files, each loaded
/// when it is first asked for.
public final class SitePages implements Route.Group {

    private static final String OWN = "dev/parley/adapters/web/pages/";
    private static final String TEXT_ONLY = "; require-trusted-types-for 'script'; trusted-types 'none'";
    private static final String CSS = "text/css; charset=utf-8";
    private static final String JS = "text/javascript; charset=utf-8";
    private static final String SWAGGER = "META-INF/resources/webjars/swagger-ui/";

    private final PublicUrl publicUrl;
    private final Map<String, StaticFile> files = new ConcurrentHashMap<>();

    public SitePages(PublicUrl publicUrl) {
        this.publicUrl = publicUrl;
    }

    @Override
    public List<Route> routes() {
        String swagger = SWAGGER + swaggerVersion() + "/";
        return List.of(
                Route.openTo("/").get(call -> Mono.just(chat(call))),
                file("/chat/chat.css", CSS, OWN + "chat/chat.css"),
                file("/chat/chat.js", JS, OWN + "chat/chat.js"),
                file("/chat/lines.js", JS, OWN + "chat/lines.js"),
                file("/chat/live.js", JS, OWN + "chat/live.js"),
                file("/chat/room.js", JS, OWN + "chat/room.js"),
                file("/chat/timeline.js", JS, OWN + "chat/timeline.js"),
                file("/chat/tokens.js", JS, OWN + "chat/tokens.js"),
                Route.openTo("/about").get(call -> Mono.just(about(call))),
                file("/parley.css", CSS, OWN + "parley.css"),
                file("/parley.js", JS, OWN + "parley.js"),
                file("/openapi.json", "application/json", OWN + "openapi.json"),
                file("/asyncapi.json", "application/json", OWN + "asyncapi.json"),
                file("/docs", StaticFile.HTML, OWN + "docs.html"),
                file("/docs/docs.js", JS, OWN + "docs.js"),
                file("/docs/docs.css", CSS, OWN + "docs.css"),
                file("/docs/swagger-ui.css", CSS, swagger + "swagger-ui.css"),
                file("/docs/swagger-ui-bundle.js", JS, swagger + "swagger-ui-bundle.js"),
                file("/favicon.svg", "image/svg+xml", OWN + "favicon.svg"),
                Route.openTo("/problems")
                        .get(call ->
                                Mono.just(files.computeIfAbsent("/problems", _ -> StaticFile.html(ProblemPages.table()))
                                        .reply(call))),
                Route.openTo("/problems/{code}").get(call -> Mono.just(problem(call))));
    }

    /// Shows what strangers write, so the browser is told to refuse every way in which text could become markup.
    private Reply chat(Call call) {
        return files.computeIfAbsent("/", _ -> StaticFile.load(StaticFile.HTML, OWN + "chat.html"))
                .reply(call)
                .with("Content-Security-Policy", StaticFile.POLICY + TEXT_ONLY);
    }

    /// With this server's address in the lines to try. The address has the form of one, so it needs no escaping.
    private Reply about(Call call) {
        StaticFile template =
                files.computeIfAbsent("/about", _ -> StaticFile.load(StaticFile.HTML, OWN + "about.html"));
        String page = new String(template.body(), StandardCharsets.UTF_8);
        return StaticFile.html(page.replace("{{url}}", publicUrl.of(call.request())))
                .reply(call);
    }

    private Route file(String address, String contentType, String path) {
        return Route.openTo(address)
                .get(call -> Mono.just(files.computeIfAbsent(address, _ -> StaticFile.load(contentType, path))
                        .reply(call)));
    }

    private Reply problem(Call call) {
        ProblemCode code = ProblemCode.of(call.variable("code"))
                .orElseThrow(() -> Problem.of(ProblemCode.NOT_FOUND).exception());
        return files.computeIfAbsent("/problems/" + code.wire(), _ -> StaticFile.html(ProblemPages.page(code)))
                .reply(call);
    }

    private static String swaggerVersion() {
        var properties = new Properties();
        try (InputStream in = SitePages.class
                .getClassLoader()
                .getResourceAsStream("META-INF/maven/org.webjars/swagger-ui/pom.properties")) {
            if (in == null) {
                throw new IllegalStateException("the class path lacks the files of Swagger UI");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }
}
