package dev.parley.server.configuration;

/// The configuration does not stand. The message is one sentence for whoever starts the server.
public final class ConfigurationRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ConfigurationRefusedException(String sentence) {
        super(sentence, null, false, false);
    }
}
