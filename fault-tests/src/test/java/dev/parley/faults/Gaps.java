package dev.parley.faults;

import java.time.Duration;
import java.util.List;

/// How long writers of one server and room went without an acknowledgement.
final class Gaps {

    private Gaps() {}

    /// The longest stretch between two acknowledgements, the window's ends counted as such.
    ///
    /// @param server its number in the writers' plan
    static Duration longest(List<History.Entry> entries, int server, String room, long from, long to) {
        long before = from;
        long longest = 0;
        for (History.Entry entry : entries) {
            if (entry.at() > from && entry.at() < to && acknowledged(entry, server, room)) {
                longest = Math.max(longest, entry.at() - before);
                before = entry.at();
            }
        }
        return Duration.ofNanos(Math.max(longest, to - before));
    }

    private static boolean acknowledged(History.Entry entry, int server, String room) {
        return entry instanceof History.Answered(var message, var by, Answer.Ok _, var _)
                && by == server
                && message.room().equals(room);
    }
}
