package dev.parley.faults;

/// One way in which the log and what was answered do not fit together.
record Finding(Kind kind, String what) {

    enum Kind {
        /// Acknowledged, but not in the log.
        LOST,
        /// In the log with another body than was sent.
        ALTERED,
        /// In the log more than once.
        DOUBLED,
        /// In the log, but nobody sent it.
        PHANTOM,
        /// In the log, though every try was answered with a refusal that says it is not.
        REFUSED_YET_STORED,
        /// An answer names another position than the log, or calls the wrong try the first.
        WRONG_ANSWER,
        /// The seqs of a log do not rise by one from its first to its last.
        HOLE,
        /// A head's bounds are not those of its log's rows.
        WRONG_HEAD,
        /// Sent after another was acknowledged, but before it in the log.
        OUT_OF_ORDER,
        /// An event with an earlier time than one before it.
        TIME_FELL
    }
}
