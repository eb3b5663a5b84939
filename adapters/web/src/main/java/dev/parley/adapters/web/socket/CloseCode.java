package dev.parley.adapters.web.socket;

import java.util.Locale;

/// Why this server ends a socket. Whoever gets 4000–4499 comes back, 4500–4999 stays away.
public enum CloseCode {
    /// Bytes that are no WebSocket.
    MALFORMED(1002),
    /// Binary where text is spoken.
    BINARY_NOT_SUPPORTED(1003),
    /// Text that is no UTF-8.
    INVALID_TEXT(1007),
    /// A message over the limit.
    MESSAGE_TOO_BIG(1009),
    /// This node stops, or takes no more.
    RECONNECT(4000),
    /// Too much waited for this client while the node had too little memory.
    TOO_SLOW(4001),
    /// Only with a new token.
    TOKEN_EXPIRED(4500),
    /// A newer connection of the session is open.
    SESSION_REPLACED(4502),
    /// What came is not this protocol.
    PROTOCOL_ERROR(4503),
    /// Credentials that did not come in time, or are not accepted.
    UNAUTHENTICATED(4504),
    /// A token of somebody else's.
    OTHER_USER(4505);

    private final int number;

    CloseCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    /// In the close frame, for people.
    public String wire() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
