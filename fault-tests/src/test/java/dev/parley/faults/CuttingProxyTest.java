package dev.parley.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.contract.PrivatePostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CuttingProxyTest {

    private final PrivatePostgres postgres = PrivatePostgres.shared();
    private final String direct = postgres.freshDatabase();
    private CuttingProxy proxy;

    @BeforeEach
    void putItInBetween() throws Exception {
        proxy = new CuttingProxy(postgres.port(), 1);
        try (var connection = StoredLog.connect(direct, postgres.user());
                var statement = connection.createStatement()) {
            statement.execute("create table t (n int)");
        }
    }

    @AfterEach
    void takeItAway() throws IOException {
        proxy.close();
    }

    @Test
    void everythingPassesUntilItIsToCut() throws SQLException {
        try (var connection = throughProxy()) {
            for (int i = 0; i < 20; i++) {
                insert(connection);
                connection.commit();
            }
        }

        assertThat(rows()).isEqualTo(20);
        assertThat(proxy.cutForward() + proxy.cutBack()).isZero();
    }

    @Test
    void aCommitCutOnItsWayIsNotCommitted() throws SQLException {
        try (var connection = throughProxy()) {
            insert(connection);
            connection.commit();
            proxy.cut(1);
            insert(connection);

            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
        }

        assertThat(proxy.cutForward()).isOne();
        assertThat(rows()).isOne();
    }

    @Test
    void aCommitWhoseAnswerIsCutIsCommitted() throws SQLException {
        int lost = 0;
        for (int i = 0; i < 20; i++) {
            // Half of the first cuts let the commit pass; then half of the answers are lost.
            proxy.cut(0.5);
            lost += tryOnce();
        }

        assertThat(proxy.cutBack()).isPositive();
        assertThat(lost).isEqualTo(proxy.cutForward() + proxy.cutBack());
        assertThat(rows()).isEqualTo(20 - proxy.cutForward());
    }

    private int tryOnce() throws SQLException {
        try (var connection = throughProxy()) {
            insert(connection);
            connection.commit();
            return 0;
        } catch (SQLException _) {
            return 1;
        }
    }

    private Connection throughProxy() throws SQLException {
        var connection = StoredLog.connect(
                direct.replace(":" + postgres.port() + "/", ":" + proxy.port() + "/"), postgres.user());
        connection.setAutoCommit(false);
        return connection;
    }

    private static void insert(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement("insert into t values (?)")) {
            statement.setInt(1, 1);
            statement.executeUpdate();
        }
    }

    private int rows() throws SQLException {
        try (var connection = StoredLog.connect(direct, postgres.user());
                var result = connection.createStatement().executeQuery("select count(*) from t")) {
            result.next();
            return result.getInt(1);
        }
    }
}
