package dev.parley.adapters.web.access;

import dev.parley.access.Grants;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// A ticket as bytes: as few as may be, for all of it goes into an address.
final class TicketText {

    /// Raised when the form changes: a server reads no other.
    private static final int VERSION = 1;

    private TicketText() {}

    static byte[] write(Ticket ticket) {
        var bytes = new ByteArrayOutputStream(256);
        try (var out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeUTF(ticket.principal().id().value());
            String name = ticket.principal().name();
            out.writeBoolean(name != null);
            out.writeUTF(name == null ? "" : name);
            out.writeUTF(ticket.session().value());
            out.writeLong(ticket.mintedAt().toEpochMilli());
            out.writeLong(ticket.expiresAt().toEpochMilli());
            out.writeByte(ticket.rooms().size());
            for (RoomId room : ticket.rooms()) {
                out.writeUTF(room.value());
                out.writeByte(bits(ticket.principal().grants().in(room)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("memory takes every byte", e);
        }
        return bytes.toByteArray();
    }

    /// @param bytes written by [#write], by this version or another
    /// @throws RefusedCredentialsException when it was another
    static Ticket read(byte[] bytes) {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            if (in.readByte() != VERSION) {
                throw RefusedCredentialsException.ofTicket("version");
            }
            var user = new UserId(in.readUTF());
            boolean named = in.readBoolean();
            String name = in.readUTF();
            var session = new SessionId(in.readUTF());
            var mintedAt = Instant.ofEpochMilli(in.readLong());
            var expiresAt = Instant.ofEpochMilli(in.readLong());
            Map<RoomId, Set<Permission>> rooms = rooms(in);
            var principal = new Principal(user, named ? name : null, grants(rooms), false);
            return new Ticket(principal, session, rooms.keySet(), mintedAt, expiresAt);
        } catch (IOException e) {
            throw new UncheckedIOException("what was signed is whole", e);
        }
    }

    private static Map<RoomId, Set<Permission>> rooms(DataInputStream in) throws IOException {
        int count = in.readUnsignedByte();
        Map<RoomId, Set<Permission>> rooms = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            var room = new RoomId(in.readUTF());
            rooms.put(room, permissions(in.readUnsignedByte()));
        }
        return rooms;
    }

    private static Grants grants(Map<RoomId, Set<Permission>> rooms) {
        Map<String, Set<Permission>> byId = new LinkedHashMap<>();
        rooms.forEach((room, permissions) -> byId.put(room.value(), permissions));
        return Grants.of(byId);
    }

    private static int bits(Set<Permission> permissions) {
        return permissions.stream()
                .mapToInt(permission -> 1 << permission.ordinal())
                .sum();
    }

    private static Set<Permission> permissions(int bits) {
        var permissions = EnumSet.noneOf(Permission.class);
        for (Permission permission : Permission.values()) {
            if ((bits & 1 << permission.ordinal()) != 0) {
                permissions.add(permission);
            }
        }
        return permissions;
    }
}
