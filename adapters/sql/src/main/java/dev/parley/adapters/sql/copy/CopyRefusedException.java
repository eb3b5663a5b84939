package dev.parley.adapters.sql.copy;

import dev.parley.log.spi.StoreNotOpenedException;

/// A copy cannot begin, go on or end as things are. The message is one sentence for whoever asked for it.
public final class CopyRefusedException extends StoreNotOpenedException {

    private static final long serialVersionUID = 1L;

    public CopyRefusedException(String sentence) {
        super(sentence);
    }
}
