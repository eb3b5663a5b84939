package dev.parley.adapters.sql.postgres;

import dev.parley.contract.NodeDirectoryContract;
import dev.parley.contract.PrivatePostgres;

class PostgresNodeDirectoryTest extends NodeDirectoryContract {

    private static final PostgresSettings SETTINGS = new PostgresSettings(
            PrivatePostgres.shared().freshDatabase(), PrivatePostgres.shared().user(), null, false, 8, 2);

    @Override
    protected Directories open() {
        var first = PostgresStore.open(SETTINGS);
        var second = PostgresStore.open(SETTINGS);
        first.nodes().live().forEach(node -> first.nodes().leave(node.node().id()));
        return new Directories(first.nodes(), second.nodes(), () -> {
            first.close();
            second.close();
        });
    }
}
