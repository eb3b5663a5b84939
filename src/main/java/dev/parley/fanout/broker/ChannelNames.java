package dev.parley.fanout.broker;

import dev.parley.fanout.Channel;

/// What a channel is called at a broker. Different channels never share a name, and no id brings a
/// character into it that separates, matches or groups: all but letters, digits, `_` and `-` become `=`
/// and two hexadecimal digits.
final class ChannelNames {

    private ChannelNames() {}

    static String of(Channel channel) {
        return switch (channel) {
            case Channel.Everyone() -> "parley.all";
            case Channel.OfRoom(var room) -> "parley.room." + encoded(room.value());
            case Channel.Shard(int number) -> "parley.shard." + number;
            case Channel.OfNode(var node) -> "parley.node." + encoded(node.value());
            case Channel.Users() -> "parley.users";
            case Channel.OfUser(var user) -> "parley.user." + encoded(user.value());
        };
    }

    /// Ids are ASCII, each character is one byte.
    private static String encoded(String id) {
        if (id.chars().allMatch(ChannelNames::isPlain)) {
            return id;
        }
        var name = new StringBuilder(id.length() + 16);
        id.chars().forEach(c -> {
            if (isPlain(c)) {
                name.append((char) c);
            } else {
                name.append('=').append(hex(c >> 4)).append(hex(c));
            }
        });
        return name.toString();
    }

    private static boolean isPlain(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-';
    }

    private static char hex(int digit) {
        return Character.forDigit(digit & 0xf, 16);
    }
}
