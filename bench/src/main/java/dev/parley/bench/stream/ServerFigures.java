package dev.parley.bench.stream;

/// What the measured processes use, all together.
public interface ServerFigures {

    /// Processor time so far.
    double cpuSeconds();

    /// Resident memory.
    double residentBytes();

    /// Files and sockets that are open.
    int openFiles();

    /// Of a server whose processes are not known.
    ServerFigures UNKNOWN = new ServerFigures() {
        @Override
        public double cpuSeconds() {
            return 0;
        }

        @Override
        public double residentBytes() {
            return 0;
        }

        @Override
        public int openFiles() {
            return 0;
        }
    };
}
