package dev.parley.kernel;

/// A part of the server cannot be had as it is configured. Thrown at start only; the message is one sentence for the
/// operator, who can put it right.
public final class StartRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StartRefusedException(String sentence) {
        super(sentence);
    }
}
