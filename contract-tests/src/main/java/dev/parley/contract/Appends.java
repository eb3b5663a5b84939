package dev.parley.contract;

import dev.parley.kernel.Author;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Life;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.kernel.Tier;
import dev.parley.kernel.UserId;
import dev.parley.log.AmendmentTerms;
import dev.parley.log.Append;
import dev.parley.log.ContentHash;
import dev.parley.log.NewEvent;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.RoomTerms;
import dev.parley.log.SenderLimits;
import dev.parley.log.StateChange;
import dev.parley.room.RoomState;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Makes the appends of one author to one room, decided under certain terms.
public record Appends(RoomId room, RoomTerms terms, Author author) {

    private static final AtomicInteger LIVES = new AtomicInteger();
    private static final EventType TEXT = new EventType("text");
    private static final EventType UPDATED = new EventType("room.updated");
    private static final EventType ATTRIBUTES = new EventType("room.attributes");
    private static final EventType EDITED = new EventType("room.message.edited");
    private static final EventType DELETED = new EventType("room.message.deleted");
    private static final AmendmentTerms OWN = new AmendmentTerms(false, 900_000, null);
    private static final EventType PEOPLE = new EventType("room.member.role");
    private static final EventType DESTROYED = new EventType("room.destroyed");

    /// For a room that does not exist yet, under a life of its own. Alice writes, without a limit.
    public static Appends toNew(String room) {
        return new Appends(new RoomId(room), newTerms(), alice());
    }

    /// Under the rules this room has now.
    public static Appends to(RoomState room) {
        return new Appends(room.id(), room.terms().withoutLimit(), alice());
    }

    public Appends by(String user) {
        return by(new Author(Sender.of(new UserId(user)), null));
    }

    public Appends by(Author other) {
        return new Appends(room, terms, other);
    }

    public Appends to(String otherRoom) {
        return new Appends(new RoomId(otherRoom), terms, author);
    }

    public Appends underRules(long rules) {
        return under(new RoomTerms(
                terms.life(),
                rules,
                terms.inboundPerSecond(),
                terms.retention(),
                terms.senders(),
                terms.allowlisted()));
    }

    public Appends limitedTo(int perSecond) {
        return under(new RoomTerms(
                terms.life(), terms.rules(), perSecond, terms.retention(), terms.senders(), terms.allowlisted()));
    }

    /// With these limits for its sender.
    public Appends limiting(SenderLimits senders) {
        return under(new RoomTerms(
                terms.life(),
                terms.rules(),
                terms.inboundPerSecond(),
                terms.retention(),
                senders,
                terms.allowlisted()));
    }

    /// By a user of the allowlist.
    public Appends allowlisted() {
        return under(terms.forAllowlisted());
    }

    public Appends inAnotherLife() {
        return under(newTerms());
    }

    private Appends under(RoomTerms other) {
        return new Appends(room, other, author);
    }

    /// A message whose data is its id.
    public Append message(String id) {
        return message(id, "\"" + id + "\"");
    }

    public Append message(String id, String json) {
        return message(id, new NewEvent(TEXT, Tier.HIGH, 0, null, JsonText.of(json)));
    }

    public Append message(String id, NewEvent event) {
        var hash = ContentHash.ofMessage(
                event.type().value(), event.tier(), event.ttlMs(), event.ref(), event.data(), event.key());
        return Append.ofEvent(room, author, new ClientMessageId(id), hash, event, terms);
    }

    public Append message(String id, Tier tier) {
        return message(id, new NewEvent(TEXT, tier, 0, null, JsonText.of("1")));
    }

    /// Messages with the ids `prefix1` to `prefixN`.
    public List<Append> messages(String prefix, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> message(prefix + i))
                .toList();
    }

    /// The same of this tier.
    public List<Append> messages(String prefix, int count, Tier tier) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> message(prefix + i, tier))
                .toList();
    }

    /// An event of the server's own, without a change.
    public Append systemEvent(String id) {
        return change(id, systemEvent(UPDATED), null);
    }

    public Append creation(RoomKind kind, RoomSettings settings) {
        return change("~creation", null, new StateChange.CreateRoom(terms.life(), kind, settings));
    }

    public Append creation() {
        return creation(RoomKind.DURABLE, RoomSettings.defaults(RoomKind.DURABLE));
    }

    /// A message that creates its room if that is missing.
    public Append creatingMessage(String id) {
        var message = message(id);
        var create = StateChange.CreateRoom.ofDefaults(terms.life(), RoomKind.DURABLE);
        return new Append(room, author, message.clientMsgId(), message.hash(), message.event(), create, terms);
    }

    public Append newSettings(String id, RoomSettings settings, long expectedVersion) {
        return change(id, systemEvent(UPDATED), new StateChange.ReplaceSettings(settings, expectedVersion));
    }

    public Append newSettingsWithoutEvent(String id, RoomSettings settings, long expectedVersion) {
        return change(id, null, new StateChange.ReplaceSettings(settings, expectedVersion));
    }

    /// A change of attributes; its event's data is its id.
    public Append attributes(String id, StateChange.ChangeAttributes change) {
        var event = new NewEvent(ATTRIBUTES, Tier.HIGH, 0, null, JsonText.of("\"" + id + "\""));
        return change(id, event, change);
    }

    /// A change of a message; its event's data is its id.
    public Append amendment(String id, StateChange.AmendMessage change) {
        EventType type = change.deletes() ? DELETED : EDITED;
        return change(id, new NewEvent(type, Tier.HIGH, 0, change.seq(), JsonText.of("\"" + id + "\"")), change);
    }

    /// One's own message holds something else.
    public Append edit(String id, long seq, String data) {
        return amendment(id, new StateChange.EditMessage(seq, JsonText.of(data), OWN));
    }

    /// One's own message holds nothing any more.
    public Append deletion(String id, long seq) {
        return amendment(id, new StateChange.DeleteMessage(seq, OWN));
    }

    /// A change of people; its event's data is its id.
    public Append people(String id, StateChange change) {
        var event = new NewEvent(PEOPLE, Tier.HIGH, 0, null, JsonText.of("\"" + id + "\""));
        return change(id, event, change);
    }

    public Append peopleWithoutEvent(String id, StateChange change) {
        return change(id, null, change);
    }

    /// With an owner.
    public Append creationBy(UserId owner) {
        var settings = RoomSettings.defaults(RoomKind.DURABLE);
        return change("~creation", null, new StateChange.CreateRoom(terms.life(), RoomKind.DURABLE, settings, owner));
    }

    public Append destruction(String id, @Nullable Long expectedVersion) {
        return change(id, systemEvent(DESTROYED), new StateChange.DestroyRoom(expectedVersion));
    }

    private Append change(String id, @Nullable NewEvent event, @Nullable StateChange change) {
        var hash = ContentHash.ofChange("change", JsonText.of(String.valueOf(change)));
        return new Append(room, author, new ClientMessageId(id), hash, event, change, terms);
    }

    private static NewEvent systemEvent(EventType type) {
        return new NewEvent(type, Tier.CRITICAL, 0, null, JsonText.of("{}"));
    }

    private static Author alice() {
        return new Author(Sender.of(new UserId("alice")), null);
    }

    private static RoomTerms newTerms() {
        var digits = Integer.toString(LIVES.incrementAndGet(), 36);
        var life = new Life("0".repeat(8 - digits.length()) + digits);
        return RoomTerms.ofNew(life, RoomSettings.defaults(RoomKind.DURABLE));
    }
}
