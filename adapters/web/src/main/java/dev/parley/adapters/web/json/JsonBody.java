package dev.parley.adapters.web.json;

import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.adapters.web.problem.ProblemException;
import dev.parley.kernel.InvalidIdException;
import dev.parley.kernel.Text;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;

/// Reads a request's body strictly and in one pass: UTF-8, one object, no member twice. What is wrong with one member
/// does not end the reading: the first such problem is thrown once the object has been read to its end, so that the
/// other messages of a batch are read all the same.
final class JsonBody {

    /// Reads the member's value; the parser stands on its first token and is left on its last.
    @FunctionalInterface
    interface Member {
        void read(String name);
    }

    private JsonBody() {}

    static <T> T read(byte[] body, Function<JsonParser, T> content) {
        checkUtf8(body);
        return parse(body, json -> {
            T result = content.apply(json);
            if (json.nextToken() != null) {
                throw invalid("nothing follows the JSON object");
            }
            return result;
        });
    }

    /// Reads as much as the content wants of it.
    static <T> T parse(byte[] body, Function<JsonParser, T> content) {
        try (JsonParser json = Json.parser(body)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw invalid("the body is a JSON object");
            }
            return content.apply(json);
        } catch (StreamConstraintsException _) {
            throw tooMuch("the body");
        } catch (StreamReadException e) {
            throw invalid(
                    "the body is not valid JSON near line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr());
        }
    }

    /// The parser takes overlong forms and encoded surrogates for text; the platform's decoder does not.
    static void checkUtf8(byte[] body) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
        } catch (CharacterCodingException _) {
            throw invalid("the body is not valid UTF-8");
        }
    }

    /// Reads the object that the parser has just entered.
    static void members(JsonParser json, Member reader) {
        int depth = json.streamReadContext().getNestingDepth();
        Set<String> seen = new HashSet<>();
        ProblemException first = null;
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            ProblemException problem = member(name, seen, reader);
            while (json.streamReadContext().getNestingDepth() > depth) {
                json.nextToken();
            }
            first = first == null ? problem : first;
        }
        if (first != null) {
            throw first;
        }
    }

    private static @Nullable ProblemException member(String name, Set<String> seen, Member reader) {
        try {
            if (!seen.add(name)) {
                return invalid("no member stands in an object twice");
            }
            reader.read(name);
            return null;
        } catch (ProblemException e) {
            return e;
        } catch (InvalidIdException e) {
            return Problem.of(ProblemCode.INVALID_ID, String.valueOf(e.getMessage()))
                    .exception();
        }
    }

    static String text(JsonParser json, String name) {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            throw invalid(name + " is a string");
        }
        String text = json.getString();
        if (!Text.storable(text)) {
            throw invalid(name + " must contain neither U+0000 nor a lone surrogate");
        }
        return text;
    }

    /// Null when the value is null.
    static @Nullable String textOrNull(JsonParser json, String name) {
        return isNull(json) ? null : text(json, name);
    }

    static long whole(JsonParser json, String name, long min, long max) {
        if (json.currentToken() == JsonToken.VALUE_NUMBER_INT && fits(json)) {
            long value = json.getLongValue();
            if (value >= min && value <= max) {
                return value;
            }
        }
        throw invalid(name + " is a whole number from " + min + " to " + max);
    }

    private static boolean fits(JsonParser json) {
        return json.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
    }

    static boolean flag(JsonParser json, String name) {
        return switch (json.currentToken()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> throw invalid(name + " is true or false");
        };
    }

    static boolean isNull(JsonParser json) {
        return json.currentToken() == JsonToken.VALUE_NULL;
    }

    static ProblemException invalid(String detail) {
        return Problem.of(ProblemCode.INVALID_BODY, detail).exception();
    }

    static ProblemException tooMuch(String what) {
        return invalid(what + " is nested too deeply, or has a name or number that is too long");
    }

    static ProblemException notSupported(String setting) {
        return Problem.of(ProblemCode.NOT_SUPPORTED, setting + " is not supported by this version; leave it out")
                .exception();
    }
}
