package dev.parley.adapters.web.access;

import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import org.springframework.security.core.AuthenticationException;

/// A token that is not accepted, and why: the name of the claim or part that is wrong. Expected, so without a trace.
final class InvalidTokenException extends AuthenticationException {

    private static final long serialVersionUID = 1L;

    private final ProblemCode code;
    private final String reason;
    private final String detail;

    private InvalidTokenException(ProblemCode code, String reason, String detail) {
        super(detail);
        this.code = code;
        this.reason = reason;
        this.detail = detail;
    }

    /// @param detail what is wrong; nothing of the token itself
    static InvalidTokenException because(String reason, String detail) {
        return new InvalidTokenException(ProblemCode.INVALID_TOKEN, reason, detail);
    }

    static InvalidTokenException expired() {
        return new InvalidTokenException(ProblemCode.TOKEN_EXPIRED, "exp", ProblemCode.TOKEN_EXPIRED.advice());
    }

    Problem problem() {
        return Problem.of(code, detail)
                .because(reason)
                .header("WWW-Authenticate", "Bearer error=\"invalid_token\", error_description=\"" + detail + "\"");
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
