package dev.parley.access;

import static dev.parley.access.Decision.Rule.ADMIN;
import static dev.parley.access.Decision.Rule.DEFAULT_GRANT;
import static dev.parley.access.Decision.Rule.FROZEN;
import static dev.parley.access.Decision.Rule.NO_GRANT;
import static dev.parley.access.Decision.Rule.TOKEN_GRANT;
import static dev.parley.access.Permission.MANAGE;
import static dev.parley.access.Permission.MODERATE;
import static dev.parley.access.Permission.PUBLISH;
import static dev.parley.access.Permission.SUBSCRIBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Life;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.log.Admittance;
import dev.parley.log.Retention;
import dev.parley.log.Role;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.room.People;
import dev.parley.room.RoomState;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class AccessPolicyTest {

    private static final RoomId ROOM = new RoomId("lobby");
    private static final Principal ADMINISTRATOR = new Principal(new UserId("root"), null, Grants.NONE, true);

    private enum Room {
        ABSENT,
        OPEN,
        CLOSED;

        RoomState state() {
            if (this == ABSENT) {
                return null;
            }
            var settings = new RoomSettings("", Retention.KEEP_ALL, 0, this == CLOSED);
            return new RoomState(ROOM, new Epoch(1, new Life("aaaaaaaa")), RoomKind.DURABLE, settings, 1, 1, 1, 0, 0);
        }
    }

    private static Principal with(Grants grants) {
        return new Principal(new UserId("anna"), null, grants, false);
    }

    private static Grants grants(String pattern, Permission... permissions) {
        return Grants.of(Map.of(pattern, Set.of(permissions)));
    }

    @Test
    void aBackendsGrantsCountBeforeTheRoomsRulesAndExemptIt() {
        var policy = new AccessPolicy(grants("*", SUBSCRIBE));
        var backend = new Principal(new UserId("backend"), null, grants("lobby", PUBLISH), false, true);

        assertThat(policy.decide(backend, ROOM, Room.CLOSED.state(), PUBLISH))
                .isEqualTo(Decision.allow(Decision.Rule.KEY_GRANT));
        assertThat(policy.decide(backend, ROOM, Room.OPEN.state(), SUBSCRIBE)).isEqualTo(Decision.allow(DEFAULT_GRANT));
        assertThat(policy.decide(backend, ROOM, Room.OPEN.state(), MANAGE)).isEqualTo(Decision.refuse(NO_GRANT));
        assertThat(policy.exempt(backend, ROOM)).isTrue();
        assertThat(policy.exempt(backend, new RoomId("other"))).isFalse();
        assertThat(backend.mayBe(new UserId("anna"))).isTrue();
        assertThat(with(Grants.everything()).mayBe(new UserId("root"))).isFalse();
        assertThat(with(Grants.everything()).mayBe(new UserId("anna"))).isTrue();
    }

    static Stream<Arguments> decisions() {
        Principal publisher = with(grants("lobby", PUBLISH));
        Principal moderator = with(grants("lob*", PUBLISH, MODERATE));
        Principal owner = with(grants("lobby", MANAGE));
        Principal nobody = with(Grants.NONE);
        Grants none = Grants.NONE;
        Grants all = grants("*", PUBLISH, SUBSCRIBE);
        return Stream.of(
                Arguments.of(ADMINISTRATOR, none, Room.OPEN, PUBLISH, true, ADMIN),
                Arguments.of(ADMINISTRATOR, none, Room.CLOSED, PUBLISH, true, ADMIN),
                Arguments.of(ADMINISTRATOR, none, Room.ABSENT, MANAGE, true, ADMIN),
                Arguments.of(publisher, none, Room.OPEN, PUBLISH, true, TOKEN_GRANT),
                Arguments.of(publisher, none, Room.ABSENT, PUBLISH, true, TOKEN_GRANT),
                Arguments.of(publisher, none, Room.OPEN, SUBSCRIBE, false, NO_GRANT),
                Arguments.of(publisher, none, Room.OPEN, MANAGE, false, NO_GRANT),
                Arguments.of(publisher, none, Room.CLOSED, PUBLISH, false, FROZEN),
                Arguments.of(publisher, all, Room.CLOSED, PUBLISH, false, FROZEN),
                Arguments.of(publisher, all, Room.CLOSED, SUBSCRIBE, true, DEFAULT_GRANT),
                Arguments.of(publisher, all, Room.OPEN, SUBSCRIBE, true, DEFAULT_GRANT),
                Arguments.of(moderator, none, Room.CLOSED, PUBLISH, false, FROZEN),
                Arguments.of(moderator, none, Room.CLOSED, MODERATE, true, TOKEN_GRANT),
                Arguments.of(owner, none, Room.CLOSED, MANAGE, true, TOKEN_GRANT),
                Arguments.of(owner, none, Room.CLOSED, PUBLISH, false, NO_GRANT),
                Arguments.of(nobody, all, Room.OPEN, PUBLISH, true, DEFAULT_GRANT),
                Arguments.of(nobody, all, Room.OPEN, MANAGE, false, NO_GRANT),
                Arguments.of(nobody, none, Room.CLOSED, PUBLISH, false, NO_GRANT),
                Arguments.of(nobody, none, Room.ABSENT, SUBSCRIBE, false, NO_GRANT));
    }

    private static RoomState with(Role role, boolean membersOnly, boolean frozen) {
        var settings =
                new RoomSettings("", Retention.KEEP_ALL, 0, frozen).withAdmittance(new Admittance(membersOnly, false));
        var anna = new UserId("anna");
        var people = role == null
                ? People.NOBODY
                : role == Role.MEMBER ? new People(Map.of(), Set.of(anna)) : new People(Map.of(anna, role), Set.of());
        return new RoomState(ROOM, new Epoch(1, new Life("aaaaaaaa")), RoomKind.DURABLE, settings, 1, 1, 1, 0, 0)
                .with(people);
    }

    @ParameterizedTest
    @CsvSource({
        ", 0, 0",
        "MEMBER, 2, 0",
        "SPEAKER, 2, 0",
        "MODERATOR, 3, 0",
        "OWNER, 4, 1",
    })
    void aRoleGivesWhatTheTokenDoesNotAndOnlyOwnersPublishInAFrozenRoom(Role role, int permissions, int frozen) {
        var policy = new AccessPolicy(Grants.NONE);
        var nobody = with(Grants.NONE);
        for (Permission permission : Permission.values()) {
            assertThat(policy.decide(nobody, ROOM, with(role, false, false), permission))
                    .isEqualTo(
                            permission.ordinal() < permissions
                                    ? Decision.allow(Decision.Rule.ROLE_GRANT)
                                    : Decision.refuse(NO_GRANT));
        }
        assertThat(policy.decide(nobody, ROOM, with(role, true, true), PUBLISH).allowed())
                .isEqualTo(frozen == 1);
        assertThat(policy.exempt(nobody, with(role, false, false))).isEqualTo(permissions >= 3);
    }

    @ParameterizedTest
    @CsvSource({", false", "MEMBER, false", "SPEAKER, true", "MODERATOR, true", "OWNER, true"})
    void whereAllAreMutedSpeakersPublish(Role role, boolean allowed) {
        var policy = new AccessPolicy(Grants.everything());
        var state = with(role, false, false);
        var muted = new RoomState(
                ROOM,
                state.epoch(),
                state.kind(),
                state.settings().withAdmittance(new Admittance(false, true)),
                1,
                1,
                1,
                0,
                0,
                state.people());
        assertThat(policy.decide(with(Grants.NONE), ROOM, muted, PUBLISH).allowed())
                .isEqualTo(allowed);
        assertThat(policy.decide(with(Grants.NONE), ROOM, muted, SUBSCRIBE).allowed())
                .isTrue();
        assertThat(policy.decide(with(grants("lobby", PUBLISH, MODERATE)), ROOM, muted, PUBLISH)
                        .allowed())
                .isTrue();
    }

    @Test
    void whoIsNoMemberMayNothingWhereOnlyMembersMay() {
        var policy = new AccessPolicy(Grants.everything());
        var backend = new Principal(new UserId("anna"), null, Grants.everything(), false, true);
        for (Permission permission : Permission.values()) {
            assertThat(policy.decide(with(Grants.everything()), ROOM, with(null, true, false), permission))
                    .isEqualTo(Decision.refuse(Decision.Rule.MEMBERS_ONLY));
            assertThat(policy.decide(with(Grants.NONE), ROOM, with(Role.MEMBER, true, false), permission)
                            .allowed())
                    .isTrue();
            assertThat(policy.decide(ADMINISTRATOR, ROOM, with(null, true, false), permission)
                            .allowed())
                    .isTrue();
            assertThat(policy.decide(backend, ROOM, with(null, true, false), permission)
                            .allowed())
                    .isTrue();
        }
    }

    @Test
    void aBackendHasNoRoleEvenUnderTheNameOfAMember() {
        var backend = new Principal(new UserId("anna"), null, Grants.NONE, false, true);

        assertThat(new AccessPolicy(Grants.NONE).decide(backend, ROOM, with(Role.OWNER, false, false), SUBSCRIBE))
                .isEqualTo(Decision.refuse(NO_GRANT));
    }

    @ParameterizedTest
    @MethodSource
    void decisions(
            Principal who, Grants defaults, Room room, Permission permission, boolean allowed, Decision.Rule rule) {
        assertThat(new AccessPolicy(defaults).decide(who, ROOM, room.state(), permission))
                .isEqualTo(new Decision(allowed, rule));
    }

    @Test
    void onlyTheTokensOwnGrantsExempt() {
        var policy = new AccessPolicy(grants("*", MODERATE));

        assertThat(policy.exempt(with(Grants.NONE), ROOM)).isFalse();
        assertThat(policy.exempt(with(grants("lobby", MODERATE)), ROOM)).isTrue();
        assertThat(policy.exempt(with(grants("other", MODERATE)), ROOM)).isFalse();
        assertThat(policy.exempt(with(grants("lobby", MANAGE)), ROOM)).isFalse();
        assertThat(policy.exempt(ADMINISTRATOR, ROOM)).isTrue();
    }

    @Test
    void whoHasAnyGrantInARoomMayKnowIt() {
        var closed = new AccessPolicy(Grants.NONE);
        assertThat(closed.mayKnow(with(Grants.NONE), ROOM)).isFalse();
        assertThat(closed.mayKnow(with(grants("lobby", MANAGE)), ROOM)).isTrue();
        assertThat(closed.mayKnow(with(grants("lo*", SUBSCRIBE)), ROOM)).isTrue();
        assertThat(closed.mayKnow(with(grants("lobby")), ROOM)).isFalse();
        assertThat(closed.mayKnow(ADMINISTRATOR, ROOM)).isTrue();
        assertThat(new AccessPolicy(grants("*", SUBSCRIBE)).mayKnow(with(Grants.NONE), ROOM))
                .isTrue();
    }

    @Test
    void aPatternIsAnExactIdOrAPrefix() {
        assertThat(grants("lobby", PUBLISH).allow(new RoomId("lobby1"), PUBLISH))
                .isFalse();
        assertThat(grants("lobby", PUBLISH).allow(new RoomId("Lobby"), PUBLISH)).isFalse();
        assertThat(grants("lobby*", PUBLISH).allow(ROOM, PUBLISH)).isTrue();
        assertThat(grants("lobby*", PUBLISH).allow(new RoomId("lobby1"), PUBLISH))
                .isTrue();
        assertThat(grants("lobby*", PUBLISH).allow(new RoomId("lobb"), PUBLISH)).isFalse();
        assertThat(Grants.everything().allow(ROOM, MANAGE)).isTrue();
    }

    @Test
    void permissionsOfSeveralPatternsAddUp() {
        Grants grants = Grants.of(Map.of("lobby", Set.of(PUBLISH), "lob*", Set.of(SUBSCRIBE)));

        assertThat(grants.allow(ROOM, PUBLISH)).isTrue();
        assertThat(grants.allow(ROOM, SUBSCRIBE)).isTrue();
        assertThat(grants.allow(ROOM, MODERATE)).isFalse();
        assertThat(grants.allow(new RoomId("lob"), PUBLISH)).isFalse();
    }

    @Test
    void aStarElsewhereOrTooManyPatternsAreRefused() {
        for (String bad : new String[] {"*a", "a*b", "**", "a**"}) {
            assertThatIllegalArgumentException().isThrownBy(() -> grants(bad, PUBLISH));
        }
        var many = new HashMap<String, Set<Permission>>();
        for (int i = 0; i < Grants.MAX_PATTERNS; i++) {
            many.put("room" + i, EnumSet.of(PUBLISH));
        }
        assertThat(Grants.of(many).allow(new RoomId("room255"), PUBLISH)).isTrue();
        many.put("one-more", EnumSet.of(PUBLISH));
        assertThatIllegalArgumentException().isThrownBy(() -> Grants.of(many));
    }

    @Test
    void namesOnTheWireAreReadBack() {
        for (Permission permission : Permission.values()) {
            assertThat(Permission.of(permission.wire())).contains(permission);
        }
        assertThat(Permission.of("everything")).isEmpty();
        assertThat(Stream.of(Decision.Rule.values()).map(Decision.Rule::wire)).doesNotHaveDuplicates();
    }
}
