package dev.parley.adapters.redis;

import io.lettuce.core.RedisCommandExecutionException;
import java.util.concurrent.CompletionException;

/// What Lettuce's failures say.
final class RedisErrors {

    private RedisErrors() {}

    /// Redis has answered, and the answer is no.
    static boolean isRefusal(Throwable failure) {
        return innermost(failure) instanceof RedisCommandExecutionException;
    }

    /// The node that was asked does not have the channel's slot.
    static boolean isMove(Throwable failure) {
        return isRefusal(failure) && reason(failure).startsWith("MOVED ");
    }

    /// Who was asked may not write any more: another Redis has taken over.
    static boolean isOfReplica(Throwable failure) {
        return isRefusal(failure) && reason(failure).startsWith("READONLY");
    }

    /// What was asked about a cluster is not part of one.
    static boolean isNoCluster(Throwable failure) {
        return isRefusal(failure) && reason(failure).contains("cluster support disabled");
    }

    /// The innermost message: Lettuce's own wraps it in words about itself.
    static String reason(Throwable failure) {
        Throwable cause = innermost(failure);
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    static Throwable innermost(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null
                && (cause instanceof CompletionException || !(cause instanceof RedisCommandExecutionException))) {
            cause = cause.getCause();
        }
        return cause;
    }
}
