package dev.parley.server.commands;

/// The start failed and Spring Boot has said why.
final class AlreadyToldException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    AlreadyToldException(Throwable cause) {
        super(cause);
    }
}
