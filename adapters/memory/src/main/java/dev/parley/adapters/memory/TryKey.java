package dev.parley.adapters.memory;

import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Sender;
import dev.parley.log.Append;

/// By what a repeat is found within one life of a room.
record TryKey(Sender sender, ClientMessageId clientMsgId) {

    static TryKey of(Append item) {
        return new TryKey(item.author().sender(), item.clientMsgId());
    }
}
