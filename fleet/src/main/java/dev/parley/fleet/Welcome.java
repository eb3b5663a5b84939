package dev.parley.fleet;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What to try with a fleet that runs.
final class Welcome {

    private static final Pattern TOKEN = Pattern.compile("\"token\":\"([^\"]+)\"");

    private static final String TEXT = """

              A fleet of {nodes}, stage {stage}: {address}
              Chat: {pages}
              Logs: {folder}/*.log ({kept})
              Ctrl-C stops everything; kill one of the processes below to see what happens.
            """;

    private static final String TRY = """

              Each of these works as it stands, in another terminal: publish at one server, and read it at another.

            curl -s http://127.0.0.1:{first}/v1/rooms/lobby/messages -H 'Content-Type: application/json' -H 'Authorization: Bearer {token}' -d '{"data":{"text":"Hello"}}'
            curl -sN http://127.0.0.1:{last}/v1/rooms/lobby/events -H 'Authorization: Bearer {token}'
            """;

    private Welcome() {}

    static String text(FleetPlan plan, RunningFleet fleet) {
        int first = fleet.nodes().getFirst().port();
        String text = TEXT.replace("{nodes}", "" + plan.nodes())
                .replace("{stage}", plan.stage().value())
                .replace(
                        "{address}",
                        fleet.front()
                                .map(front -> "http://127.0.0.1:" + front.port())
                                .orElse("no front"))
                .replace(
                        "{pages}",
                        fleet.nodes().stream()
                                .map(node -> "http://127.0.0.1:" + node.port())
                                .collect(Collectors.joining("  ")))
                .replace("{folder}", fleet.folder().toString())
                .replace("{kept}", plan.data().isPresent() ? "they and the data stay" : "gone when the fleet stops");
        return plan.devMode() ? text + tries(fleet, first) : text;
    }

    private static String tries(RunningFleet fleet, int first) {
        Matcher token = TOKEN.matcher(fleet.http()
                .post(first, "/v1/dev/tokens", "{\"user\":\"alice\"}")
                .orElse(""));
        return token.find()
                ? TRY.replace("{first}", "" + first)
                        .replace("{last}", "" + fleet.nodes().getLast().port())
                        .replace("{token}", token.group(1))
                : "";
    }
}
