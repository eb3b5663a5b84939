package dev.parley.adapters.web.json;

import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemException;
import dev.parley.usecase.Draft;
import dev.parley.usecase.Publishing;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads a batch of messages. What is wrong with one of them is that one's problem; what is wrong with the JSON is the
/// whole batch's.
public final class BatchReader {

    /// A message of a batch, or why it is none.
    public sealed interface Item {}

    public record Valid(Draft draft) implements Item {}

    public record Invalid(Problem problem) implements Item {}

    private final JsonParser json;
    private final byte[] body;
    private final List<Item> items = new ArrayList<>();
    private boolean named;

    private BatchReader(JsonParser json, byte[] body) {
        this.json = json;
        this.body = body;
    }

    public static List<Item> read(byte[] body) {
        return JsonBody.read(body, json -> new BatchReader(json, body).batch());
    }

    private List<Item> batch() {
        JsonBody.members(json, this::member);
        if (!named) {
            throw JsonBody.invalid("messages is required");
        }
        return items;
    }

    private void member(String name) {
        if (!name.equals("messages")) {
            throw JsonBody.invalid("a batch has the member messages and no others");
        }
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw JsonBody.invalid("messages is an array");
        }
        named = true;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (items.size() == Publishing.MAX_MESSAGES) {
                throw JsonBody.invalid("a batch has at most " + Publishing.MAX_MESSAGES + " messages");
            }
            items.add(item());
        }
    }

    private Item item() {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return new Invalid(JsonBody.invalid("a message is an object").problem());
        }
        try {
            return new Valid(MessageReader.read(json, body));
        } catch (ProblemException e) {
            return new Invalid(e.problem());
        }
    }
}
