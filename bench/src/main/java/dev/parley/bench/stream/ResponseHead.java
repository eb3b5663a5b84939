package dev.parley.bench.stream;

import dev.parley.bench.BenchFailure;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads the head of an answer, then hands everything after it to the stage that the head calls for.
final class ResponseHead implements Stage {

    private static final byte[] END = {'\r', '\n', '\r', '\n'};
    private static final int LONGEST = 64 << 10;

    private final Function<Head, Stage> next;
    private final KeptBytes kept = new KeptBytes();
    private @Nullable Stage body;

    ResponseHead(Function<Head, Stage> next) {
        this.next = next;
    }

    @Override
    public void accept(byte[] bytes, int from, int to) {
        if (body != null) {
            body.accept(bytes, from, to);
            return;
        }
        int before = kept.length();
        kept.add(bytes, from, to);
        int end = ByteSearch.find(kept.array(), Math.max(0, before - END.length), kept.length(), END);
        if (end >= 0) {
            begin(end + END.length);
        } else if (kept.length() > LONGEST) {
            throw BenchFailure.wrong("the server's answer has a head of more than " + LONGEST + " bytes.");
        }
    }

    private void begin(int bodyFrom) {
        var stage = next.apply(Head.of(kept.array(), bodyFrom));
        body = stage;
        stage.accept(kept.array(), bodyFrom, kept.length());
        kept.clear();
    }
}
