package dev.parley.fleet;

/// The fleet cannot do what it was asked to. The message is one sentence for whoever asked.
final class FleetFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String sentence;

    FleetFailure(String sentence) {
        super(sentence, null, false, false);
        this.sentence = sentence;
    }

    String sentence() {
        return sentence;
    }
}
