package dev.parley.adapters.sql.store;

import static dev.parley.adapters.sql.jooq.Tables.MEMBER;
import static dev.parley.adapters.sql.jooq.Tables.ROOM_HEAD;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.log.Member;
import dev.parley.log.Notify;
import dev.parley.log.Role;
import dev.parley.log.Standing;
import dev.parley.room.People;
import dev.parley.room.RoomState;
import dev.parley.room.spi.PeopleReader;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// The people of rooms out of the tables; each call is one statement, so one snapshot.
public final class SqlPeopleReader implements PeopleReader {

    private static final Condition OF_HEAD = MEMBER.ROOM.eq(ROOM_HEAD.ROOM).and(MEMBER.LIFE.eq(ROOM_HEAD.LIFE));

    private final Reads reads;

    public SqlPeopleReader(Reads reads) {
        this.reads = reads;
    }

    @Override
    public Optional<Member> member(RoomId room, UserId user) {
        return reads.query(sql -> sql.select(MEMBER.fields())
                .from(MEMBER.join(ROOM_HEAD).on(OF_HEAD))
                .where(ROOM_HEAD.ROOM.eq(room.value()), MEMBER.USER_ID.eq(user.value()))
                .fetchOptional(SqlPeopleReader::member));
    }

    @Override
    public List<Member> members(RoomId room, @Nullable UserId after, int limit, @Nullable Role role) {
        var wanted = ROOM_HEAD.ROOM.eq(room.value()).and(MEMBER.USER_ID.gt(after == null ? "" : after.value()));
        return reads.query(sql -> sql.select(MEMBER.fields())
                .from(MEMBER.join(ROOM_HEAD).on(OF_HEAD))
                .where(role == null ? wanted : wanted.and(ofRole(role)))
                .orderBy(MEMBER.USER_ID)
                .limit(limit)
                .fetch(SqlPeopleReader::member));
    }

    /// Of staff with the condition of its index.
    private static Condition ofRole(Role role) {
        var exactly = MEMBER.ROLE.eq((long) role.ordinal());
        return role == Role.MEMBER ? exactly : exactly.and("member.role > 0");
    }

    private static Member member(Record row) {
        var standing =
                new Standing(role(row.get(MEMBER.ROLE)), Notify.values()[Math.toIntExact(row.get(MEMBER.NOTIFY))]);
        return new Member(new UserId(row.get(MEMBER.USER_ID)), standing, row.get(MEMBER.SINCE));
    }

    private static Role role(long stored) {
        return Role.values()[Math.toIntExact(stored)];
    }

    /// The room with its people; asked after the room itself, so that they are never older than its rules.
    static RoomState with(DSLContext sql, Dialect dialect, RoomState room, Set<UserId> asked) {
        var life = MEMBER.ROOM
                .eq(room.id().value())
                .and(MEMBER.LIFE.eq(room.epoch().life().value()));
        var staff =
                sql.select(MEMBER.USER_ID, MEMBER.ROLE).from(MEMBER).where(life.and(DSL.condition("member.role > 0")));
        var query = asked.isEmpty()
                ? staff
                : staff.unionAll(sql.select(MEMBER.USER_ID, MEMBER.ROLE)
                        .from(MEMBER)
                        .where(life.and(MEMBER.ROLE.eq(0L)))
                        .and(dialect.among(
                                MEMBER.USER_ID,
                                asked.stream().map(UserId::value).toList())));
        Map<UserId, Role> roles = new HashMap<>();
        Set<UserId> members = new HashSet<>();
        query.fetch().forEach(row -> {
            var user = new UserId(row.value1());
            if (row.value2() == 0) {
                members.add(user);
            } else {
                roles.put(user, role(row.value2()));
            }
        });
        return room.with(new People(roles, members));
    }
}
