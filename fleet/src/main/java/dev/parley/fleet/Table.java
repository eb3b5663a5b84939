package dev.parley.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Who is where and how.
final class Table {

    private static final String LINE = "%-12s %-6s %-34s %8s %8s  %s%n";

    private Table() {}

    static String of(Map<ServerNode, ServerNode.View> nodes, List<Part> others) {
        List<String> lines = new ArrayList<>();
        lines.add(LINE.formatted("", "port", "state", "streams", "rooms", "process"));
        nodes.forEach((node, view) -> lines.add(LINE.formatted(
                node.name(),
                node.port(),
                view.state(),
                view.streams(),
                view.rooms(),
                node.part().child().pid())));
        for (Part part : others) {
            String state = part.child().isAlive()
                    ? "runs"
                    : "gone, status " + part.child().status();
            lines.add(LINE.formatted(
                    part.name(), part.port(), state, "", "", part.child().pid()));
        }
        return String.join("", lines);
    }
}
