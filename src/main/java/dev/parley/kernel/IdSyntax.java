package dev.parley.kernel;

import java.util.regex.Pattern;

/// The syntax of one kind of identifier.
record IdSyntax(String kind, String rule, Pattern pattern) {

    static IdSyntax of(String kind, String regex) {
        return new IdSyntax(kind, regex, Pattern.compile(regex));
    }

    String check(String value) {
        if (!pattern.matcher(value).matches()) {
            throw new InvalidIdException("a " + kind + " must match " + rule);
        }
        return value;
    }
}
