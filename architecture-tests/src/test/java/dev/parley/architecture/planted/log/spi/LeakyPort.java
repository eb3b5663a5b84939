package dev.parley.architecture.planted.log.spi;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.netty.buffer.ByteBuf;
import java.sql.SQLException;
import java.util.List;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.springframework.http.MediaType;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;

public interface LeakyPort {

    Flux<String> reactor();

    Publisher<String> reactiveStreams();

    void netty(ByteBuf buffer);

    void spring(List<MediaType> types);

    void jdbc() throws SQLException;

    JsonNode json();

    @JsonIgnore
    void annotated();

    void logging(Logger logger);
}
