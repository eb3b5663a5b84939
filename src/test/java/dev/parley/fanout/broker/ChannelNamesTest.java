package dev.parley.fanout.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.fanout.Channel;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChannelNamesTest {

    private static final String OF_IDS = "ab.:|~@+-_=2e";

    @Test
    void plainIdsStayReadable() {
        assertThat(ChannelNames.of(new Channel.Everyone())).isEqualTo("parley.all");
        assertThat(ChannelNames.of(new Channel.OfRoom(new RoomId("lobby-1_x")))).isEqualTo("parley.room.lobby-1_x");
        assertThat(ChannelNames.of(new Channel.Users())).isEqualTo("parley.users");
        assertThat(ChannelNames.of(new Channel.Shard(7))).isEqualTo("parley.shard.7");
        assertThat(ChannelNames.of(new Channel.OfNode(new NodeId("abcdefgh")))).isEqualTo("parley.node.abcdefgh");
    }

    @Test
    void whatSeparatesOrMatchesIsEncoded() {
        assertThat(ChannelNames.of(new Channel.OfRoom(new RoomId("a.b~c")))).isEqualTo("parley.room.a=2eb=7ec");
        assertThat(ChannelNames.of(new Channel.OfUser(new UserId("a|b:c@d+e"))))
                .isEqualTo("parley.user.a=7cb=3ac=40d=2be");
    }

    @Test
    void differentIdsNeverShareANameAndTheLongestFits() {
        var random = new Random(7);
        Map<String, Channel> channels = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            var id = new StringBuilder("a");
            for (int length = random.nextInt(6); length > 0; length--) {
                id.append(OF_IDS.charAt(random.nextInt(OF_IDS.length())));
            }
            String text = id.toString().replace("=", "");
            Channel channel = new Channel.OfUser(new UserId(text));
            String name = ChannelNames.of(channel);
            assertThat(name).matches("[A-Za-z0-9_=-]+(\\.[A-Za-z0-9_=-]+)+");
            assertThat(channels.putIfAbsent(name, channel)).isIn(null, channel);
        }
        assertThat(ChannelNames.of(new Channel.OfUser(new UserId("a" + "|".repeat(127)))))
                .hasSizeLessThan(512);
    }
}
