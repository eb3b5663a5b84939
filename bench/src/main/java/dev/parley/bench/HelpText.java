package dev.parley.bench;

/// What `./parley bench help` says.
final class HelpText {

    static final String TEXT = """
            Usage: ./parley bench append|rest [options]

            append   how many appends a second the lanes acknowledge, and how fast, in one room and over many, on each
                     store, beside one transaction a message in the same run; then looks every one of them up
                 --quick               one short round instead of three longer ones
                 --rounds N            rounds of each measurement (3)
                 --seconds S           length of a round (4.5)
                 --stores A,B          some of sqlite, postgres, memory (sqlite,postgres)
                 --without-postgres    leave PostgreSQL out; its programs are then not needed
                 --rooms N             rooms of the spread load (1000)
                 --in-flight N         messages under way through the lanes (2048; 1000 at most in one room)
                 --writers N           most connections for one transaction a message (the store's own number)
                 --lanes-only          leave out one transaction a message

            rest     how many messages a second one core publishes over REST into SQLite, beside the same request
                     authenticated, parsed and thrown away in the same run; then looks every one of them up
                 --quick               two short rounds instead of five longer ones, and less warming up
                 --rounds N            rounds of each kind of request (5)
                 --seconds S           length of a round (5)
                 --warm-up S           before the first round, of each kind (20)
                 --rooms N             rooms that are published into (1000)
                 --connections N       kept-alive connections, one request at a time each (64)
                 --server-flags TEXT   more flags for the server's JVM, separated by blanks

            Of both:
                 --json FILE           write all figures there, too
                 --assert              end with status 1 when a ratio misses its bar

            Stores lie in the folder for temporary files: JAVA_OPTS=-Djava.io.tmpdir=FOLDER moves them to another disk.
            """;

    private HelpText() {}
}
