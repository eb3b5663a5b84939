package dev.parley.bench.delivery;

import dev.parley.bench.Arguments;
import dev.parley.bench.BenchFailure;
import dev.parley.bench.peer.Access;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Reads where a running server is from the command line.
final class Subjects {

    private static final int HTTP = 80;

    private Subjects() {}

    /// The same with tokens of so many people, which a server in dev mode gives.
    static Optional<Subject> running(Arguments arguments, int people) {
        return running(arguments)
                .map(subject -> new Subject(
                        subject.address(),
                        subject.pids(),
                        new Access(
                                DevToken.several(subject.address(), people),
                                subject.access().administrator()),
                        subject.credentials(),
                        subject.where()));
    }

    /// Empty when a server is to be started.
    static Optional<Subject> running(Arguments arguments) {
        Optional<String> url = arguments.text("--url");
        if (url.isEmpty()) {
            if (arguments.has("--pid") || arguments.has("--token")) {
                throw BenchFailure.cannotRun("--pid and --token belong to a running server: name it with --url.");
            }
            return Optional.empty();
        }
        InetSocketAddress address = address(url.get());
        List<Long> pids = arguments.text("--pid").map(Subjects::pids).orElse(List.of());
        String token = arguments.text("--token").orElseGet(() -> DevToken.ask(address));
        String where = "already running at " + url.get() + (pids.isEmpty() ? "; what it uses is not known" : "");
        var credentials = Map.of(ShareCommand.TOKEN, token);
        return Optional.of(new Subject(address, pids, Access.shared(token), credentials, where));
    }

    static InetSocketAddress address(String url) {
        URI uri = URI.create(url.startsWith("http://") ? url : "none:" + url);
        if (uri.getHost() == null) {
            throw BenchFailure.cannotRun("--url is an address such as http://127.0.0.1:8080, not '" + url + "'.");
        }
        return new InetSocketAddress(uri.getHost(), uri.getPort() < 0 ? HTTP : uri.getPort());
    }

    private static List<Long> pids(String text) {
        if (!text.matches("[0-9]+(,[0-9]+)*")) {
            throw BenchFailure.cannotRun(
                    "--pid takes the numbers of processes separated by commas, not '" + text + "'.");
        }
        return Stream.of(text.split(",")).map(Long::valueOf).toList();
    }
}
