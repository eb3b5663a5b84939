package dev.parley.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrantsTextTest {

    @Test
    void patternsAreSeparatedBySpacesAndPermissionsByCommas() {
        assertThat(GrantsText.parse(" lobby:subscribe,publish  news-*:subscribe lobby:manage"))
                .isEqualTo(Map.of(
                        "lobby",
                        Set.of(Permission.SUBSCRIBE, Permission.PUBLISH, Permission.MANAGE),
                        "news-*",
                        Set.of(Permission.SUBSCRIBE)));
    }

    @Test
    void nothingGrantsNothing() {
        assertThat(GrantsText.parse(" ")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lobby",
                ":publish",
                "lobby:",
                "lobby:publish,",
                "a*b:publish",
                "**:publish",
                "lo bby:publish",
                "lobby:Publish"
            })
    void everythingElseIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> GrantsText.parse(text));
    }
}
