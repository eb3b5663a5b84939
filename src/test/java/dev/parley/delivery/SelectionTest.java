package dev.parley.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/// What goes to a client that cannot have everything.
class SelectionTest {

    private static final int EACH = 10;

    private int notice;
    private long after = 100;
    private ToIntFunction<TailEntry> bytes = _ -> EACH;

    private Selection.Choice choice(String tiers, int most) {
        Stretches stretch = Stretches.of(after, tiers, 1);
        return new Selection.Choice(stretch, after, stretch.last(), most, notice, bytes);
    }

    /// As the tiers were written down, with a dot for what is left out and a bar where the selection ends.
    private static String shown(Selection.Choice from, Selection selection) {
        var shown = new StringBuilder();
        for (long seq = from.after() + 1; seq <= from.to(); seq++) {
            if (seq == selection.end() + 1) {
                shown.append('|');
            }
            String type = from.stretch().at(seq).event().type().value();
            boolean goes = seq <= selection.end() && !selection.leavesOut(seq);
            shown.append(goes ? type.substring(0, 1).toUpperCase(Locale.ROOT) : ".");
        }
        return shown.toString();
    }

    private String byTier(String tiers, int most) {
        Selection.Choice from = choice(tiers, most * EACH);
        return shown(from, Selection.byTier(from));
    }

    @Test
    void everythingGoesWhereThereIsRoom() {
        assertThat(byTier("LHCLHL", 6)).isEqualTo("LHCLHL");
    }

    @Test
    void criticalComesFirstThenHighThenLowTheNewestOfEach() {
        assertThat(byTier("CLHLHLHLC", 2)).isEqualTo("C.......C");
        assertThat(byTier("CLHLHLHLC", 4)).isEqualTo("C...H.H.C");
        assertThat(byTier("CLHLHLHLC", 5)).isEqualTo("C.H.H.H.C");
        assertThat(byTier("CLHLHLHLC", 7)).isEqualTo("C.H.HLHLC");
    }

    @Test
    void noLowOneGoesWhereAHighOneHasNoRoom() {
        bytes = entry -> entry.event().seq() == 101 ? 3 * EACH : EACH;
        assertThat(byTier("HLLL", 2)).isEqualTo("H...");
        assertThat(byTier("HHLL", 2)).isEqualTo(".H..");
        assertThat(byTier("HHLL", 3)).isEqualTo(".H..");
        assertThat(byTier("HHLL", 4)).isEqualTo("HH..");
    }

    @Test
    void criticalOnesThatHaveNoRoomAreForTheNextSelection() {
        assertThat(byTier("CHCHCHC", 2)).isEqualTo("C.C|....");
        assertThat(byTier("HCHCH", 2)).isEqualTo(".C.C.");
        assertThat(byTier("HCC", 0)).isEqualTo(".C|.");
    }

    @Test
    void oneThatIsLargerThanAllTheRoomGoesAlone() {
        bytes = _ -> 7 * EACH;
        assertThat(byTier("HHH", 5)).isEqualTo("..H");
        assertThat(byTier("CHC", 5)).isEqualTo("C|..");
    }

    @Test
    void whatNeverGoesOutTakesNoRoomAndIsNotLeftOutForWantOfIt() {
        bytes = entry -> entry.event().seq() % 2 == 0 ? EACH : 0;
        Selection.Choice from = choice("HHHHHH", 2 * EACH);
        Selection selection = Selection.byTier(from);

        List<Long> leftOut = new ArrayList<>();
        for (long seq = 101; seq <= 106; seq++) {
            if (selection.leavesOut(seq)) {
                leftOut.add(seq);
            }
        }
        assertThat(leftOut).containsExactly(102L);
        assertThat(selection.end()).isEqualTo(106);
    }

    @Test
    void roomIsKeptForTellingWhatLiesBetween() {
        notice = EACH;
        assertThat(byTier("LHLHLH", 4)).isEqualTo("...H.H");
        assertThat(byTier("LHHHHL", 4)).isEqualTo("..HHH.");
    }

    @Test
    void ofWhatHasLeftTheTailOnlyCriticalOnesGo() {
        Selection.Choice from = choice("HCLCH", 5 * EACH);
        assertThat(shown(from, Selection.criticalOnly(from))).isEqualTo(".C.C.");
        Selection.Choice narrow = choice("HCLCH", EACH);
        assertThat(shown(narrow, Selection.criticalOnly(narrow))).isEqualTo(".C|...");
    }

    private static Selection.Choice values(String keys, int most) {
        var log = new LogOnHand();
        LogOnHand.Room room = log.create("r", "aaaaaaaa");
        for (char key : keys.toCharArray()) {
            log.add(room, key == '!' ? Tier.CRITICAL : Tier.HIGH, String.valueOf(key), 1);
        }
        return new Selection.Choice(new Stretches(room, 0), 0, room.head(), most * EACH, 0, _ -> EACH);
    }

    private static String newest(String keys, int most, String... later) {
        Selection.Choice from = values(keys, most);
        Selection selection = Selection.newest(from, Set.of(later));
        var shown = new StringBuilder();
        for (int i = 0; i < selection.end(); i++) {
            shown.append(selection.leavesOut(i + 1) ? '.' : keys.charAt(i));
        }
        return shown.toString();
    }

    @Test
    void ofEachKeyTheNewestGoes() {
        assertThat(newest("abcabba", 10)).isEqualTo("..c..ba");
        assertThat(newest("abcd", 10)).isEqualTo("abcd");
    }

    @Test
    void whatHasNoRoomIsForTheNextSelection() {
        assertThat(newest("aabbccdd", 2)).isEqualTo(".a.b");
        assertThat(newest("aabb", 0)).isEqualTo(".a");
    }

    @Test
    void aNewerOneBehindTheStretchCounts() {
        assertThat(newest("abcab", 10, "b", "x")).isEqualTo("..ca.");
    }

    @Test
    void criticalValuesAreNotReplaced() {
        assertThat(newest("a!a!a", 10)).isEqualTo(".!.!a");
    }

    @Test
    void aRoomsEndIsNeverLeftOut() {
        var log = new LogOnHand();
        LogOnHand.Room room = log.create("r", "aaaaaaaa");
        log.add(room, "text");
        log.add(room, "room.destroyed");
        log.add(room, "text");
        var from = new Selection.Choice(new Stretches(room, 0), 0, 3, 0, 0, _ -> EACH);

        Selection selection = Selection.byTier(from);
        assertThat(selection.leavesOut(1)).isTrue();
        assertThat(selection.leavesOut(2)).isFalse();
        assertThat(selection.leavesOut(3)).isTrue();
    }
}
