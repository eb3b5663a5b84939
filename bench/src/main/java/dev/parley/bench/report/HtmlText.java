package dev.parley.bench.report;

/// Text between tags and in attributes.
final class HtmlText {

    private HtmlText() {}

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("'", "&#39;")
                .replace("\"", "&quot;");
    }
}
