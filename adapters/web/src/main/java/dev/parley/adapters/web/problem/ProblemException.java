package dev.parley.adapters.web.problem;

/// Ends the handling of a request with a problem. Expected on bad input, so it carries no stack trace.
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    ProblemException(Problem problem) {
        super(problem.code().wire(), null, false, false);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
