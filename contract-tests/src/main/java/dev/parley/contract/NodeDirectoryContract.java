package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.cluster.LiveNode;
import dev.parley.cluster.Node;
import dev.parley.cluster.spi.NodeDirectory;
import dev.parley.kernel.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What every [NodeDirectory] keeps. An adapter's test subclasses this and hands in two views of one backend.
@Timeout(60)
public abstract class NodeDirectoryContract {

    private static final Duration LONG = Duration.ofMinutes(5);

    /// Two directories without any node, as two servers see one backend.
    public record Directories(NodeDirectory first, NodeDirectory second, Runnable close) {}

    private Directories directories;

    protected abstract Directories open();

    @BeforeEach
    void openDirectories() {
        directories = open();
    }

    @AfterEach
    void closeDirectories() {
        directories.close().run();
    }

    private static Node node(String id) {
        return node(id, "rooms", null);
    }

    private static Node node(String id, String fanout, @Nullable String zone) {
        return new Node(new NodeId("node-" + id + "-x"), "host-" + id + ":8080", "machine of " + id, zone, fanout);
    }

    private static List<Node> nodes(List<LiveNode> live) {
        return live.stream().map(LiveNode::node).toList();
    }

    @Test
    void aNodeThatEntersIsSeenByAllAsItIs() {
        Node here = node("a", "sharded 64", "zone \"1\"");

        List<LiveNode> told = directories.first().renew(here, LONG);

        assertThat(nodes(told)).containsExactly(here);
        assertThat(directories.second().live()).isEqualTo(told);
        assertThat(told.getFirst().expiresAt() - told.getFirst().renewedAt()).isEqualTo(LONG.toMillis());
        assertThat(told.getFirst().startedAt()).isEqualTo(told.getFirst().renewedAt());
    }

    @Test
    void eachHeartbeatTellsWhoElseIsThereById() {
        directories.second().renew(node("c"), LONG);
        directories.first().renew(node("a"), LONG);

        assertThat(nodes(directories.first().renew(node("b"), LONG))).containsExactly(node("a"), node("b"), node("c"));
    }

    @Test
    void aHeartbeatRenewsTheLeaseAndKeepsTheStart() {
        LiveNode entered = directories.first().renew(node("a"), LONG).getFirst();

        LiveNode renewed = await().until(
                        () -> directories.second().renew(node("a"), LONG).getFirst(),
                        now -> now.renewedAt() > entered.renewedAt());

        assertThat(renewed.startedAt()).isEqualTo(entered.startedAt());
        assertThat(renewed.expiresAt()).isEqualTo(renewed.renewedAt() + LONG.toMillis());
    }

    @Test
    void whatANodeSaysOfItselfMayChange() {
        directories.first().renew(node("a", "local", "old"), LONG);

        directories.first().renew(node("a", "rooms", null), LONG);

        assertThat(nodes(directories.second().live())).containsExactly(node("a", "rooms", null));
    }

    @Test
    void aNodeWhoseLeaseRanOutIsNotThereAndMayComeBack() {
        directories.first().renew(node("a"), Duration.ofMillis(50));
        directories.first().renew(node("b"), LONG);

        await().untilAsserted(
                        () -> assertThat(nodes(directories.second().live())).containsExactly(node("b")));

        assertThat(nodes(directories.first().renew(node("a"), LONG))).containsExactly(node("a"), node("b"));
    }

    @Test
    void aNodeThatLeavesIsGoneAtOnceAndNoOther() {
        directories.first().renew(node("a"), LONG);
        directories.first().renew(node("b"), LONG);

        directories.second().leave(node("a").id());
        directories.second().leave(node("c").id());

        assertThat(nodes(directories.first().live())).containsExactly(node("b"));
    }

    @Test
    void ofTwoNodesThatEnterAtOnceAtLeastOneSeesTheOther() {
        List<Node> all = IntStream.range(0, 8).mapToObj(i -> node("" + i)).toList();

        var told = AtOnce.run(
                8, i -> () -> (i % 2 == 0 ? directories.first() : directories.second()).renew(all.get(i), LONG));

        assertThat(nodes(directories.first().live())).isEqualTo(all);
        assertThat(told.stream().map(List::size).sorted()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
    }
}
