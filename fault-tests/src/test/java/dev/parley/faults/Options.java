package dev.parley.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// How servers under test are started.
final class Options {

    private static final List<String> ALWAYS = List.of(
            "-Xmx256m",
            "--parley.auth=jwt",
            "--parley.auth.jwt.secret=" + Tokens.SECRET,
            "--parley.rooms.auto-create=true");

    private Options() {}

    static String[] memory() {
        return with("--parley.store=memory");
    }

    /// The data is in the folder `data` of the working folder.
    static String[] sqlite() {
        return with("--parley.store=sqlite");
    }

    static String[] postgres(String url, String user, String... more) {
        var options = new ArrayList<>(
                List.of("--parley.store=postgres", "--parley.postgres.url=" + url, "--parley.postgres.user=" + user));
        options.addAll(List.of(more));
        return with(options.toArray(String[]::new));
    }

    private static String[] with(String... more) {
        return Stream.concat(ALWAYS.stream(), Stream.of(more)).toArray(String[]::new);
    }
}
