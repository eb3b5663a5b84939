package dev.parley.log.spi;

/// The store refuses the content of a batch and would refuse it again; nothing was written.
public final class BatchRejectedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BatchRejectedException(String message, Throwable cause) {
        super(message, cause);
    }
}
