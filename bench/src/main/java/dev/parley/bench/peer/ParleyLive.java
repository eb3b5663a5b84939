package dev.parley.bench.peer;

import dev.parley.bench.stream.RoomNames;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/// What is asked of Parley for one live room: by its viewers, and by the many who send into it.
public final class ParleyLive {

    private final InetSocketAddress address;
    private final String prefix;
    private final Access access;
    private final ParleyRequests requests;
    private final int viewers;

    /// @param prefix of the room's name
    /// @param access of the viewers first, then of the senders
    public ParleyLive(InetSocketAddress address, String prefix, Access access, int viewers) {
        this.address = address;
        this.prefix = prefix;
        this.access = access;
        this.requests = new ParleyRequests(address, access);
        this.viewers = viewers;
    }

    public InetSocketAddress address() {
        return address;
    }

    /// @param settings as the body of the request
    public void create(String settings) {
        ParleyRooms.create(address, new RoomNames(prefix, 1, 1), access, settings);
    }

    /// The room's name, as [RoomNames] makes it.
    private String name() {
        return prefix + "0";
    }

    /// @param query empty, or with its question mark
    public byte[] watch(int viewer, String query, String cursor) {
        String resume = cursor.isEmpty() ? "" : "Last-Event-ID: " + cursor + "\r\n";
        return requests.get(
                "/v1/rooms/" + name() + "/events" + query, viewer, "Accept: text/event-stream\r\n" + resume);
    }

    /// Reads a page of the log for a viewer.
    public void pull(int viewer, String query, ByteBuffer request) {
        request.put(requests.get("/v1/rooms/" + name() + "/messages" + query, viewer, ""));
    }

    /// @param text needs no escapes
    public void say(int sender, String type, String text, ByteBuffer request) {
        post(sender, "messages", "{\"type\":\"" + type + "\",\"data\":\"" + text + "\"}", request);
    }

    /// Adds one to what everybody who watches sees.
    public void add(int sender, String type, ByteBuffer request) {
        post(sender, "signals", "{\"type\":\"" + type + "\",\"data\":{\"n\":1},\"merge\":\"sum\"}", request);
    }

    public void signal(int sender, String type, ByteBuffer request) {
        post(sender, "signals", "{\"type\":\"" + type + "\",\"data\":{},\"ttlMs\":5000}", request);
    }

    private void post(int sender, String what, String body, ByteBuffer request) {
        requests.post("/v1/rooms/" + name() + "/" + what, access.member(viewers + sender), body, request);
    }
}
