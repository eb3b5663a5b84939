package dev.parley.server;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/// A server: the core, its meters, and what the adapters on the class path register.
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({KeyConfiguration.class, CoreConfiguration.class, MetricsConfiguration.class})
public class ServerConfiguration {}
