package dev.parley.adapters.web.api;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.ProblemLog;
import dev.parley.adapters.web.http.ProblemReplies;
import dev.parley.adapters.web.http.Reply;
import dev.parley.adapters.web.http.Trace;
import dev.parley.adapters.web.json.BatchReader;
import dev.parley.adapters.web.json.BatchReader.Invalid;
import dev.parley.adapters.web.json.BatchReader.Valid;
import dev.parley.adapters.web.json.EventJson;
import dev.parley.adapters.web.json.Json;
import dev.parley.adapters.web.json.ProblemJson;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.RefusalProblems;
import dev.parley.usecase.Answer;
import dev.parley.usecase.Draft;
import dev.parley.usecase.Published;
import java.util.Iterator;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/// What became of each message of a batch, in the order in which they were sent.
final class BatchReply {

    private static final int EXPECTED = 512;

    private final String baseUrl;
    private final String traceId;
    private final ProblemLog told;

    BatchReply(Call call, ProblemReplies problems, ProblemLog told) {
        this.baseUrl = problems.baseUrl(call.exchange());
        this.traceId = Trace.id(call.exchange());
        this.told = told;
    }

    static List<Draft> valid(List<BatchReader.Item> items) {
        return items.stream()
                .filter(Valid.class::isInstance)
                .map(item -> ((Valid) item).draft())
                .toList();
    }

    /// @param answers to the valid ones among the items
    Reply of(List<BatchReader.Item> items, List<Answer<Published>> answers) {
        Iterator<Answer<Published>> next = answers.iterator();
        return Reply.json(200, Json.write(EXPECTED * (items.size() + 1), json -> {
            json.writeStartObject();
            json.writeArrayPropertyStart("results");
            for (BatchReader.Item item : items) {
                switch (item) {
                    case Invalid(var problem) -> write(json, problem);
                    case Valid _ -> write(json, next.next());
                }
            }
            json.writeEndArray();
            json.writeEndObject();
        }));
    }

    private void write(JsonGenerator json, Answer<Published> answer) {
        switch (answer) {
            case Answer.Refused<Published>(var refusal) -> write(json, RefusalProblems.of(refusal));
            case Answer.Ok<Published>(Published(var event, var duplicate)) -> {
                json.writeStartObject();
                json.writeNumberProperty("status", duplicate ? 200 : 201);
                json.writeName("event");
                EventJson.write(json, event, duplicate);
                json.writeEndObject();
            }
        }
    }

    private void write(JsonGenerator json, Problem problem) {
        told.count(problem.code());
        json.writeStartObject();
        json.writeNumberProperty("status", problem.code().status());
        json.writeName("problem");
        ProblemJson.write(json, problem, baseUrl, traceId);
        json.writeEndObject();
    }
}
