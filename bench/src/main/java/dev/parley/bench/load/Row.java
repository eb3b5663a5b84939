package dev.parley.bench.load;

/// A message as the store holds it.
public record Row(String room, long seq, String clientMsgId, String data) {}
