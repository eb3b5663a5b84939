package dev.parley.log.spi;

/// A commit was under way when the store was lost: it may have happened. Running the same batch again settles it.
public final class OutcomeUnknownException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public OutcomeUnknownException(String message, Throwable cause) {
        super(message, cause);
    }
}
