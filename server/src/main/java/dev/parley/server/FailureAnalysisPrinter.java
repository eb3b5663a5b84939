package dev.parley.server;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

/// Prints what Spring Boot itself finds wrong, such as a port that is not a number. Made by Spring Boot.
final class FailureAnalysisPrinter implements FailureAnalysisReporter {

    @Override
    public void report(FailureAnalysis analysis) {
        System.err.println("parley: the server does not start.");
        print(analysis.getDescription());
        print(analysis.getAction());
    }

    private static void print(@Nullable String text) {
        if (text != null) {
            System.err.println(text.strip());
        }
    }
}
