package dev.parley.adapters.sql.postgres;

import static dev.parley.adapters.sql.jooq.Tables.NODE;

import dev.parley.adapters.sql.store.Reads;
import dev.parley.adapters.sql.store.Writes;
import dev.parley.cluster.LiveNode;
import dev.parley.cluster.Node;
import dev.parley.cluster.spi.NodeDirectory;
import dev.parley.kernel.NodeId;
import java.time.Duration;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.impl.DSL;

/// The nodes in their table.
final class NodeTable implements NodeDirectory {

    private final Reads reads;
    private final Writes writes;

    NodeTable(Reads reads, Writes writes) {
        this.reads = reads;
        this.writes = writes;
    }

    @Override
    public List<LiveNode> renew(Node node, Duration lease) {
        return writes.write(sql -> {
            // One after the other: of two that enter at once the second sees the first.
            sql.execute("lock table node in share row exclusive mode");
            long now = now(sql);
            sql.deleteFrom(NODE)
                    .where(
                            NODE.EXPIRES_AT.lt(now - KEPT.toMillis()),
                            NODE.ID.ne(node.id().value()))
                    .execute();
            put(sql, node, now, now + lease.toMillis());
            return live(sql, now);
        });
    }

    private static void put(DSLContext sql, Node node, long now, long expires) {
        sql.insertInto(NODE)
                .set(NODE.ID, node.id().value())
                .set(NODE.ADDRESS, node.address())
                .set(NODE.MACHINE, node.machine())
                .set(NODE.ZONE, node.zone())
                .set(NODE.FANOUT, node.fanout())
                .set(NODE.STARTED_AT, now)
                .set(NODE.RENEWED_AT, now)
                .set(NODE.EXPIRES_AT, expires)
                .onConflict(NODE.ID)
                .doUpdate()
                .set(NODE.ADDRESS, node.address())
                .set(NODE.MACHINE, node.machine())
                .set(NODE.ZONE, node.zone())
                .set(NODE.FANOUT, node.fanout())
                .set(NODE.RENEWED_AT, now)
                .set(NODE.EXPIRES_AT, expires)
                .execute();
    }

    @Override
    public List<LiveNode> live() {
        return reads.query(sql -> live(sql, now(sql)));
    }

    private static long now(DSLContext sql) {
        return sql.select(DSL.field(PostgresDialect.NOW_MICROS, Long.class))
                        .fetchSingle()
                        .value1()
                / 1_000;
    }

    private static List<LiveNode> live(DSLContext sql, long now) {
        return sql.selectFrom(NODE)
                .where(NODE.EXPIRES_AT.gt(now))
                .orderBy(NODE.ID)
                .fetch(NodeTable::node);
    }

    private static LiveNode node(Record row) {
        var node = new Node(
                new NodeId(row.get(NODE.ID)),
                row.get(NODE.ADDRESS),
                row.get(NODE.MACHINE),
                row.get(NODE.ZONE),
                row.get(NODE.FANOUT));
        return new LiveNode(node, row.get(NODE.STARTED_AT), row.get(NODE.RENEWED_AT), row.get(NODE.EXPIRES_AT));
    }

    @Override
    public void leave(NodeId id) {
        writes.write(sql -> sql.deleteFrom(NODE).where(NODE.ID.eq(id.value())).execute());
    }
}
