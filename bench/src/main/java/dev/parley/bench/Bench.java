package dev.parley.bench;

/// Runs the benchmark that the first argument names.
public class Bench {

    public static void main(String[] args) {
        System.err.println("There is no benchmark yet.");
        System.exit(2);
    }
}
