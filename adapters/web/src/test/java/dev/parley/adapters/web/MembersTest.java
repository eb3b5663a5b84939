package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.Permission;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Members and their roles as clients meet them.
class MembersTest {

    private static final TestServer server = TestServer.dev();
    private static final String admin = server.admin();
    private static final String owner = user("olga", Permission.MANAGE);
    private static final String reader = user("rita", Permission.SUBSCRIBE);
    private static final String bob = user("bob");

    private static String user(String name, Permission... permissions) {
        return server.token(name, null, false, Map.of("*", Set.of(permissions)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /// Olga's.
    private static String room(String room, String settings) {
        assertThat(server.send("PUT", owner, "/v1/rooms/" + room, settings).status())
                .isEqualTo(201);
        return "/v1/rooms/" + room;
    }

    private static String room(String room) {
        return room(room, "{}");
    }

    private static TestServer.Answer member(String token, String path, String user, String body) {
        return server.send("PUT", token, path + "/members/" + user, body);
    }

    private static TestServer.Answer role(String token, String path, String user, String role) {
        return member(token, path, user, "{\"role\":\"" + role + "\"}");
    }

    private static TestServer.Answer publish(String token, String path) {
        return server.post(token, path + "/messages", "{\"data\":1}");
    }

    private static JsonNode last(String path) {
        return server.get(admin, path + "/messages?limit=1").json().get("items").get(0);
    }

    @Test
    void whoMakesARoomOwnsIt() {
        String path = room("made");

        var olga = server.get(owner, path + "/members/me");

        assertThat(olga.status()).isEqualTo(200);
        assertThat(olga.json().get("user").asString()).isEqualTo("olga");
        assertThat(olga.json().get("role").asString()).isEqualTo("owner");
        assertThat(olga.json().get("notify").asString()).isEqualTo("all");
        assertThat(olga.json().get("since").asLong())
                .isEqualTo(server.get(owner, path).json().get("createdAt").asLong());
        assertThat(server.get(owner, path).json().get("head").asLong()).isZero();
        assertThat(publish(owner, path).status()).isEqualTo(201);
    }

    @Test
    void whoMayReadMayJoinAndThenPublishesAndLeavesAgain() {
        String path = room("joins");
        assertThat(publish(reader, path).code()).isEqualTo("forbidden");

        var joined = member(reader, path, "me", "{\"notify\":\"mentions\"}");

        assertThat(joined.status()).isEqualTo(201);
        assertThat(joined.json().get("role").asString()).isEqualTo("member");
        assertThat(joined.json().get("notify").asString()).isEqualTo("mentions");
        assertThat(last(path).get("type").asString()).isEqualTo("room.member.added");
        assertThat(last(path).get("sender").asString()).isEqualTo("rita");
        assertThat(last(path).get("tier").asString()).isEqualTo("high");
        assertThat(last(path).get("data").toString()).isEqualTo("{\"user\":\"rita\",\"role\":\"member\"}");
        assertThat(publish(reader, path).status()).isEqualTo(201);
        assertThat(member(reader, path, "me", "{}").status()).isEqualTo(200);
        assertThat(last(path).get("seq").asLong()).isEqualTo(2);

        assertThat(server.send("DELETE", reader, path + "/members/me", "").status())
                .isEqualTo(204);
        assertThat(last(path).get("type").asString()).isEqualTo("room.member.removed");
        assertThat(last(path).get("tier").asString()).isEqualTo("critical");
        assertThat(publish(reader, path).code()).isEqualTo("forbidden");
        assertThat(server.get(reader, path + "/members/me").code()).isEqualTo("member-not-found");
        assertThat(server.send("DELETE", reader, path + "/members/me", "").status())
                .isEqualTo(204);
    }

    @Test
    void aRoleGivesWhatATokenDoesNot() {
        String path = room("given");
        assertThat(server.get(bob, path + "/messages").code()).isEqualTo("forbidden");

        role(owner, path, "bob", "member");
        assertThat(server.get(bob, path + "/messages").status()).isEqualTo(200);
        assertThat(server.get(bob, path + "/allowlist").code()).isEqualTo("forbidden");

        role(owner, path, "bob", "moderator");
        assertThat(last(path).get("type").asString()).isEqualTo("room.member.role");
        assertThat(last(path).get("data").toString())
                .isEqualTo("{\"user\":\"bob\",\"role\":\"moderator\",\"from\":\"member\"}");
        assertThat(server.get(bob, path + "/allowlist").status()).isEqualTo(200);
        assertThat(server.send("PATCH", bob, path, "{\"title\":\"Bob's\"}").code())
                .isEqualTo("forbidden");

        role(owner, path, "bob", "owner");
        assertThat(server.send("PATCH", bob, path, "{\"title\":\"Bob's\"}").status())
                .isEqualTo(200);
        assertThat(server.get(bob, "/v1/rooms/elsewhere/messages").code()).isEqualTo("forbidden");
    }

    /// @param by who asks; `self` = the one it is about
    @ParameterizedTest(name = "{0} makes a {1} a {2}: {3}")
    @CsvSource({
        "moderator, none, member, 201", "moderator, none, speaker, 201", "moderator, none, moderator, 403",
        "moderator, member, speaker, 200", "moderator, speaker, member, 200", "moderator, moderator, member, 403",
        "moderator, owner, member, 403", "moderator, member, owner, 403", "owner, member, owner, 200",
        "owner, moderator, member, 200", "owner, none, moderator, 201", "member, none, member, 403",
        "member, member, speaker, 403", "self, member, speaker, 403", "self, member, moderator, 403",
        "self, speaker, member, 403", "self, moderator, speaker, 403", "admin, none, owner, 201"
    })
    void whoMayGiveAndTakeWhichRole(String by, String from, String to, int status) {
        String path = room(by + "-" + from + "-" + to);
        role(owner, path, "vic", "member");
        if (!from.equals("none")) {
            role(owner, path, "carl", from);
        }
        if (by.equals("moderator")) {
            role(owner, path, "vic", "moderator");
        }
        String token = switch (by) {
            case "admin" -> admin;
            case "owner" -> owner;
            case "self" -> user("carl");
            default -> user("vic");
        };

        var answer = role(token, path, "carl", to);

        assertThat(answer.status()).as(answer.response().body()).isEqualTo(status);
        String expected = status == 403 ? from : to;
        var now = server.get(admin, path + "/members/carl");
        assertThat(expected.equals("none") ? now.code() : now.json().get("role").asString())
                .isEqualTo(expected.equals("none") ? "member-not-found" : expected);
    }

    @Test
    void whatARequestDoesNotNameStaysAsItIs() {
        String path = room("named");
        member(owner, path, "bob", "{\"role\":\"moderator\",\"notify\":\"none\"}");

        assertThat(member(bob, path, "me", "{}").json().get("role").asString()).isEqualTo("moderator");
        var patched = server.send("PATCH", bob, path + "/members/me", "{\"notify\":\"all\"}");

        assertThat(patched.status()).isEqualTo(200);
        assertThat(patched.json().get("role").asString()).isEqualTo("moderator");
        assertThat(patched.json().get("notify").asString()).isEqualTo("all");
        assertThat(server.send("PATCH", owner, path + "/members/carol", "{\"notify\":\"all\"}")
                        .code())
                .isEqualTo("member-not-found");
        assertThat(last(path).get("seq").asLong()).isEqualTo(1);
    }

    @Test
    void theOnlyOwnerStaysUntilThereIsAnother() {
        String path = room("only");

        var leaves = server.send("DELETE", owner, path + "/members/me", "");
        assertThat(leaves.status()).isEqualTo(409);
        assertThat(leaves.code()).isEqualTo("last-owner");
        assertThat(role(admin, path, "olga", "member").code()).isEqualTo("last-owner");

        role(owner, path, "bob", "owner");
        assertThat(server.send("DELETE", owner, path + "/members/me", "").status())
                .isEqualTo(204);
        assertThat(server.send("DELETE", bob, path + "/members/me", "").code()).isEqualTo("last-owner");
    }

    @Test
    void aRoomForMembersOnlyIsClosedToAllOthers() {
        String path = room("closed", "{\"membersOnly\":true}");
        String writer = user("wanda", Permission.SUBSCRIBE, Permission.PUBLISH, Permission.MODERATE);
        assertThat(server.get(owner, path).json().get("membersOnly").asBoolean())
                .isTrue();

        for (String call : new String[] {"/messages", "/members", "/attributes", "/presence", ""}) {
            var refused = server.get(writer, path + call);
            assertThat(refused.code()).as(call).isEqualTo("forbidden");
            assertThat(refused.json().get("reason").asString()).isEqualTo("members-only");
        }
        assertThat(publish(writer, path).json().get("reason").asString()).isEqualTo("members-only");
        assertThat(member(writer, path, "me", "{}").json().get("reason").asString())
                .isEqualTo("members-only");
        assertThat(server.get(admin, path + "/messages").status()).isEqualTo(200);

        role(owner, path, "wanda", "member");
        assertThat(publish(writer, path).status()).isEqualTo(201);
        assertThat(server.get(writer, path + "/messages").status()).isEqualTo(200);
        server.send("DELETE", owner, path + "/members/wanda", "");
        assertThat(publish(writer, path).json().get("reason").asString()).isEqualTo("members-only");
    }

    @Test
    void ownersPublishInAFrozenRoom() {
        String path = room("cold", "{\"frozen\":true}");
        role(owner, path, "bob", "moderator");

        assertThat(publish(owner, path).status()).isEqualTo(201);
        assertThat(publish(bob, path).json().get("reason").asString()).isEqualTo("frozen");
    }

    @Test
    void whereAllAreMutedSpeakersPublishAndSignal() {
        String path = room("muted", "{\"muteAll\":true}");
        String writer = user("wanda", Permission.SUBSCRIBE, Permission.PUBLISH);
        role(owner, path, "bob", "speaker");

        assertThat(publish(bob, path).status()).isEqualTo(201);
        assertThat(publish(writer, path).json().get("reason").asString()).isEqualTo("mute-all");
        assertThat(server.post(writer, path + "/signals", "{\"type\":\"typing\"}")
                        .code())
                .isEqualTo("forbidden");
        assertThat(server.get(writer, path + "/messages").status()).isEqualTo(200);
        server.send("PATCH", owner, path, "{\"muteAll\":false}");
        assertThat(publish(writer, path).status()).isEqualTo(201);
    }

    @Test
    void moderatorsNeitherKeepToSlowModeNorToTheTierOfAType() {
        String path = room("slow", "{\"slowModeSeconds\":3600}");
        role(owner, path, "bob", "moderator");
        role(owner, path, "carol", "speaker");
        String carol = user("carol");
        String critical = "{\"data\":1,\"tier\":\"critical\"}";

        assertThat(publish(bob, path).status()).isEqualTo(201);
        assertThat(publish(bob, path).status()).isEqualTo(201);
        assertThat(server.post(bob, path + "/messages", critical).status()).isEqualTo(201);
        assertThat(server.post(carol, path + "/messages", critical).code()).isEqualTo("tier-not-allowed");
        assertThat(publish(carol, path).status()).isEqualTo(201);
        assertThat(publish(carol, path).code()).isEqualTo("slow-mode");
    }

    @Test
    void aLiveRoomHasMembersWithoutEventsOfThem() {
        String path = room("live", "{\"kind\":\"live\"}");

        assertThat(member(reader, path, "me", "{}").status()).isEqualTo(201);
        role(owner, path, "rita", "speaker");

        assertThat(server.get(owner, path + "/members/rita").json().get("role").asString())
                .isEqualTo("speaker");
        assertThat(server.get(owner, path).json().get("head").asLong()).isZero();
        assertThat(publish(reader, path).status()).isEqualTo(201);
    }

    @Test
    void membersAreListedPageByPageAndByTheirRole() {
        String path = room("list");
        for (String user : new String[] {"dora", "anna", "carl", "Zoe"}) {
            role(owner, path, user, "member");
        }
        role(owner, path, "bert", "speaker");

        var first = server.get(reader, path + "/members?limit=2").json();
        assertThat(users(first)).containsExactly("Zoe", "anna");
        server.send("DELETE", owner, path + "/members/anna", "");
        var second = server.get(
                        reader,
                        path + "/members?limit=3&after=" + first.get("next").asString())
                .json();
        assertThat(users(second)).containsExactly("bert", "carl", "dora");
        var third = server.get(reader, path + "/members?limit=3&after=dora").json();
        assertThat(users(third)).containsExactly("olga");
        assertThat(third.get("next").isNull()).isTrue();
        assertThat(users(server.get(reader, path + "/members?role=speaker").json()))
                .containsExactly("bert");
        assertThat(users(server.get(reader, path + "/members?role=member").json()))
                .containsExactly("Zoe", "carl", "dora");
    }

    private static Iterable<String> users(JsonNode page) {
        return StreamSupport.stream(page.get("items").spliterator(), false)
                .map(item -> item.get("user").asString())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"role\":\"king\"}", "{\"notify\":1}", "{\"colour\":\"red\"}", "[]", "{\"role\":null}"})
    void aBodyThatIsNoneIsRefused(String body) {
        assertThat(member(owner, "/v1/rooms/any", "bob", body).code()).isEqualTo("invalid-body");
    }

    @Test
    void aRoomThatIsNotThereHasNoMembers() {
        assertThat(member(owner, "/v1/rooms/nowhere", "bob", "{}").code()).isEqualTo("room-not-found");
        assertThat(server.get(reader, "/v1/rooms/nowhere/members").code()).isEqualTo("room-not-found");
        assertThat(server.get(reader, "/v1/rooms/nowhere/members?role=king").code())
                .isEqualTo("invalid-parameter");
        assertThat(server.get(bob, "/v1/rooms/nowhere/members").code()).isEqualTo("forbidden");
    }
}
