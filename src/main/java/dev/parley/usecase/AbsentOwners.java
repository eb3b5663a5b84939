package dev.parley.usecase;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.presence.PresencePage;
import dev.parley.presence.PresentUser;
import dev.parley.presence.spi.PresenceRegistry;
import dev.parley.room.HeldAttribute;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Knows whose owners are not in their rooms, and have not been for a while: a registry that has just lost what it knew
/// is told again within a second or so. One thread at a time; its calls block.
///
/// Of at most [#MAX_SUSPECTS] attributes it is remembered since when; beyond that the one suspected first has to be
/// suspected anew.
public final class AbsentOwners {

    /// How long somebody is missed before he counts as gone, beside the grace his session had.
    public static final Duration PATIENCE = Duration.ofSeconds(5);

    static final int MAX_SUSPECTS = 10_000;

    private static final int PAGE = 500;
    private static final String LOWEST = "+";
    private static final String ALLOWED = "+-.0123456789:@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz|~";
    private static final String ALONE = "me";
    private static final int LONGEST_ID = 128;

    private final PresenceRegistry registry;
    private final Duration patience;
    private final Map<HeldAttribute, Long> suspects = new LinkedHashMap<>();

    public AbsentOwners(PresenceRegistry registry, Duration patience) {
        this.registry = registry;
        this.patience = patience;
    }

    /// Those whose owners are gone.
    ///
    /// @param now nanoseconds of the clock
    List<HeldAttribute> among(List<HeldAttribute> held, long now) {
        var gone = new ArrayList<HeldAttribute>();
        Map<RoomId, PresencePage> pages = new HashMap<>();
        for (HeldAttribute attribute : held) {
            PresencePage page = pages.computeIfAbsent(attribute.room(), room -> registry.page(room, null, PAGE));
            if (present(attribute, page)) {
                suspects.remove(attribute);
            } else if (now - since(attribute, now) >= patience.toNanos()) {
                gone.add(attribute);
            }
        }
        return gone;
    }

    private long since(HeldAttribute attribute, long now) {
        Long known = suspects.putIfAbsent(attribute, now);
        if (suspects.size() > MAX_SUSPECTS) {
            suspects.remove(suspects.keySet().iterator().next());
        }
        return known == null ? now : known;
    }

    private boolean present(HeldAttribute attribute, PresencePage page) {
        var owner = new UserId(attribute.owner().value());
        if (!page.more()) {
            return users(page).contains(owner);
        }
        return users(registry.page(attribute.room(), before(owner.value()), 1)).contains(owner);
    }

    private static Set<UserId> users(PresencePage page) {
        var users = new HashSet<UserId>();
        for (PresentUser user : page.users()) {
            users.add(user.user());
        }
        return users;
    }

    /// The last id that can be before this one; null when none can.
    static @Nullable UserId before(String id) {
        String head = id.substring(0, id.length() - 1);
        String last = id.substring(id.length() - 1);
        if (last.equals(LOWEST)) {
            return head.equals(ALONE) ? before(head) : new UserId(head);
        }
        String lower = head + ALLOWED.charAt(ALLOWED.indexOf(last) - 1);
        return Character.isLetterOrDigit(lower.charAt(0))
                ? new UserId(lower + "~".repeat(LONGEST_ID - lower.length()))
                : beforeFirst(lower);
    }

    /// Ids begin with a letter or a digit.
    private static @Nullable UserId beforeFirst(String lower) {
        for (int i = ALLOWED.indexOf(lower.charAt(0)); i >= 0; i--) {
            if (Character.isLetterOrDigit(ALLOWED.charAt(i))) {
                return new UserId(ALLOWED.charAt(i) + "~".repeat(LONGEST_ID - 1));
            }
        }
        return null;
    }
}
