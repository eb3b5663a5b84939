package dev.parley.adapters.web;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// How this server is reached.
///
/// @param publicUrl the address clients use, such as `https://chat.example.com`; taken from each request's Host header
/// when not set
/// @param cors pages of other origins
/// @param limits bounds below HTTP
/// @param transport `epoll` or `io_uring`
@ConfigurationProperties("parley")
public record WebProperties(
        @Nullable String publicUrl,
        @DefaultValue Cors cors,
        @DefaultValue Limits limits,
        @DefaultValue("epoll") String transport) {

    /// @param origins which may read answers, by exact match, such as `https://app.example.com`
    public record Cors(@DefaultValue List<String> origins) {}

    /// @param connections most connections at a time; more are closed at once
    public record Limits(@DefaultValue("10000") int connections) {}
}
