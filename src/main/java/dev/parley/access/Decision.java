package dev.parley.access;

/// What the decision function said and the rule that said it.
public record Decision(boolean allowed, Rule rule) {

    /// The rules that can decide, in the order in which they are asked. The wire name is the constant in kebab-case.
    public enum Rule {
        ADMIN("admin"),
        KEY_GRANT("key-grant"),
        TOKEN_GRANT("token-grant"),
        ROLE_GRANT("role-grant"),
        DEFAULT_GRANT("default-grant"),
        NO_GRANT("no-grant"),
        MEMBERS_ONLY("members-only"),
        FROZEN("frozen"),
        MUTE_ALL("mute-all");

        private final String wire;

        Rule(String wire) {
            this.wire = wire;
        }

        public String wire() {
            return wire;
        }
    }

    public static Decision allow(Rule rule) {
        return new Decision(true, rule);
    }

    static Decision refuse(Rule rule) {
        return new Decision(false, rule);
    }
}
