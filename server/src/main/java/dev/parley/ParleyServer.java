package dev.parley;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/// Starts the server. Nothing is scanned for: what is active has registered by auto-configuration, under a condition.
@SpringBootConfiguration
@EnableAutoConfiguration
public class ParleyServer {

    public static void main(String[] args) {
        SpringApplication.run(ParleyServer.class, args);
    }
}
