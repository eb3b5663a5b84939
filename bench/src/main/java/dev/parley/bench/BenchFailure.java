package dev.parley.bench;

/// A benchmark that cannot run, or whose figures prove nothing. The message is one sentence for the person at the
/// terminal, who sees no stack trace.
public final class BenchFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /// How the process ends.
    public enum Kind {
        /// The command line or this machine has to be put right first.
        CANNOT_RUN(2),
        /// It ran, and what it found is wrong.
        WRONG(1);

        final int status;

        Kind(int status) {
            this.status = status;
        }
    }

    private final Kind kind;

    private BenchFailure(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public static BenchFailure cannotRun(String message) {
        return new BenchFailure(Kind.CANNOT_RUN, message);
    }

    public static BenchFailure wrong(String message) {
        return new BenchFailure(Kind.WRONG, message);
    }

    public Kind kind() {
        return kind;
    }
}
