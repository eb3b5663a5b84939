package dev.parley.log.spi;

/// A store cannot be opened as it is configured. Thrown at start only; the message is one sentence for the
/// operator, who can put it right.
public class StoreNotOpenedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StoreNotOpenedException(String sentence) {
        super(sentence);
    }

    public StoreNotOpenedException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
