package dev.parley.adapters.web.json;

import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemException;
import dev.parley.usecase.Draft;
import dev.parley.usecase.Publishing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;

/// Reads a batch of messages. What is wrong with one of them, be it nested too deeply to be read at all, is that one's
/// problem; what is not JSON is the whole batch's. So each is read by a parser of its own, with its own bounds.
public final class BatchReader {

    /// A message of a batch, or why it is none.
    public sealed interface Item {}

    public record Valid(Draft draft) implements Item {}

    public record Invalid(Problem problem) implements Item {}

    private static final Pattern END = Pattern.compile("][ \\t\\r\\n]*}[ \\t\\r\\n]*");

    private final byte[] body;
    private final List<Item> items = new ArrayList<>();

    private BatchReader(byte[] body) {
        this.body = body;
    }

    public static List<Item> read(byte[] body) {
        JsonBody.checkUtf8(body);
        return new BatchReader(body).batch();
    }

    private List<Item> batch() {
        try {
            var messages = new ArrayElements(body, beginOfMessages());
            for (byte[] text = messages.next(); text != null; text = messages.next()) {
                if (items.size() == Publishing.MAX_MESSAGES) {
                    throw JsonBody.invalid("a batch has at most " + Publishing.MAX_MESSAGES + " messages");
                }
                add(text);
            }
            checkEnd(messages.at());
            return items;
        } catch (IndexOutOfBoundsException _) {
            throw JsonBody.invalid("the body is not valid JSON: it ends within a message");
        }
    }

    private int beginOfMessages() {
        return JsonBody.parse(body, json -> {
            if (json.nextToken() == JsonToken.END_OBJECT) {
                throw JsonBody.invalid("messages is required");
            }
            if (!"messages".equals(json.currentName())) {
                throw JsonBody.invalid("a batch has the member messages and no others");
            }
            if (json.nextToken() != JsonToken.START_ARRAY) {
                throw JsonBody.invalid("messages is an array");
            }
            return (int) json.currentLocation().getByteOffset();
        });
    }

    private void add(byte[] text) {
        try (JsonParser json = Json.parser(text)) {
            Item item = item(json, text);
            if (json.nextToken() != null) {
                throw notJson();
            }
            items.add(item);
        } catch (StreamConstraintsException _) {
            items.add(new Invalid(JsonBody.tooMuch("the message").problem()));
        } catch (StreamReadException _) {
            throw notJson();
        }
    }

    private Item item(JsonParser json, byte[] text) {
        JsonToken first = json.nextToken();
        if (first == null) {
            throw notJson();
        }
        if (first != JsonToken.START_OBJECT) {
            json.skipChildren();
            return new Invalid(JsonBody.invalid("a message is an object").problem());
        }
        try {
            return new Valid(MessageReader.read(json, text));
        } catch (ProblemException e) {
            return new Invalid(e.problem());
        }
    }

    private ProblemException notJson() {
        return JsonBody.invalid("message " + (items.size() + 1) + " of the batch, counted from 1, is not valid JSON");
    }

    private void checkEnd(int at) {
        if (!END.matcher(new String(body, at, body.length - at, StandardCharsets.ISO_8859_1))
                .matches()) {
            throw JsonBody.invalid("nothing follows messages but the end of the object");
        }
    }
}
