package dev.parley.adapters.sql.store;

import dev.parley.adapters.sql.batch.Head;
import dev.parley.adapters.sql.batch.HeldPeople;
import dev.parley.adapters.sql.batch.RoomLife;
import dev.parley.adapters.sql.batch.RoomPerson;
import dev.parley.kernel.Life;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.log.Append;
import dev.parley.log.Member;
import dev.parley.log.Notify;
import dev.parley.log.PeopleCounts;
import dev.parley.log.Role;
import dev.parley.log.Standing;
import dev.parley.log.StateChange.ReplaceMember;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The people of rooms whose heads the transaction has locked: read by those batches that change them, in two
/// statements however many join at once, and written.
public final class PeopleRows {

    private static final String MEMBERS = """
            select m.room, m.life, m.user_id, m.role, m.notify, m.since from #table
            join member m on m.room = a.room and m.life = a.life and m.user_id = a.user_id
            """;

    private static final String COUNTS = """
            select p.room, p.life, p.members, p.staff, p.owners from #table
            join people p on p.room = a.room and p.life = a.life
            """;

    private static final String WRITE = """
            insert into member (room, life, user_id, role, notify, since) values (?, ?, ?, ?, ?, ?)
            on conflict (room, life, user_id) do update
            set role = excluded.role, notify = excluded.notify, since = excluded.since
            """;

    private static final String REMOVE = "delete from member where room = ? and life = ? and user_id = ?";

    private static final String WRITE_COUNTS = """
            insert into people (room, life, members, staff, owners) values (?, ?, ?, ?, ?)
            on conflict (room, life) do update
            set members = excluded.members, staff = excluded.staff, owners = excluded.owners
            """;

    private final Statements statements;
    private final String members;
    private final String counts;

    public PeopleRows(Statements statements, Dialect dialect) {
        this.statements = statements;
        this.members = MEMBERS.replace("#table", dialect.table("a", List.of("room", "life", "user_id")));
        this.counts = COUNTS.replace("#table", dialect.table("a", List.of("room", "life")));
    }

    /// What the batch's changes of people are decided by.
    ///
    /// @param heads of the rooms that are there
    public HeldPeople read(List<Append> batch, Map<RoomId, Head> heads) throws SQLException {
        var asked = new LinkedHashSet<RoomPerson>();
        for (var item : batch) {
            var head = heads.get(item.room());
            if (item.change() instanceof ReplaceMember change && head != null) {
                asked.add(new RoomPerson(new RoomLife(head.room(), head.life()), change.user()));
            }
        }
        return asked.isEmpty() ? HeldPeople.NOBODY : read(asked);
    }

    private HeldPeople read(Set<RoomPerson> asked) throws SQLException {
        var found = new HashMap<RoomPerson, Optional<Member>>();
        var counted = new HashMap<RoomLife, PeopleCounts>();
        statements.use(members, query -> {
            query.setString(1, persons(asked));
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    var member = member(rows, 3);
                    found.put(new RoomPerson(life(rows), member.user()), Optional.of(member));
                }
            }
        });
        statements.use(counts, query -> {
            query.setString(1, lives(asked));
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    counted.put(life(rows), new PeopleCounts(rows.getLong(3), rows.getLong(4), rows.getLong(5)));
                }
            }
        });
        return new HeldPeople(found, counted);
    }

    private static RoomLife life(ResultSet row) throws SQLException {
        return new RoomLife(new RoomId(row.getString(1)), new Life(row.getString(2)));
    }

    private static Member member(ResultSet row, int from) throws SQLException {
        var standing = new Standing(Role.values()[row.getInt(from + 1)], Notify.values()[row.getInt(from + 2)]);
        return new Member(new UserId(row.getString(from)), standing, row.getLong(from + 3));
    }

    /// No id holds what JSON would have to escape.
    private static String persons(Set<RoomPerson> asked) {
        return asked.stream()
                .map(person -> "[" + text(person.life()) + ",\"" + person.user().value() + "\"]")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static String lives(Set<RoomPerson> asked) {
        return asked.stream()
                .map(person -> "[" + text(person.life()) + "]")
                .distinct()
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static String text(RoomLife life) {
        return "\"" + life.room().value() + "\",\"" + life.life().value() + "\"";
    }

    public void write(HeldPeople people) throws SQLException {
        if (people.members().isEmpty()) {
            return;
        }
        statements.use(WRITE, insert -> insert(insert, people));
        statements.use(REMOVE, delete -> remove(delete, people));
        statements.use(WRITE_COUNTS, insert -> {
            for (var entry : people.counts().entrySet()) {
                bind(insert, entry.getKey());
                insert.setLong(3, entry.getValue().members());
                insert.setLong(4, entry.getValue().staff());
                insert.setLong(5, entry.getValue().owners());
                insert.addBatch();
            }
            insert.executeBatch();
        });
    }

    private static void insert(PreparedStatement insert, HeldPeople people) throws SQLException {
        for (var entry : people.members().entrySet()) {
            if (entry.getValue().isPresent()) {
                var member = entry.getValue().get();
                bind(insert, entry.getKey());
                insert.setInt(4, member.role().ordinal());
                insert.setInt(5, member.standing().notifies().ordinal());
                insert.setLong(6, member.since());
                insert.addBatch();
            }
        }
        insert.executeBatch();
    }

    private static void remove(PreparedStatement delete, HeldPeople people) throws SQLException {
        for (var entry : people.members().entrySet()) {
            if (entry.getValue().isEmpty()) {
                bind(delete, entry.getKey());
                delete.addBatch();
            }
        }
        delete.executeBatch();
    }

    private static void bind(PreparedStatement statement, RoomPerson person) throws SQLException {
        bind(statement, person.life());
        statement.setString(3, person.user().value());
    }

    private static void bind(PreparedStatement statement, RoomLife life) throws SQLException {
        statement.setString(1, life.room().value());
        statement.setString(2, life.life().value());
    }
}
