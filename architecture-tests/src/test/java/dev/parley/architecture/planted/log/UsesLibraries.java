package dev.parley.architecture.planted.log;

import dev.parley.architecture.planted.adapters.sql.SqlThing;
import io.netty.buffer.ByteBuf;
import java.net.http.HttpClient;
import java.sql.Connection;
import java.util.List;
import org.jooq.DSLContext;
import org.springframework.context.ApplicationContext;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

public class UsesLibraries {

    SqlThing anAdapter;
    Connection jdbc;
    HttpClient http;
    DSLContext jooq;
    List<JsonNode> json;
    ByteBuf[] netty;

    void spring(ApplicationContext context) {
        context.getId();
    }

    Mono<String> reactor() {
        return Mono.empty();
    }
}
