package dev.parley.adapters.web.json;

import static dev.parley.adapters.web.json.JsonBody.invalid;
import static dev.parley.adapters.web.json.JsonBody.isNull;

import dev.parley.log.Overflow;
import dev.parley.log.PresenceMode;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.SenderLimits;
import dev.parley.usecase.SettingsChange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// What a request wants of a room: its kind, and settings as a merge patch (null = the setting's default).
///
/// @param kind null = not named
public record RoomBody(@Nullable RoomKind kind, SettingsChange change) {

    public static RoomBody read(byte[] body) {
        return JsonBody.read(body, json -> new Reader(json).room());
    }

    /// Nothing named.
    public static RoomBody empty() {
        return new RoomBody(null, (_, settings) -> settings);
    }

    private static final class Reader {

        /// Beyond it a room is not limited in any sensible way.
        private static final int MAX_RATE = 1_000_000;

        private final JsonParser json;
        private final List<SettingsChange> changes = new ArrayList<>();
        private @Nullable RoomKind kind;

        Reader(JsonParser json) {
            this.json = json;
        }

        RoomBody room() {
            JsonBody.members(json, this::member);
            List<SettingsChange> all = List.copyOf(changes);
            return new RoomBody(kind, (of, current) -> {
                RoomSettings settings = current;
                for (SettingsChange change : all) {
                    settings = change.apply(of, settings);
                }
                return settings;
            });
        }

        private void member(String name) {
            switch (name) {
                case "kind" -> kind = isNull(json) ? null : kind();
                case "title" -> changes.add(title());
                case "retention" -> changes.add(RetentionReader.read(json));
                case "inboundPerSecond" -> changes.add(rate());
                case "frozen" -> changes.add(frozen());
                case "presence" -> changes.add(presence());
                case "membersOnly" -> changes.add(membersOnly());
                case "muteAll" -> changes.add(muteAll());
                case "senderPerSecond" -> changes.add(senderRate());
                case "slowModeSeconds" -> changes.add(slowMode());
                case "editSeconds" -> changes.add(editSeconds());
                case "overflow" -> changes.add(overflow());
                case "types" -> changes.add(TypesReader.read(json));
                case "id", "epoch", "head", "first", "version", "createdAt" -> {}
                case "receipts", "idleDestroySeconds", "keepAlive", "destroyAt", "parent", "rewind" ->
                    throw JsonBody.notSupported(name);
                default ->
                    throw invalid(
                            "a room has kind, title, retention, inboundPerSecond, senderPerSecond, slowModeSeconds,"
                                    + " overflow, types, frozen, presence, membersOnly, muteAll and editSeconds, and no others");
            }
        }

        private RoomKind kind() {
            return RoomKind.of(JsonBody.text(json, "kind")).orElseThrow(() -> invalid("kind is durable or live"));
        }

        private SettingsChange title() {
            String title = JsonBody.textOrNull(json, "title");
            if (title != null && title.length() > RoomSettings.MAX_TITLE_LENGTH) {
                throw invalid("title has at most " + RoomSettings.MAX_TITLE_LENGTH + " characters");
            }
            return (kind, now) ->
                    now.withTitle(title == null ? RoomSettings.defaults(kind).title() : title);
        }

        private SettingsChange rate() {
            Integer rate = isNull(json) ? null : (int) JsonBody.whole(json, "inboundPerSecond", 0, MAX_RATE);
            return (kind, now) -> now.withInboundPerSecond(
                    rate == null ? RoomSettings.defaults(kind).inboundPerSecond() : rate);
        }

        private SettingsChange senderRate() {
            Integer rate = isNull(json) ? null : (int) JsonBody.whole(json, "senderPerSecond", 0, MAX_RATE);
            return (kind, now) -> now.withSenders(now.senders()
                    .withPerSecond(rate == null ? SenderLimits.usual(kind).perSecond() : rate));
        }

        private SettingsChange slowMode() {
            int seconds = isNull(json)
                    ? 0
                    : (int) JsonBody.whole(json, "slowModeSeconds", 0, SenderLimits.MAX_SLOW_MODE_SECONDS);
            return (_, now) -> now.withSenders(now.senders().withSlowModeSeconds(seconds));
        }

        private SettingsChange editSeconds() {
            int seconds = isNull(json)
                    ? RoomSettings.USUAL_EDIT_SECONDS
                    : (int) JsonBody.whole(json, "editSeconds", 0, Integer.MAX_VALUE);
            return (_, now) -> now.withEditSeconds(seconds);
        }

        private SettingsChange overflow() {
            Overflow overflow = isNull(json)
                    ? null
                    : Overflow.of(JsonBody.text(json, "overflow"))
                            .orElseThrow(() -> invalid("overflow is catch-up, shed or latest"));
            return (kind, now) -> now.withOverflow(overflow == null ? Overflow.usual(kind) : overflow);
        }

        private SettingsChange frozen() {
            boolean frozen = json.currentToken() != JsonToken.VALUE_NULL && JsonBody.flag(json, "frozen");
            return (_, now) -> now.withFrozen(frozen);
        }

        private SettingsChange membersOnly() {
            boolean only = !isNull(json) && JsonBody.flag(json, "membersOnly");
            return (_, now) -> now.withAdmittance(now.admittance().withMembersOnly(only));
        }

        private SettingsChange muteAll() {
            boolean all = !isNull(json) && JsonBody.flag(json, "muteAll");
            return (_, now) -> now.withAdmittance(now.admittance().withMuteAll(all));
        }

        private SettingsChange presence() {
            PresenceMode mode = isNull(json)
                    ? null
                    : PresenceMode.of(JsonBody.text(json, "presence"))
                            .orElseThrow(() -> invalid("presence is off, count or list"));
            return (kind, now) -> now.withPresence(mode == null ? PresenceMode.usual(kind) : mode);
        }
    }
}
