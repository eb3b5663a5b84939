package dev.parley.adapters.sql.postgres;

/// A lock was not to be had within a second; the transaction was undone.
final class LockTimeoutException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LockTimeoutException(Throwable cause) {
        super(cause);
    }
}
