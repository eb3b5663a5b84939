package dev.parley.server.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTest {

    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    @Test
    void aStageIsAPresetThatAnyOtherSourceOverrides() {
        var environment =
                Environments.with(Map.of("PARLEY_FANOUT", "sharded"), "--parley.stage=rooms", "--parley.bus=redis");

        Settings settings = Environments.settings(environment);

        assertThat(settings.setting(ConfigurationKey.STORE)).contains(new Setting("postgres", "stage rooms"));
        assertThat(settings.setting(ConfigurationKey.FANOUT)).contains(new Setting("sharded", "environment"));
        assertThat(settings.setting(ConfigurationKey.BUS)).contains(new Setting("redis", "command line"));
        assertThat(settings.setting(ConfigurationKey.DATA)).contains(new Setting("./data", "default"));
    }

    @Test
    void devModeCreatesRoomsGrantsEverythingAndListensOnThisMachineOnly() {
        Settings settings = Environments.settings("--parley.auth=dev");

        assertThat(settings.setting(ConfigurationKey.AUTO_CREATE)).contains(new Setting("true", "dev mode"));
        assertThat(settings.value(ConfigurationKey.DEFAULT_GRANTS)).contains("*:subscribe,publish,moderate,manage");
        assertThat(settings.address()).contains("127.0.0.1");
    }

    @Test
    void withTokensOfItsOwnNothingIsGrantedByDefault() {
        Settings settings = Environments.settings("--parley.auth=jwt", "--parley.auth.jwt.secret=" + SECRET);

        assertThat(settings.value(ConfigurationKey.AUTO_CREATE)).contains("false");
        assertThat(settings.value(ConfigurationKey.DEFAULT_GRANTS)).isEmpty();
        assertThat(settings.address()).isEmpty();
    }

    @Test
    void aDeployedServerExpectsTokensAndATriedOneGivesThemUnlessItHasASecret() {
        var deployed = Environments.with();
        new Presets(deployed, false).apply();

        assertThat(Settings.of(deployed).value(ConfigurationKey.AUTH)).contains("jwt");
        assertThat(Environments.settings().value(ConfigurationKey.AUTH)).contains("dev");
        assertThat(Environments.settings("--parley.auth.jwt.secret=" + SECRET).value(ConfigurationKey.AUTH))
                .contains("jwt");
    }

    @Test
    void theDashesOfAKeyMayBeLeftOut() {
        assertThat(Environments.settings("--parley.rooms.autoCreate=false").value(ConfigurationKey.AUTO_CREATE))
                .contains("false");
    }

    @Test
    void secretsAreNotShown() {
        Settings settings = Environments.settings(
                "--parley.auth.jwt.secret=" + SECRET,
                "--parley.postgres.password=pa55word",
                "--parley.postgres.url=postgresql://me:pa55word@localhost/parley?ssl=true&password=pa55word");

        assertThat(settings.shown(ConfigurationKey.JWT_SECRET))
                .isEqualTo("parley.auth.jwt.secret=****** (command line)");
        assertThat(settings.shown(ConfigurationKey.POSTGRES_PASSWORD)).doesNotContain("pa55word");
        assertThat(settings.shown(ConfigurationKey.POSTGRES_URL))
                .contains("localhost/parley?ssl=true")
                .doesNotContain("pa55word");
    }
}
