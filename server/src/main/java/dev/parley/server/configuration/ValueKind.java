package dev.parley.server.configuration;

import dev.parley.access.GrantsText;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the value of a key may be.
sealed interface ValueKind {

    /// What is wrong with this value, as a predicate of which the value is the subject; null when nothing is.
    @Nullable
    String complaint(String value);

    /// The values, for people.
    String choices();

    /// The value as it may be shown.
    default String shown(String value) {
        return value;
    }

    /// One of a few words.
    ///
    /// @param later words that are known and have no adapter yet
    record Choice(List<String> now, List<String> later) implements ValueKind {

        static Choice of(String... now) {
            return new Choice(List.of(now), List.of());
        }

        Choice later(String... words) {
            return new Choice(now, List.of(words));
        }

        @Override
        public @Nullable String complaint(String value) {
            if (now.contains(value)) {
                return null;
            }
            String known = later.contains(value) ? "is not built yet" : "is not a value of it";
            return known + "; choices: " + String.join(", ", now);
        }

        @Override
        public String choices() {
            return quoted(now) + (later.isEmpty() ? "" : "; not built yet: " + quoted(later));
        }

        private static String quoted(List<String> words) {
            return words.stream().map(word -> "`" + word + "`").collect(Collectors.joining(", "));
        }
    }

    /// Yes or no.
    record Flag() implements ValueKind {

        @Override
        public @Nullable String complaint(String value) {
            return value.equals("true") || value.equals("false") ? null : "is neither; choices: true, false";
        }

        @Override
        public String choices() {
            return "`true`, `false`";
        }
    }

    /// A whole number.
    record Whole(int min, int max) implements ValueKind {

        @Override
        public @Nullable String complaint(String value) {
            try {
                int number = Integer.parseInt(value);
                return number >= min && number <= max ? null : "is out of range; choices: " + choices();
            } catch (NumberFormatException _) {
                return "is not a number; choices: " + choices();
            }
        }

        @Override
        public String choices() {
            return min + " to " + max;
        }
    }

    /// Any text that is not blank.
    ///
    /// @param what describes it in the documentation
    record Words(String what) implements ValueKind {

        @Override
        public @Nullable String complaint(String value) {
            return value.isBlank() ? "is empty; give " + what + ", or leave the key out" : null;
        }

        @Override
        public String choices() {
            return what;
        }
    }

    /// Text that is never shown.
    ///
    /// @param minBytes what it has at least, in UTF-8
    record Secret(int minBytes) implements ValueKind {

        @Override
        public @Nullable String complaint(String value) {
            int length = value.getBytes(StandardCharsets.UTF_8).length;
            return length < minBytes
                    ? "is too short with " + length + " bytes; give at least " + minBytes + " bytes"
                    : null;
        }

        @Override
        public String choices() {
            return minBytes > 1 ? "at least " + minBytes + " bytes" : "text";
        }

        @Override
        public String shown(String value) {
            return "******";
        }
    }

    /// A URL with a host.
    record Address(List<String> schemes) implements ValueKind {

        static Address of(String... schemes) {
            return new Address(List.of(schemes));
        }

        @Override
        public @Nullable String complaint(String value) {
            boolean fits = schemes.stream().anyMatch(scheme -> value.startsWith(scheme + "://")) && parses(value);
            return fits ? null : "is not an address; it begins with " + String.join(":// or ", schemes) + "://";
        }

        private static boolean parses(String value) {
            try {
                String rest = value.substring(value.indexOf("://"));
                return new URI("x" + rest).getRawAuthority() != null;
            } catch (URISyntaxException _) {
                return false;
            }
        }

        @Override
        public String choices() {
            return schemes.stream().map(scheme -> "`" + scheme + "://…`").collect(Collectors.joining(", "));
        }

        /// Without what a URL may carry of credentials.
        @Override
        public String shown(String value) {
            return value.replaceAll("://[^/@]*@", "://******@")
                    .replaceAll("(?i)((?:password|passwd|secret|token)=)[^&;]*", "$1******");
        }
    }

    /// Origins of web pages, separated by commas: exact, no path.
    record Origins() implements ValueKind {

        @Override
        public @Nullable String complaint(String value) {
            for (String origin : value.split(",", -1)) {
                if (!origin.strip().matches("https?://[^/?#\\s,*]+")) {
                    return "is not a list of origins; write them like https://example.org,http://localhost:3000";
                }
            }
            return null;
        }

        @Override
        public String choices() {
            return "origins separated by commas";
        }
    }

    /// Room patterns and what they allow, see [GrantsText].
    record RoomGrants() implements ValueKind {

        @Override
        public @Nullable String complaint(String value) {
            try {
                GrantsText.parse(value);
                return null;
            } catch (IllegalArgumentException e) {
                return "is not a list of grants: " + e.getMessage();
            }
        }

        @Override
        public String choices() {
            return "`<pattern>:<permission>,…` separated by spaces; permissions: " + GrantsText.permissions();
        }
    }
}
