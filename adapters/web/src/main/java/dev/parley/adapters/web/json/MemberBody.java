package dev.parley.adapters.web.json;

import static dev.parley.adapters.web.json.JsonBody.invalid;

import dev.parley.log.Notify;
import dev.parley.log.Role;
import dev.parley.usecase.StandingPatch;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;

/// Reads what a request makes of a member: `{"role", "notify"}`.
public final class MemberBody {

    private final JsonParser json;
    private @Nullable Role role;
    private @Nullable Notify notify;

    private MemberBody(JsonParser json) {
        this.json = json;
    }

    /// @param joins whether who is no member becomes one
    public static StandingPatch read(byte[] body, boolean joins) {
        return JsonBody.read(body, json -> new MemberBody(json).patch(joins));
    }

    private StandingPatch patch(boolean joins) {
        JsonBody.members(json, name -> {
            switch (name) {
                case "role" -> role = role(JsonBody.text(json, name));
                case "notify" ->
                    notify = Notify.of(JsonBody.text(json, name))
                            .orElseThrow(() -> invalid("notify is all, mentions or none"));
                case "user", "since" -> {}
                default -> throw invalid("a member has role and notify, and no others");
            }
        });
        return new StandingPatch(role, notify, joins);
    }

    private static Role role(String wire) {
        return Role.of(wire).orElseThrow(() -> invalid("role is owner, moderator, speaker or member"));
    }
}
