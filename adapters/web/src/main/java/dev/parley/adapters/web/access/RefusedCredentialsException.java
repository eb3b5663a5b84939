package dev.parley.adapters.web.access;

import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import org.springframework.security.core.AuthenticationException;

/// Credentials that are not accepted, and why: the name of the claim or part that is wrong. Expected, so without a
/// trace.
final class RefusedCredentialsException extends AuthenticationException {

    private static final long serialVersionUID = 1L;

    private static final String UNKNOWN_KEY = "kid";

    private final transient Problem problem;

    RefusedCredentialsException(Problem problem) {
        super(problem.code().wire());
        this.problem = problem;
    }

    /// @param detail what is wrong with a token; nothing of the token itself
    static RefusedCredentialsException because(String reason, String detail) {
        return ofToken(ProblemCode.INVALID_TOKEN, reason, detail);
    }

    static RefusedCredentialsException expired() {
        return ofToken(ProblemCode.TOKEN_EXPIRED, "exp", ProblemCode.TOKEN_EXPIRED.advice());
    }

    private static RefusedCredentialsException ofToken(ProblemCode code, String reason, String detail) {
        return new RefusedCredentialsException(Problem.of(code, detail)
                .because(reason)
                .header("WWW-Authenticate", "Bearer error=\"invalid_token\", error_description=\"" + detail + "\""));
    }

    static RefusedCredentialsException ofUnknownKey() {
        return because(UNKNOWN_KEY, "the token names no key this server knows");
    }

    /// Whether a token named a key that is not known: it may be a new one.
    boolean namesUnknownKey() {
        return UNKNOWN_KEY.equals(problem.reason());
    }

    static RefusedCredentialsException ofTicket(String reason) {
        return of(ProblemCode.INVALID_TICKET, reason);
    }

    static RefusedCredentialsException ofExpiredTicket(String reason) {
        return of(ProblemCode.TICKET_EXPIRED, reason);
    }

    static RefusedCredentialsException ofKey(String reason) {
        return of(ProblemCode.INVALID_KEY, reason);
    }

    private static RefusedCredentialsException of(ProblemCode code, String reason) {
        return new RefusedCredentialsException(Problem.of(code).because(reason).header("WWW-Authenticate", "Bearer"));
    }

    Problem problem() {
        return problem;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
