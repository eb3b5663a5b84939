package dev.parley.adapters.web.http;

import dev.parley.log.AttributeCondition;
import dev.parley.usecase.Precondition;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `If-Match` and `If-None-Match` as they concern rooms, whose ETag is the settings' version, attributes and
/// messages.
public final class Preconditions {

    private static final Pattern TAG = Pattern.compile("(W/)?\"([\\x21\\x23-\\x7E]*)\"");
    private static final Pattern VERSION = Pattern.compile("[1-9][0-9]{0,17}");

    private Preconditions() {}

    /// What a request that changes a room demands.
    public static Precondition of(Call call) {
        String match = call.header("If-Match");
        String noneMatch = call.header("If-None-Match");
        if (match != null && noneMatch != null) {
            throw QueryParameters.invalid("send If-Match or If-None-Match, not both");
        }
        if (noneMatch != null) {
            if (!noneMatch.strip().equals("*")) {
                throw QueryParameters.invalid("If-None-Match is * where something is changed");
            }
            return new Precondition.Absent();
        }
        if (match == null) {
            return Precondition.none();
        }
        return match.strip().equals("*")
                ? new Precondition.Present()
                : new Precondition.Version(versions("If-Match", match, false));
    }

    /// What a request that changes an attribute demands, whose ETag is its seq.
    public static AttributeCondition ofAttribute(Call call) {
        return switch (of(call)) {
            case Precondition.Anything _ -> new AttributeCondition.Anything();
            case Precondition.Version(var seqs) -> AttributeCondition.Since.of(seqs);
            case Precondition.Present _ -> new AttributeCondition.Present();
            case Precondition.Absent _ -> new AttributeCondition.Absent();
        };
    }

    /// Which versions of a message a request takes; null = whatever it is.
    public static @Nullable Set<Long> ofMessage(Call call) {
        return switch (of(call)) {
            case Precondition.Anything _, Precondition.Present _ -> null;
            case Precondition.Version(var versions) -> versions;
            case Precondition.Absent _ -> throw QueryParameters.invalid("a message is changed with If-Match");
        };
    }

    /// Whether a reader has this version already.
    public static boolean known(@Nullable String ifNoneMatch, long version) {
        if (ifNoneMatch == null) {
            return false;
        }
        return ifNoneMatch.strip().equals("*")
                || versions("If-None-Match", ifNoneMatch, true).contains(version);
    }

    public static String tag(long version) {
        return "\"" + version + "\"";
    }

    /// A tag of another form is of no version; a weak one counts only where a weak comparison is asked for.
    private static Set<Long> versions(String header, String list, boolean weakToo) {
        var versions = new HashSet<Long>();
        for (String part : list.split(",", -1)) {
            var tag = TAG.matcher(part.strip());
            if (!tag.matches()) {
                throw QueryParameters.invalid(header + " is a list of quoted entity tags, or *");
            }
            if ((weakToo || tag.group(1) == null)
                    && VERSION.matcher(tag.group(2)).matches()) {
                versions.add(Long.parseLong(tag.group(2)));
            }
        }
        return versions;
    }
}
