package dev.parley.faults;

/// What came back for one try.
sealed interface Answer {

    /// It is in the log.
    record Ok(String epoch, long seq, boolean duplicate) implements Answer {}

    /// Nothing was written by this try.
    ///
    /// @param status of HTTP; 0 when no connection came about
    record Refused(int status, String code) implements Answer {

        /// Whether the same request may succeed later.
        boolean passing() {
            return status == 0 || status == 408 || status == 429 || status == 503;
        }
    }

    /// It may be in the log or not.
    record Unknown(String why) implements Answer {}
}
