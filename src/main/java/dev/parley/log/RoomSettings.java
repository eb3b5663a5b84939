package dev.parley.log;

import dev.parley.kernel.Text;

/// What an administrator decides about a room. They live beside the log because the append transaction
/// applies them.
///
/// @param title ≤ 256 characters, may be empty
/// @param inboundPerSecond application messages a second; 0 = no limit
/// @param frozen nobody but administrators and backends publishes
/// @param presence what readers are told of who is there
/// @param senders what each sender may do
/// @param overflow what becomes of connections that fall behind
/// @param types what is decided about messages by their type
/// @param allowlist who may send more than others
/// @param admittance what is only for some of the people
/// @param editSeconds how long after sending them messages may be edited and deleted by their senders; 0 = never
public record RoomSettings(
        String title,
        Retention retention,
        int inboundPerSecond,
        boolean frozen,
        PresenceMode presence,
        SenderLimits senders,
        Overflow overflow,
        MessageTypes types,
        Allowlist allowlist,
        Admittance admittance,
        int editSeconds) {

    public static final int USUAL_EDIT_SECONDS = 900;
    public static final int MAX_TITLE_LENGTH = 256;

    public RoomSettings {
        if (title.length() > MAX_TITLE_LENGTH || !Text.storable(title)) {
            throw new IllegalArgumentException("a title has at most 256 characters, no U+0000 and no lone surrogate");
        }
        if (inboundPerSecond < 0) {
            throw new IllegalArgumentException("inboundPerSecond is not negative; 0 means no limit");
        }
        if (editSeconds < 0) {
            throw new IllegalArgumentException("editSeconds is not negative; 0 means never");
        }
    }

    /// Readers are told who is there; the rest is as in [#RoomSettings(String, Retention, int, boolean, PresenceMode)].
    public RoomSettings(String title, Retention retention, int inboundPerSecond, boolean frozen) {
        this(title, retention, inboundPerSecond, frozen, PresenceMode.LIST);
    }

    /// Senders have no limits of their own, nothing is decided about types, and who falls behind is given everything.
    public RoomSettings(
            String title, Retention retention, int inboundPerSecond, boolean frozen, PresenceMode presence) {
        this(
                title,
                retention,
                inboundPerSecond,
                frozen,
                presence,
                SenderLimits.NONE,
                Overflow.CATCH_UP,
                MessageTypes.NONE,
                Allowlist.NOBODY,
                Admittance.OPEN,
                USUAL_EDIT_SECONDS);
    }

    public RoomSettings withTitle(String other) {
        return new RoomSettings(
                other,
                retention,
                inboundPerSecond,
                frozen,
                presence,
                senders,
                overflow,
                types,
                allowlist,
                admittance,
                editSeconds);
    }

    public RoomSettings withRetention(Retention other) {
        return new RoomSettings(
                title,
                other,
                inboundPerSecond,
                frozen,
                presence,
                senders,
                overflow,
                types,
                allowlist,
                admittance,
                editSeconds);
    }

    public RoomSettings withInboundPerSecond(int other) {
        return new RoomSettings(
                title,
                retention,
                other,
                frozen,
                presence,
                senders,
                overflow,
                types,
                allowlist,
                admittance,
                editSeconds);
    }

    public RoomSettings withFrozen(boolean other) {
        return new RoomSettings(
                title,
                retention,
                inboundPerSecond,
                other,
                presence,
                senders,
                overflow,
                types,
                allowlist,
                admittance,
                editSeconds);
    }

    public RoomSettings withPresence(PresenceMode other) {
        return new RoomSettings(
                title,
                retention,
                inboundPerSecond,
                frozen,
                other,
                senders,
                overflow,
                types,
                allowlist,
                admittance,
                editSeconds);
    }

    public RoomSettings withSenders(SenderLimits other) {
        return new RoomSettings(
                title,
                retention,
                inboundPerSecond,
                frozen,
                presence,
                other,
                overflow,
                types,
                allowlist,
                admittance,
                editSeconds);
    }

    public RoomSettings withOverflow(Overflow other) {
        return new RoomSettings(
                title,
                retention,
                inboundPerSecond,
                frozen,
                presence,
                senders,
                other,
                types,
                allowlist,
                admittance,
                editSeconds);
    }

    public RoomSettings withTypes(MessageTypes other) {
        return new RoomSettings(
                title,
                retention,
                inboundPerSecond,
                frozen,
                presence,
                senders,
                overflow,
                other,
                allowlist,
                admittance,
                editSeconds);
    }

    public RoomSettings withAllowlist(Allowlist other) {
        return new RoomSettings(
                title,
                retention,
                inboundPerSecond,
                frozen,
                presence,
                senders,
                overflow,
                types,
                other,
                admittance,
                editSeconds);
    }

    public RoomSettings withAdmittance(Admittance other) {
        return new RoomSettings(
                title,
                retention,
                inboundPerSecond,
                frozen,
                presence,
                senders,
                overflow,
                types,
                allowlist,
                other,
                editSeconds);
    }

    public RoomSettings withEditSeconds(int other) {
        return new RoomSettings(
                title,
                retention,
                inboundPerSecond,
                frozen,
                presence,
                senders,
                overflow,
                types,
                allowlist,
                admittance,
                other);
    }

    public static RoomSettings defaults(RoomKind kind) {
        RoomSettings bare = switch (kind) {
            case DURABLE -> new RoomSettings("", Retention.KEEP_ALL, 0, false);
            case LIVE -> new RoomSettings("", new Retention(10_000, 86_400), 200, false);
        };
        return bare.withPresence(PresenceMode.usual(kind))
                .withSenders(SenderLimits.usual(kind))
                .withOverflow(Overflow.usual(kind));
    }
}
