package dev.parley.adapters.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import reactor.core.publisher.Mono;

class HiddenTicketsTest {

    private static ServerHttpRequest seen(String address) {
        var seen = new AtomicReference<ServerHttpRequest>();
        new HiddenTickets()
                .apply((request, _) -> {
                    seen.set(request);
                    return Mono.empty();
                })
                .handle(
                        MockServerHttpRequest.method(HttpMethod.GET, URI.create(address))
                                .build(),
                        new MockServerHttpResponse())
                .block();
        return seen.get();
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/events?ticket=s3cret, /v1/events",
        "/v1/events?rooms=a%2Cb&ticket=s3cret&after=x%3D1:2, /v1/events?rooms=a%2Cb&after=x%3D1:2",
        "/v1/events?tick%65t=s3cret&rooms=a, /v1/events?rooms=a",
        "/v1/events?ticket=s3cret&ticket=s3cret2&rooms=a, /v1/events?rooms=a",
        "/v1/events?ticket&rooms=a, /v1/events?rooms=a",
    })
    void nobodyBehindSeesATicketInTheAddress(String address, String shown) {
        ServerHttpRequest request = seen(address);

        assertThat(request.getURI()).hasToString(shown);
        assertThat(request.getQueryParams()).doesNotContainKey("ticket");
        assertThat(request.toString()).doesNotContain("s3cret");
        assertThat(HiddenTickets.of(request)).isNotEmpty();
    }

    @Test
    void theTicketIsStillThereForWhoChecksIt() {
        assertThat(HiddenTickets.of(seen("/v1/events?rooms=a&ticket=a.b-c_"))).containsExactly("a.b-c_");
        assertThat(HiddenTickets.of(seen("/v1/events?ticket=1&ticket=2"))).containsExactly("1", "2");
        assertThat(HiddenTickets.of(seen("/v1/events?tickets=1"))).isEmpty();
        assertThat(seen("/v1/events?tickets=1").getURI()).hasToString("/v1/events?tickets=1");
    }
}
