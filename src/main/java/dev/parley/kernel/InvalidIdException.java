package dev.parley.kernel;

/// An identifier that breaks its syntax. The message names the kind and the rule, never the value: a value that failed
/// its syntax must not reach a log line or an answer.
public final class InvalidIdException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    InvalidIdException(String message) {
        super(message);
    }

    /// Expected on bad input, so it is cheap.
    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // nothing to guard
    public Throwable fillInStackTrace() {
        return this;
    }
}
