package dev.parley.adapters.web.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.parley.access.Grants;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.access.spi.SigningKeyStore.SigningKey;
import dev.parley.access.spi.TokenIssuer.Statement;
import dev.parley.adapters.web.http.Credentials;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class TicketsTest {

    private static final SigningKey KEY = key("one", 'a');
    private static final RoomId LOBBY = new RoomId("lobby");
    private static final RoomId NEWS = new RoomId("news");

    private Instant now = Instant.parse("2026-11-30T10:00:00Z");
    private final Tickets tickets = new Tickets(List.of(KEY), () -> now);

    private static SigningKey key(String id, char of) {
        return new SigningKey(id, String.valueOf(of).repeat(32).getBytes(StandardCharsets.US_ASCII));
    }

    private Credentials alice(Duration left) {
        var grants = Grants.of(Map.of(
                "lobby", Set.of(Permission.SUBSCRIBE, Permission.PUBLISH),
                "l*", Set.of(Permission.MODERATE),
                "secret", Set.of(Permission.SUBSCRIBE)));
        var principal = new Principal(new UserId("alice"), "Alice\n", grants, false);
        return new Credentials(principal, now.plus(left).plus(TokenClaims.SKEW), null, null);
    }

    private static void refused(String code, String reason, ThrowingCallable call) {
        assertThatExceptionOfType(RefusedCredentialsException.class)
                .isThrownBy(call)
                .satisfies(refused -> {
                    assertThat(refused.problem().code().wire()).isEqualTo(code);
                    assertThat(refused.problem().reason()).isEqualTo(reason);
                });
    }

    @Test
    void aTicketSaysWhoOpensWhichSessionOverWhichRoomsOnEveryServerWithItsKey() {
        var minted = tickets.mint(alice(Duration.ofMinutes(10)), Set.of(LOBBY, NEWS));

        var elsewhere = new Tickets(List.of(key("two", 'b'), KEY), () -> now);
        Ticket ticket = elsewhere.check(minted.ticket(), false);

        assertThat(ticket.principal().id()).isEqualTo(new UserId("alice"));
        assertThat(ticket.principal().name()).isEqualTo("Alice\n");
        assertThat(ticket.session())
                .isEqualTo(tickets.check(minted.ticket(), true).session());
        assertThat(ticket.rooms()).containsExactlyInAnyOrder(LOBBY, NEWS);
        assertThat(minted.expiresAt()).isEqualTo(now.plus(Duration.ofMinutes(10)));
        assertThat(ticket.expiresAt()).isEqualTo(minted.expiresAt());
    }

    @Test
    void aTicketGrantsWhatItsTokenGrantsInItsRoomsAndNothingElsewhere() {
        var ticket = tickets.check(
                tickets.mint(alice(Duration.ofHours(9)), Set.of(LOBBY, NEWS)).ticket(), false);

        var grants = ticket.principal().grants();
        assertThat(grants.in(LOBBY))
                .containsExactlyInAnyOrder(Permission.SUBSCRIBE, Permission.PUBLISH, Permission.MODERATE);
        assertThat(grants.in(NEWS)).isEmpty();
        assertThat(grants.in(new RoomId("secret"))).isEmpty();
    }

    @Test
    void anAdministratorsTicketIsNoAdministrators() {
        var root = new Credentials(new Principal(new UserId("root"), null, Grants.NONE, true), null, null, null);

        Ticket ticket = tickets.check(tickets.mint(root, Set.of(LOBBY)).ticket(), false);

        assertThat(ticket.principal().admin()).isFalse();
        assertThat(ticket.principal().name()).isNull();
        assertThat(ticket.principal().grants().in(LOBBY)).isEqualTo(EnumSet.allOf(Permission.class));
        assertThat(ticket.principal().grants().in(NEWS)).isEmpty();
    }

    @Test
    void itOpensForAMinuteAndThenOnlyResumes() {
        String ticket = tickets.mint(alice(Duration.ofHours(9)), Set.of(LOBBY)).ticket();

        now = now.plus(Ticket.OPENS).plus(TokenClaims.SKEW);
        tickets.check(ticket, false);
        now = now.plusMillis(1);

        refused("ticket-expired", "opening-time", () -> tickets.check(ticket, false));
        assertThat(tickets.check(ticket, true).rooms()).containsExactly(LOBBY);
    }

    @Test
    void itResumesForAnHourAtMostAndNeverLongerThanItsToken() {
        for (Duration left : List.of(Duration.ofMinutes(30), Duration.ofHours(9))) {
            var minted = tickets.mint(alice(left), Set.of(LOBBY));
            Duration lasts = left.compareTo(Ticket.LONGEST) < 0 ? left : Ticket.LONGEST;
            assertThat(minted.expiresAt()).isEqualTo(now.plus(lasts));

            now = minted.expiresAt().plus(TokenClaims.SKEW).minusMillis(1);
            tickets.check(minted.ticket(), true);
            now = now.plusMillis(1);

            refused("ticket-expired", "exp", () -> tickets.check(minted.ticket(), true));
        }
    }

    @Test
    void noCharacterOfATicketCanBeChanged() {
        String ticket = tickets.mint(alice(Duration.ofHours(1)), Set.of(LOBBY)).ticket();

        for (int i = 0; i < ticket.length() - 1; i++) {
            char other = ticket.charAt(i) == 'B' ? 'C' : 'B';
            String changed = ticket.substring(0, i) + other + ticket.substring(i + 1);
            assertThatExceptionOfType(RefusedCredentialsException.class)
                    .as("character %s", i)
                    .isThrownBy(() -> tickets.check(changed, true));
        }
        for (String cut : List.of("", ".", "..", "one..", ticket + "A", "one." + ticket, ticket.substring(4))) {
            assertThatExceptionOfType(RefusedCredentialsException.class).isThrownBy(() -> tickets.check(cut, true));
        }
    }

    @Test
    void anotherDeploymentsTicketIsRefused() {
        String ticket = new Tickets(List.of(key("one", 'x')), () -> now)
                .mint(alice(Duration.ofHours(1)), Set.of(LOBBY))
                .ticket();

        refused("invalid-ticket", "signature", () -> tickets.check(ticket, false));
    }

    @Test
    void aTicketOfTheFutureIsRefused() {
        String ticket = tickets.mint(alice(Duration.ofHours(1)), Set.of(LOBBY)).ticket();
        now = now.minusSeconds(10);

        refused("invalid-ticket", "iat", () -> tickets.check(ticket, false));
    }

    @Test
    void aTicketIsNoTokenAndATokenNoTicketThoughTheirKeysAreTheSame() {
        var verifier = new TokenVerifier(SecretKeys.of(List.of(KEY)), new TokenClaims(() -> now, "sub", null, null));
        String ticket = tickets.mint(alice(Duration.ofHours(1)), Set.of(LOBBY)).ticket();
        String token = new JwtTokenIssuer(KEY, () -> now)
                .issue(new Statement(new UserId("alice"), null, true, Map.of(), Duration.ofHours(1)))
                .token();
        verifier.verify(token);

        refused("invalid-token", "format", () -> verifier.verify(ticket));
        refused("invalid-ticket", "key", () -> tickets.check(token, true));
        String renamed = "one" + token.substring(token.indexOf('.'));
        refused("invalid-ticket", "signature", () -> tickets.check(renamed, true));
    }

    @Test
    void theMostRoomsStillFitIntoARequestLine() {
        Set<RoomId> rooms = IntStream.range(0, 100)
                .mapToObj(i -> new RoomId(String.format("%040d", i)))
                .collect(Collectors.toSet());

        String ticket = tickets.mint(alice(Duration.ofHours(1)), rooms).ticket();

        assertThat(tickets.check(ticket, false).rooms()).isEqualTo(rooms);
        assertThat(ticket).hasSizeLessThan(7_000).matches("[A-Za-z0-9_.-]+");
    }

    @Test
    void noSecretShowsInAMintedTicketsText() {
        var minted = tickets.mint(alice(Duration.ofHours(1)), Set.of(LOBBY));

        assertThat(minted.toString()).doesNotContain(minted.ticket());
    }
}
