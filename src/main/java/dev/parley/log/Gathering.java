package dev.parley.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Collects the answers of items handed in together. Touched only by their lane.
final class Gathering {

    private final @Nullable AppendResult[] results;
    private final Consumer<List<AppendResult>> answer;
    private int open;

    Gathering(int size, Consumer<List<AppendResult>> answer) {
        this.results = new AppendResult[size];
        this.answer = answer;
        this.open = size;
    }

    Consumer<AppendResult> slot(int index) {
        return result -> {
            results[index] = result;
            if (--open == 0) {
                answer.accept(complete());
            }
        };
    }

    private List<AppendResult> complete() {
        List<AppendResult> complete = new ArrayList<>(results.length);
        for (AppendResult result : results) {
            complete.add(Objects.requireNonNull(result, "every slot is filled"));
        }
        return complete;
    }
}
