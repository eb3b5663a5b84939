package dev.parley.adapters.sql.store;

import static dev.parley.adapters.sql.jooq.Tables.ROOM;

import dev.parley.log.Admittance;
import dev.parley.log.Overflow;
import dev.parley.log.PresenceMode;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.SenderLimits;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import org.jooq.Field;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/// A room's settings as columns of the table `room`.
public final class SettingsColumns {

    private static final List<String> NAMES = List.of(
            "title",
            "keep_messages",
            "keep_seconds",
            "inbound_per_second",
            "frozen",
            "presence",
            "sender_per_second",
            "slow_mode_seconds",
            "overflow",
            "message_types",
            "allowlist",
            "members_only",
            "mute_all",
            "edit_seconds");

    /// The columns, in the order in which [#bind] fills them.
    public static final String LIST = String.join(", ", NAMES);

    /// A parameter for each of them.
    public static final String VALUES = String.join(", ", Collections.nCopies(NAMES.size(), "?"));

    /// Each set to a parameter.
    public static final String ASSIGNMENTS = String.join(" = ?, ", NAMES) + " = ?";

    /// The index of the first parameter behind them.
    public static final int NEXT = NAMES.size() + 1;

    private SettingsColumns() {}

    /// Fills a statement's first parameters.
    public static void bind(PreparedStatement statement, RoomSettings values) throws SQLException {
        statement.setString(1, values.title());
        statement.setLong(2, values.retention().messages());
        statement.setLong(3, values.retention().maxAgeSeconds());
        statement.setInt(4, values.inboundPerSecond());
        statement.setBoolean(5, values.frozen());
        statement.setInt(6, values.presence().ordinal());
        statement.setInt(7, values.senders().perSecond());
        statement.setInt(8, values.senders().slowModeSeconds());
        statement.setInt(9, values.overflow().ordinal());
        statement.setString(10, SettingsText.of(values.types()));
        statement.setString(11, SettingsText.of(values.allowlist()));
        statement.setBoolean(12, values.admittance().membersOnly());
        statement.setBoolean(13, values.admittance().muteAll());
        statement.setInt(14, values.editSeconds());
    }

    /// What a server of an earlier release left empty is as it is usual for the kind.
    static RoomSettings read(Record row, RoomKind kind) {
        return new RoomSettings(
                row.get(ROOM.TITLE),
                new Retention(row.get(ROOM.KEEP_MESSAGES), row.get(ROOM.KEEP_SECONDS)),
                Math.toIntExact(row.get(ROOM.INBOUND_PER_SECOND)),
                row.get(ROOM.FROZEN),
                constant(row, ROOM.PRESENCE, PresenceMode.values(), PresenceMode.usual(kind)),
                senders(row, SenderLimits.usual(kind)),
                constant(row, ROOM.OVERFLOW, Overflow.values(), Overflow.usual(kind)),
                SettingsText.types(text(row.get(ROOM.MESSAGE_TYPES))),
                SettingsText.allowlist(text(row.get(ROOM.ALLOWLIST))),
                new Admittance(
                        Boolean.TRUE.equals(row.get(ROOM.MEMBERS_ONLY)), Boolean.TRUE.equals(row.get(ROOM.MUTE_ALL))),
                number(row, ROOM.EDIT_SECONDS, RoomSettings.USUAL_EDIT_SECONDS));
    }

    private static <T> T constant(Record row, Field<Long> column, T[] all, T usual) {
        Long stored = row.get(column);
        return stored == null ? usual : all[stored.intValue()];
    }

    private static SenderLimits senders(Record row, SenderLimits usual) {
        return new SenderLimits(
                number(row, ROOM.SENDER_PER_SECOND, usual.perSecond()),
                number(row, ROOM.SLOW_MODE_SECONDS, usual.slowModeSeconds()));
    }

    private static int number(Record row, Field<Long> column, int usual) {
        Long stored = row.get(column);
        return stored == null ? usual : Math.toIntExact(stored);
    }

    private static String text(@Nullable String stored) {
        return stored == null ? "" : stored;
    }
}
