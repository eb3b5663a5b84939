package dev.parley.faults;

/// One message as its writer means it. Every try of it sends the same bytes.
///
/// @param data JSON without white space, so that it has to be stored byte for byte
record Message(String room, String sender, String clientMsgId, String data) {

    /// What makes it the same message to the log.
    record Key(String room, String sender, String clientMsgId) {}

    Key key() {
        return new Key(room, sender, clientMsgId);
    }

    String body() {
        return "{\"clientMsgId\":\"" + clientMsgId + "\",\"data\":" + data + "}";
    }

    @Override
    public String toString() {
        return room + "/" + sender + "/" + clientMsgId;
    }
}
