package dev.parley.adapters.web.json;

import dev.parley.kernel.JsonText;
import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/// How JSON is read and written everywhere: streaming, over UTF-8 bytes.
public final class Json {

    /// A batch is read whole.
    private static final int LONGEST_BODY = 1 << 20;

    /// `{"messages":[{"data":` and then data's own levels.
    private static final int OUTER_LEVELS = 4;

    private static final StreamReadConstraints BOUNDS = StreamReadConstraints.builder()
            .maxNestingDepth(DataCompactor.MAX_DEPTH + OUTER_LEVELS)
            .maxNumberLength(1_000)
            .maxNameLength(DataCompactor.MAX_BYTES)
            .maxStringLength(LONGEST_BODY)
            .maxDocumentLength(LONGEST_BODY)
            .build();

    /// Encodings are not guessed: what is not UTF-8 is refused before it is parsed.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(BOUNDS)
            .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
            .build();

    private Json() {}

    static JsonParser parser(byte[] utf8) {
        return FACTORY.createParser(ObjectReadContext.empty(), utf8);
    }

    /// @param expected roughly how many bytes come
    public static byte[] write(int expected, Consumer<JsonGenerator> content) {
        var out = new ByteArrayOutputStream(expected);
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            content.accept(json);
        }
        return out.toByteArray();
    }

    static JsonText text(int expected, Consumer<JsonGenerator> content) {
        return JsonText.ofUtf8(write(expected, content));
    }
}
