package dev.parley.server.commands;

/// A command cannot do what it was asked to. The message is one sentence for whoever typed it.
final class CommandFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String sentence;

    CommandFailedException(String sentence) {
        super(sentence, null, false, false);
        this.sentence = sentence;
    }

    String sentence() {
        return sentence;
    }
}
