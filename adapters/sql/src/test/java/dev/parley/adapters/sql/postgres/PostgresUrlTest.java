package dev.parley.adapters.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresUrlTest {

    @ParameterizedTest
    @ValueSource(strings = {"postgresql://db:5432/parley", "jdbc:postgresql://db:5432/parley"})
    void theDriversPrefixMayBeThereOrNot(String url) {
        assertThat(PostgresUrl.parse(url))
                .isEqualTo(new PostgresUrl("jdbc:postgresql://db:5432/parley", "db:5432/parley", null, null));
    }

    @Test
    void userAndPasswordAreTakenOutOfTheAddress() {
        assertThat(PostgresUrl.parse("postgresql://me:p%40ss:word@db/parley?sslmode=require"))
                .isEqualTo(
                        new PostgresUrl("jdbc:postgresql://db/parley?sslmode=require", "db/parley", "me", "p@ss:word"));
        assertThat(PostgresUrl.parse("postgresql://me@db/parley").user()).isEqualTo("me");
    }

    @Test
    void aSignInTheParametersIsNoUser() {
        assertThat(PostgresUrl.parse("postgresql://db/parley?user=me@home").jdbc())
                .isEqualTo("jdbc:postgresql://db/parley?user=me@home");
    }

    @Test
    void anythingElseIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PostgresSettings.of("mysql://db/parley", null, null))
                .withMessageStartingWith("parley.postgres.url is written postgresql://");
    }

    @Test
    void settingsDoNotShowThePassword() {
        assertThat(PostgresSettings.of("postgresql://me:s3cret@db/parley?password=s3cret", "me", "s3cret"))
                .asString()
                .contains("db/parley")
                .doesNotContain("s3cret");
    }
}
