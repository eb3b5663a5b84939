package dev.parley;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/// Starts the server.
@SpringBootApplication
public class ParleyServer {

    public static void main(String[] args) {
        SpringApplication.run(ParleyServer.class, args);
    }
}
