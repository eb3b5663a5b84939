package dev.parley.architecture.planted.adapters.memory;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class Scanned {}
