package dev.parley.delivery.spi;

/// How an event looks on the wire. Its bytes are made once per node, event and format.
public enum Format {
    /// Server-sent event that names its position: streams of one room.
    SSE_WITH_ID,
    /// Server-sent event without an id: streams of several rooms, whose cursor only notices carry.
    SSE_WITHOUT_ID,
    /// Whole WebSocket frames as a server writes them; each event names its position in its room.
    WEBSOCKET
}
