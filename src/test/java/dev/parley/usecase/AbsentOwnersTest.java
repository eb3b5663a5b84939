package dev.parley.usecase;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AbsentOwnersTest {

    @ParameterizedTest
    @CsvSource({"bob,boa", "b,a", "a,Z", "A,9", "bo-,bo+", "bo|,boz", "bo_,boZ", "bo~,bo|", "bo@,bo:", "mea,me_"})
    void beforeAnIdIsTheLongestOneThatIsLess(String id, String beginning) {
        assertThat(AbsentOwners.before(id)).hasToString(beginning + "~".repeat(128 - beginning.length()));
    }

    @Test
    void anIdThatEndsWithTheLowestCharacterFollowsTheOneWithoutIt() {
        assertThat(AbsentOwners.before("bob+")).hasToString("bob");
        assertThat(AbsentOwners.before("me+")).hasToString("md" + "~".repeat(126));
        assertThat(AbsentOwners.before("0")).isNull();
    }
}
