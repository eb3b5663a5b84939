package dev.parley.kernel;

/// Who caused an event: a user, or the server itself when nobody did.
public record Sender(String value) {

    public static final Sender SERVER = new Sender("@server");

    public Sender {
        if (!value.equals("@server")) {
            var _ = new UserId(value);
        }
    }

    public static Sender of(UserId user) {
        return new Sender(user.value());
    }

    @Override
    public String toString() {
        return value;
    }
}
