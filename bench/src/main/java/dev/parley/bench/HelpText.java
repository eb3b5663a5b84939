package dev.parley.bench;

/// What `./parley bench help` says.
final class HelpText {

    static final String TEXT = """
            Usage: ./parley bench append|rest|load|live|signals|compare [options]

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
                 --warm-up S           before the first round, of each kind (40)
                 --rooms N             rooms that are published into (1000)
                 --connections N       kept-alive connections, one request at a time each (64)
                 --server-flags TEXT   more flags for the server's JVM, separated by blanks

            Of both:
                 --json FILE           write all figures there, too
                 --assert              end with status 1 when a ratio misses its bar

            load     opens many streams, publishes on a timetable, and finds out how long deliveries take from when a
                     message was due, what they cost the server, and whether everybody received everything once and in
                     order; starts a server of its own or loads one that runs
                 --connections N       streams (1000)
                 --rooms N             rooms (1); --rooms-per-connection N of them are read by each (1)
                 --rate R              messages a second over all rooms (20); 0 publishes nothing
                 --seconds S           what counts (10); --warm-up S before it (5); --drain S after it at most (10)
                 --payload N           bytes of text beside the stamp (100); or --frame N: bytes of an event as framed
                 --publishers N        connections over which is published, one request at a time each (16)
                 --open-burst N        connections that are being opened at a time (200)
                 --openings N          open all of them that often and close them again; the last time counts (1)
                 --crowd N             N further streams of one more room (0), with --crowd-rate R messages a second (5);
                                       the latencies of the other rooms are reported without theirs
                 --probe R             R requests a second that are refused once they are read: how soon loops read (0);
                                       one after the other, so no more than a saturated server answers: 20, say
                 --idle S              hold the connections so long before publishing, and tell their memory
                 --stalled SHARE       connections that stop reading, and --slow SHARE that read 1 KB a second, both
                                       with receive buffers of 4 KiB; afterwards they come back for what they missed
                 --protocol P          sse or websocket (sse)
                 --processes N         processes that share the connections (1)
                 --room-prefix TEXT    what the rooms' names begin with (a new one for each run)
                 --url URL             a running server instead; --pid P,Q its processes; --token T an administrator's
                                       token (in dev mode the server is asked for one)
                 --server-flags TEXT   more flags for the server's JVM; --server-arguments TEXT more keys for the server
                 Each that is given and missed ends the run with status 1: --require-all (everything delivered, once,
                 in order), --max-p50, --max-p99, --max-p999, --max-latency (ms), --max-crowd-p99 and --max-probe-p99 (ms;
                 of the crowd's deliveries and of the probe's answers), --max-cpu (µs of the server for each delivery),
                 --max-open-seconds, --max-kib (resident memory for each connection)

            live     floods a live room above its limit while many watch, some of them slowly; finds out whether every
                     request was accepted or refused with 429, whether received and dropped make what was accepted at
                     every viewer and in every tier, and how late critical messages come; a server of its own, or one
                     in dev mode that runs
                 --viewers N           streams (2000); --slow SHARE of them read 1 KB a second with receive buffers of
                                       4 KiB (0.05), and come back in the end for the rest
                 --limit R             messages a second that the room takes (200); --flood F times as many are sent (10)
                 --gifts R             critical messages a second (10); --hearts R signals that are added up (200);
                                       --typing R signals of which the latest counts (20)
                 --senders N           people who send all that (500); --publishers N connections for the chat (64)
                 --seconds S           what counts (60); --warm-up S before it (5); --drain S after it at most (20)
                 --mode M              push or notify (push); notify runs both, one after the other, and compares what a
                                       delivery costs; --pullers N connections over which is pulled (one for four
                                       viewers)
                 --payload N, --open-burst N, --room-prefix TEXT, --url URL, --pid P,Q, --server-flags TEXT,
                 --server-arguments TEXT as with load
                 Each that is given and missed ends the run with status 1: --require-all (all counts add up, nobody
                 misses a critical message), --max-critical-p99, --max-p99 (ms; of each tier), --max-cpu (µs)

            signals  how late a room's messages are while many people type in it, against the same room in which nobody
                     does, in turn; that nobody hears more signals than a room tells
                 --viewers N           streams (10000); --people N who type (1000); --typing R signals a second (one of
                                       each in two seconds); --rate R messages a second (5); --rounds N (3)
                 --seconds S           of each side of a round (10); --warm-up S before it (5); --drain S (10)
                 --payload N, --open-burst N, --room-prefix TEXT, --url URL, --pid P,Q, --server-flags TEXT,
                 --server-arguments TEXT as with load
                 Each that is given and missed ends the run with status 1: --max-p99-ratio R, --require-all

            compare  the same load with events of the same size against Parley, nchan and Socket.IO, in turn; says how
                     to install those that are missing; options of load from --connections to --open-burst, and
                 --rounds N            rounds that count, after one that does not (5)
                 --peers A,B           some of nchan, socket.io (all that are installed)
                 --peer-folder FOLDER  where npm has installed Socket.IO (bench/target/peers)
                 --max-cpu-ratio R     most processor time of Parley for each delivery, in those of each of the others;
                                       --max-p99-ratio R the same of the p99

            Of these four:
                 --html FILE           the report with plots, one page that needs nothing else (bench/target/load.html)
                 --json FILE           write all figures there, too

            Stores lie in the folder for temporary files: JAVA_OPTS=-Djava.io.tmpdir=FOLDER moves them to another disk.
            """;

    private HelpText() {}
}
