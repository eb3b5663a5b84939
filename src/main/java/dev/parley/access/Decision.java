package dev.parley.access;

/// What the decision function said and the rule that said it.
public record Decision(boolean allowed, Rule rule) {

    /// The rules that can decide, in the order in which they are asked. The wire name is the constant in kebab-case.
    public enum Rule {
        ADMIN("admin"),
        KEY_GRANT("key-grant"),
        FROZEN("frozen"),
        TOKEN_GRANT("token-grant"),
        DEFAULT_GRANT("default-grant"),
        NO_GRANT("no-grant");

        private final String wire;

        Rule(String wire) {
            this.wire = wire;
        }

        public String wire() {
            return wire;
        }
    }

    static Decision allow(Rule rule) {
        return new Decision(true, rule);
    }

    static Decision refuse(Rule rule) {
        return new Decision(false, rule);
    }
}
