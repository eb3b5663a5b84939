package dev.parley.adapters.nats;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param url where NATS is, `nats://[user:password@]host:port` or `tls://…`; several divided by commas
@ConfigurationProperties("parley.nats")
record NatsProperties(@DefaultValue("nats://localhost:4222") String url) {

    /// Secrets stay out of logs.
    @Override
    public String toString() {
        return "NatsProperties[url=…]";
    }
}
