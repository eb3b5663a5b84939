package dev.parley.kernel;

/// The node has as many blocking calls under way as it allows; the refused one was not begun.
public final class OffloadFullException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public OffloadFullException(int limit) {
        super("more than " + limit + " blocking calls are under way", null, false, false);
    }
}
