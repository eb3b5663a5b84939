package dev.parley.adapters.web.access;

import java.net.URI;
import org.springframework.http.MediaType;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.netty.http.HttpResources;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/// Reads a JWK set over HTTP: one connection a read, no redirects, [#MAX_BYTES] at most, within
/// [RemoteKeys#DEADLINE] from the name's resolution to the last byte.
final class JwksAddress {

    static final int MAX_BYTES = 256 << 10;

    private static final int CONNECT_MILLIS = 2_000;

    private JwksAddress() {}

    static Mono<String> of(URI address) {
        HttpClient http = HttpClient.create(ConnectionProvider.newConnection())
                // What is native is the server's choice alone.
                .runOn(HttpResources.get(), false)
                .followRedirect(false)
                .option(io.netty.channel.ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .responseTimeout(RemoteKeys.DEADLINE);
        return WebClient.builder()
                .clientConnector(new ReactorClientHttpConnector(http))
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(MAX_BYTES))
                .build()
                .get()
                .uri(address)
                .accept(MediaType.APPLICATION_JSON, MediaType.valueOf("application/jwk-set+json"), MediaType.ALL)
                .exchangeToMono(response -> response.statusCode().value() == 200
                        ? response.bodyToMono(String.class)
                        : response.releaseBody()
                                .then(Mono.<String>error(new IllegalStateException(
                                        "status " + response.statusCode().value()))))
                .timeout(RemoteKeys.DEADLINE);
    }
}
