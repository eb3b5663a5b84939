package dev.parley.adapters.web.access;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSVerifier;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Knows the keys that tokens are signed with. Never blocks; any thread.
interface TokenKeys {

    /// What came of looking for a key that was not known.
    enum Look {
        /// The keys were just read: look again.
        AGAIN,
        /// They are what they were.
        NOTHING_NEW,
        /// None has ever been read, so that nothing can be said about any token.
        NONE_YET
    }

    /// The only ones a token may be signed with. Each has keys of its own kind, so that no key serves two.
    Set<JWSAlgorithm> algorithms();

    /// @param algorithm one of the above
    /// @param keyId as the token's header names it; null when it names none
    /// @return what checks with that key; null when there is none
    @Nullable
    JWSVerifier verifier(JWSAlgorithm algorithm, @Nullable String keyId);

    /// Another number whenever keys may have gone: what was checked before is checked again.
    default long version() {
        return 0;
    }

    /// After a key was not found.
    ///
    /// @param answer on any thread, within [RemoteKeys#DEADLINE]
    default void look(Consumer<Look> answer) {
        answer.accept(Look.NOTHING_NEW);
    }
}
