package dev.parley.adapters.web.pages;

import dev.parley.adapters.web.problem.ProblemCode;
import java.util.Arrays;
import java.util.stream.Collectors;

/// A page per problem, and the table of them all.
final class ProblemPages {

    private static final String LAYOUT = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>%s</title>
            <link rel="icon" href="/favicon.svg">
            <link rel="stylesheet" href="/parley.css">
            </head>
            <body>
            <nav><a href="/">Parley</a> <a href="/docs">API</a> <a href="/problems">Problems</a></nav>
            <main>
            %s</main>
            </body>
            </html>
            """;

    private static final String PAGE = """
            <h1>%s</h1>
            <p class="facts"><code>%s</code> <span>HTTP %d</span> <span>%s</span></p>
            <h2>What happened</h2>
            <p>%s</p>
            <h2>Why</h2>
            <p>%s</p>
            <h2>What to do</h2>
            <p>%s</p>
            """;

    private static final String ROW =
            "<tr><td><a href=\"/problems/%s\"><code>%s</code></a></td><td>%d</td><td>%s</td><td>%s</td></tr>%n";

    private ProblemPages() {}

    static String page(ProblemCode code) {
        String body = PAGE.formatted(
                text(code.title()),
                code.wire(),
                code.status(),
                code.retryable() ? "trying again may help" : "trying again changes nothing",
                text(code.happened()),
                text(code.why()),
                text(code.advice()));
        return LAYOUT.formatted(text(code.title()), body);
    }

    static String table() {
        String rows = Arrays.stream(ProblemCode.values())
                .map(code -> ROW.formatted(
                        code.wire(), code.wire(), code.status(), code.retryable() ? "yes" : "no", text(code.title())))
                .collect(Collectors.joining());
        String body = """
                <h1>Problems</h1>
                <p>Every error of this server is a problem document (<code>application/problem+json</code>) with one of
                these codes. A client that knows none of them can go by <code>retryable</code> alone.</p>
                <table>
                <thead><tr><th>code</th><th>status</th><th>retryable</th><th></th></tr></thead>
                <tbody>
                """ + rows + "</tbody>\n</table>\n";
        return LAYOUT.formatted("Problems", body);
    }

    private static String text(String plain) {
        return plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
