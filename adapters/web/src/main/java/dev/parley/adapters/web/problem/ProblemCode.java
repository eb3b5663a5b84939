package dev.parley.adapters.web.problem;

import java.util.Locale;
import java.util.Optional;

/// Every error this server answers with: the one list. The wire code is the constant in kebab-case; each has
/// a page at `/problems/<code>` made of these texts. Codes are never renamed or given another meaning.
public enum ProblemCode {
    BAD_REQUEST(
            400,
            "Not a valid HTTP request",
            false,
            "The server could not read the request as HTTP.",
            "The request line, a header or the address contains characters HTTP does not allow, or the framing is broken.",
            "Send a well-formed HTTP/1.1 request; percent-encode what is not allowed in an address."),
    INVALID_ID(
            400,
            "An identifier breaks its syntax",
            false,
            "A room id, user id, message type or client message id is not one.",
            "Ids are short and use few characters, so that they are safe in addresses, keys and logs.",
            "Use an id of the documented form; the detail names the rule that was broken."),
    INVALID_BODY(
            400,
            "The body is not what this endpoint takes",
            false,
            "The request's body is not valid JSON, or its members are not the documented ones.",
            "JSON is read strictly: UTF-8 only, no unknown or repeated members, no U+0000, no lone surrogates, at most 32"
                    + " levels in data.",
            "Correct the body as the detail says; the API's documentation shows an example for every endpoint."),
    INVALID_PARAMETER(
            400,
            "A query parameter or header is not valid",
            false,
            "A query parameter or header is unknown, repeated, contradicts another or has a value out of range.",
            "Parameters are never ignored silently, so that a typing error is noticed.",
            "Correct or leave out the parameter that the detail names."),
    BAD_CURSOR(
            400,
            "The cursor is not one of this server's",
            false,
            "A cursor (after or before) cannot be read.",
            "A cursor is a position as this server wrote it: epoch, a colon, a seq.",
            "Send a position exactly as an event's or a page's next showed it, or none to begin anew."),
    NOT_SUPPORTED(
            400,
            "Not supported by this version",
            false,
            "The request names a setting or parameter that this version does not enforce.",
            "What is not enforced is refused rather than accepted silently.",
            "Leave it out, or use a version of the server that supports it."),
    TOO_MANY_ROOMS(
            400,
            "Too many rooms at once",
            false,
            "The request names more rooms than one stream can carry.",
            "A stream has at most 100 rooms, and their ids must fit into the one cursor that goes with each reconnect.",
            "Name fewer rooms, and open a second stream for the rest."),
    CONTENT_REJECTED(
            400,
            "The store cannot take this content",
            false,
            "The store refused the content and would refuse it again; nothing was written.",
            "The content is valid JSON but not storable.",
            "Change the content before sending it again."),
    UNAUTHENTICATED(
            401,
            "Credentials are needed",
            false,
            "The request carries no credentials.",
            "Everything under /v1 needs a bearer token or an API key.",
            "Send Authorization: Bearer <token>, or X-API-Key. In dev mode, POST /v1/dev/tokens makes a token."),
    INVALID_TOKEN(
            401,
            "The token is not valid",
            false,
            "The bearer token was not accepted.",
            "Its signature, algorithm or one of its claims is not what this server was configured to accept; reason says"
                    + " which.",
            "Get a new token from whoever issues them; correct the issuer if the reason names a claim."),
    TOKEN_EXPIRED(
            401,
            "The token has expired",
            false,
            "The bearer token's exp lies in the past.",
            "Tokens are short-lived on purpose.",
            "Get a new token and send the request again."),
    INVALID_KEY(
            401,
            "The API key is not valid",
            false,
            "The key in X-API-Key was not accepted.",
            "It is mistyped, was taken back, or belongs to another deployment.",
            "Correct it, or make a new one with ./parley key NAME."),
    INVALID_TICKET(
            401,
            "The ticket is not valid",
            false,
            "The stream ticket was not accepted.",
            "It is incomplete, was changed on its way, or was signed by another deployment.",
            "Get a new ticket with POST /v1/stream-tickets and open the stream with it."),
    TICKET_EXPIRED(
            401,
            "The ticket has expired",
            false,
            "The stream ticket cannot open this stream any more.",
            "A ticket opens a stream within 60 seconds; after that it only resumes one with a cursor, for at most an hour"
                    + " and never longer than the token it was made with.",
            "Get a new ticket with POST /v1/stream-tickets and open the stream with it and the last cursor."),
    FORBIDDEN(
            403,
            "Not allowed",
            false,
            "These credentials do not allow this, or there is no such room.",
            "No grant covers it; reason names the rule that decided. Whether a room exists is told only to those with a"
                    + " grant for it.",
            "Use a token whose rooms claim grants the permission in this room."),
    TIER_NOT_ALLOWED(
            403,
            "This tier may not be asked for",
            false,
            "The message asks for a higher tier than its type has.",
            "Raising the tier needs the permission moderate.",
            "Leave tier out, or use a token that grants moderate in this room."),
    SENDER_NOT_ALLOWED(
            403,
            "This sender may not be named",
            false,
            "The message names a sender other than the one the credentials state.",
            "Only an API key may publish in the name of others.",
            "Leave sender out, or publish with an API key."),
    ATTRIBUTE_OF_ANOTHER(
            403,
            "The attribute belongs to somebody else",
            false,
            "The request changes an attribute that another user set; key names it.",
            "A key belongs to who set it, until it is removed.",
            "Use another key, or, with the permission moderate, PATCH the attributes with the option force."),
    MESSAGE_OF_ANOTHER(
            403,
            "The message was sent by somebody else",
            false,
            "The request edits or deletes a message that another user sent.",
            "Without the permission moderate everybody changes his own messages alone.",
            "Leave it to its sender, or to somebody with the permission moderate."),
    EDIT_TOO_LATE(
            403,
            "The message is too old to be changed",
            false,
            "The message was sent longer ago than editSeconds, which the room sets.",
            "Later than that only those with the permission moderate edit or delete a message.",
            "Send another message, or ask somebody with the permission moderate."),
    ORIGIN_NOT_ALLOWED(
            403,
            "Not for pages of this origin",
            false,
            "A page of another origin asked for a stream.",
            "Only this server's own pages and the listed origins may read streams.",
            "List the page's origin in parley.cors.origins, exactly as the browser sends it."),
    DEV_MODE_PEER(
            403,
            "Dev mode serves this machine only",
            false,
            "The request came from another machine.",
            "With parley.auth=dev everybody may make tokens, so only the local machine is served.",
            "Connect from the same machine, or set parley.auth=jwt to serve others."),
    DEV_MODE_HOST(
            403,
            "Dev mode serves local names only",
            false,
            "The request's Host header is not localhost, 127.0.0.1 or [::1].",
            "A page of another site could make a browser reach this server under that site's own name.",
            "Use http://localhost:<port>, or set parley.auth=jwt to serve under another name."),
    DEV_MODE_ORIGIN(
            403,
            "Dev tokens are not for other sites",
            false,
            "A page of another origin asked for a token.",
            "In dev mode anybody who reaches this server may make a token; pages of other sites must not.",
            "Ask from this server's own pages, or list the page's origin in parley.cors.origins."),
    NOT_FOUND(
            404,
            "There is nothing here",
            false,
            "The address names nothing this server has.",
            "The path is mistyped, or belongs to a feature that is off or comes later.",
            "Look the address up in the API's documentation at /docs."),
    ROOM_NOT_FOUND(
            404,
            "There is no such room",
            false,
            "The room does not exist.",
            "It was never created, or was destroyed.",
            "Create it with PUT /v1/rooms/{room}, or correct the id."),
    PRESENCE_OFF(
            404,
            "The room does not tell who is there",
            false,
            "The room's presence is off.",
            "The setting presence of this room says that nobody is told who is in it, or how many.",
            "Set presence to count or list with PATCH /v1/rooms/{room}, if you may."),
    MESSAGE_NOT_FOUND(
            404,
            "There is no such message",
            false,
            "The room has no event with this seq.",
            "The seq lies above the head, or the event is older than what the room keeps.",
            "Read the history to see which seqs there are."),
    MEMBER_NOT_FOUND(
            404,
            "There is no such member",
            false,
            "The user is no member of the room.",
            "He never joined, left, or was removed.",
            "Make him one with PUT /v1/rooms/{room}/members/{user}."),
    ATTRIBUTE_NOT_FOUND(
            404,
            "There is no such attribute",
            false,
            "The room holds nothing under this key.",
            "It was never set, was removed, or its time is over.",
            "Read the room's attributes to see which keys there are."),
    METHOD_NOT_ALLOWED(
            405,
            "This method is not for this address",
            false,
            "The address exists but does not take this method.",
            "Allow names the methods it takes.",
            "Use one of the methods in the Allow header."),
    NOT_ACCEPTABLE(
            406,
            "JSON is not accepted by the client",
            false,
            "The Accept header rules out application/json.",
            "This endpoint answers with JSON only.",
            "Send Accept: application/json, or leave the header out."),
    REQUEST_TIMEOUT(
            408,
            "The request came too slowly",
            true,
            "The request was not complete within 10 s.",
            "Slow requests would hold resources that others need.",
            "Send the request again, all of it at once. A repeat with the same client message id is safe."),
    IDEMPOTENCY_MISMATCH(
            409,
            "The client message id was used for other content",
            false,
            "This sender has used this client message id in this room for another message; seq names it.",
            "A client message id stands for one message, so that a retry cannot publish it twice.",
            "Use a new id for a new message; for a retry, send exactly what was sent first."),
    KIND_FIXED(
            409,
            "A room's kind cannot be changed",
            false,
            "The request names another kind than the room has.",
            "The kind is fixed when the room is created.",
            "Leave kind out, or destroy the room and create it anew."),
    ALLOWLIST_FULL(
            409,
            "The allowlist is full",
            false,
            "The room's allowlist has as many users as it can have.",
            "An allowlist has at most 500 users: it is read with the room.",
            "Take somebody off it first, or raise inboundPerSecond for all."),
    LAST_OWNER(
            409,
            "The room's only owner",
            false,
            "The request would leave the room without an owner.",
            "A room that has an owner keeps one, so that somebody can manage it.",
            "Make another member owner first, or destroy the room."),
    MEMBERS_FULL(
            409,
            "The room has as many members as it can",
            false,
            "The room has as many members as it can, or as many with a role above member; most says how many.",
            "A room has at most 100,000 members, of whom at most 500 are speakers, moderators or owners.",
            "Remove somebody first. Who only reads and writes need not be a member where a token grants it."),
    ATTRIBUTES_FULL(
            409,
            "The room holds as many attributes as it can",
            false,
            "The change would give the room more attributes than it can hold.",
            "A room holds at most 100 keys: they are read and sent as a whole.",
            "Remove some first, or put several values under one key."),
    CURSOR_AHEAD(
            409,
            "The cursor is ahead of the log",
            false,
            "The cursor names a seq above the room's head.",
            "The position was changed by the client, or the store lost its newest part.",
            "Drop what you hold of this room and read its newest page."),
    EPOCH_CHANGED(
            409,
            "The cursor belongs to another log",
            false,
            "The cursor's epoch is not the room's.",
            "The room was recreated, the store was restored, or the cursor is another room's.",
            "Drop what you hold of this room and read its newest page."),
    CURSOR_EXPIRED(
            410,
            "The cursor is older than what is kept",
            false,
            "Events after this cursor are not kept any more.",
            "The room's retention removed them; first names the oldest that is left.",
            "Go on from first, or read the newest page."),
    MESSAGE_EXPIRED(
            410,
            "The message's time is over",
            false,
            "The message was published with a time to live that has passed.",
            "Its sender said that it is worthless after that time.",
            "Do without it; it will not come back."),
    MESSAGE_DELETED(
            410,
            "The message was deleted",
            false,
            "The request edits a message of which nothing is left.",
            "Its sender or a moderator deleted it.",
            "Do without it; it will not come back."),
    VERSION_CONFLICT(
            412,
            "The room has changed meanwhile",
            false,
            "If-Match or If-None-Match did not hold; version is the room's.",
            "Somebody else changed, created or destroyed the room since it was read.",
            "Read the room, apply the change to what it is now, and send its new ETag."),
    MESSAGE_CONFLICT(
            412,
            "The message has changed meanwhile",
            false,
            "If-Match did not hold; version is the message's.",
            "Somebody else edited or deleted it since it was read.",
            "Read the message, decide anew, and send its new ETag."),
    ATTRIBUTE_CONFLICT(
            412,
            "The attribute has changed meanwhile",
            false,
            "If-Match or If-None-Match did not hold; seq is the attribute's, 0 when there is none.",
            "Somebody else set or removed it since it was read.",
            "Read the attribute, decide anew, and send its new ETag."),
    PAYLOAD_TOO_LARGE(
            413,
            "The body is too large",
            false,
            "The body, or a message's data, exceeds its limit.",
            "A message's data is at most 16 KiB without white space, a request at most 64 KiB, a batch at most 1 MiB.",
            "Send less: split a batch, keep files elsewhere and publish a link."),
    URI_TOO_LONG(
            414,
            "The address is too long",
            false,
            "The request line exceeds 16 KiB.",
            "Nothing this server takes is that long.",
            "Shorten the query."),
    UNSUPPORTED_MEDIA_TYPE(
            415,
            "The body is not of a type this endpoint takes",
            false,
            "Content-Type is missing or not JSON in UTF-8, or the body is compressed.",
            "Bodies are application/json (a patch may be application/merge-patch+json), uncompressed.",
            "Send Content-Type: application/json and no Content-Encoding."),
    ROOM_QUOTA(
            429,
            "The room takes no more messages now",
            true,
            "A limit of the room is used up.",
            "The limits protect the room's readers. reason says which: room is inboundPerSecond, room-low the half of it that"
                    + " the tier low has, critical the 50 a second that all critical messages share.",
            "Wait as long as Retry-After says, then send the message again with the same client message id."),
    SENDER_QUOTA(
            429,
            "The room takes no more messages from this sender now",
            true,
            "The sender's limit in this room is used up.",
            "The limit senderPerSecond keeps one sender from taking the place of all others.",
            "Wait as long as Retry-After says, then send the message again with the same client message id."),
    SLOW_MODE(
            429,
            "The room is in slow mode",
            true,
            "The sender's last message is not long enough ago.",
            "The setting slowModeSeconds is the least time between two messages of everybody but moderators.",
            "Wait as long as Retry-After says, then send the message again with the same client message id."),
    ATTRIBUTE_QUOTA(
            429,
            "The room's attributes change too often",
            true,
            "The room's attributes have had their share of changes.",
            "Every change goes to everybody in the room: each room takes 100 a second.",
            "Wait as long as Retry-After says; change several keys at once with PATCH, and send what may be lost as a"
                    + " signal."),
    SIGNAL_QUOTA(
            429,
            "Too many signals",
            true,
            "This sender, or this room, has had its share of signals; reason says which.",
            "Signals go to everybody in the room at once: each server takes 5 a second from a sender and 5,000 a second"
                    + " for a room.",
            "Send fewer: of what is newest only the last counts, and what is counted can be added up before it is sent."),
    UPGRADE_REQUIRED(
            426,
            "This address speaks WebSocket",
            false,
            "The request does not ask for a WebSocket of version 13.",
            "Here a connection is opened over which rooms are subscribed to.",
            "Open it with a WebSocket client and the subprotocol parley.v1, or follow rooms as server-sent events."),
    HEADERS_TOO_LARGE(
            431,
            "The headers are too large",
            false,
            "The request's headers exceed 16 KiB.",
            "Nothing this server takes needs that much.",
            "Send fewer or shorter headers; a token with many rooms is better replaced by patterns."),
    INTERNAL(
            500,
            "The server failed",
            true,
            "The server has a fault of its own.",
            "The log tells more, under the trace id.",
            "Try again with the same client message id; tell the operator the trace id if it stays."),
    NOT_READY(
            503,
            "The server is not ready",
            true,
            "The server cannot serve requests now.",
            "It is starting, draining before a stop, or cannot reach its store; reason says which.",
            "Send requests to another server, and ask again in a second."),
    OVERLOADED(
            503,
            "The server is busy",
            true,
            "The server has more to do than it takes on; nothing was tried.",
            "Queues are bounded, so that those who are served are served in time.",
            "Wait as long as Retry-After says and try again with the same client message id."),
    PRESENCE_UNAVAILABLE(
            503,
            "It is not known who is there",
            true,
            "The registry of sessions did not answer.",
            "It is down, restarting or cut off; messages are not concerned.",
            "Wait as long as Retry-After says and ask again."),
    STORE_UNAVAILABLE(
            503,
            "The store cannot be reached",
            true,
            "The store did not answer; nothing was written.",
            "It is down, restarting or cut off.",
            "Wait as long as Retry-After says and try again with the same client message id."),
    OUTCOME_UNKNOWN(
            503,
            "It is not known whether the message was stored",
            true,
            "The store was lost while the message was being committed: it may be in the log.",
            "The commit's answer did not come in time.",
            "Send the same message again with the client message id given in clientMsgId: it is stored at most once."),
    STOPPING(
            503,
            "The server is stopping",
            true,
            "The server takes no new work; nothing was tried.",
            "It is being stopped or restarted.",
            "Try again, through the load balancer if there is one.");

    private final String wire = name().toLowerCase(Locale.ROOT).replace('_', '-');
    private final int status;
    private final String title;
    private final boolean retryable;
    private final String happened;
    private final String why;
    private final String advice;

    ProblemCode(int status, String title, boolean retryable, String happened, String why, String advice) {
        this.status = status;
        this.title = title;
        this.retryable = retryable;
        this.happened = happened;
        this.why = why;
        this.advice = advice;
    }

    public static Optional<ProblemCode> of(String wire) {
        for (ProblemCode code : values()) {
            if (code.wire.equals(wire)) {
                return Optional.of(code);
            }
        }
        return Optional.empty();
    }

    public String wire() {
        return wire;
    }

    public int status() {
        return status;
    }

    public String title() {
        return title;
    }

    /// Whether the same request may succeed later.
    public boolean retryable() {
        return retryable;
    }

    public String happened() {
        return happened;
    }

    public String why() {
        return why;
    }

    /// What to do about it.
    public String advice() {
        return advice;
    }
}
