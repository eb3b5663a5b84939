package dev.parley.bench.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.bench.BenchFailure;
import dev.parley.bench.stream.SseEvents.Numbering;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SseEventsTest {

    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
    private static final RoomNames ONE = new RoomNames("load-", 9, 1);
    private static final RoomNames THREE = new RoomNames("load-", 9, 3);

    private static final String HELLO =
            "retry: 2871\n\n: a comment\n\nid: 1k3:40\nevent: hello\ndata: {\"session\":\"s\"}\n\n";
    private static final String FIRST = event("1k3:41", 41, "@@0000000000000001234");
    private static final String SYSTEM =
            "id: 1k3:42\ndata: {\"room\":\"load-4\",\"seq\":42,\"type\":\"room.updated\"}\n\n";
    private static final String SECOND = event("1k3:43", 43, "@@@0000000000000005678xx");

    private static String event(String id, int seq, String text) {
        return "id: " + id + "\ndata: {\"room\":\"load-4\",\"epoch\":\"1k3\",\"seq\":" + seq
                + ",\"sender\":\"@server\",\"data\":\"" + text + "\"}\n\n";
    }

    private static byte[] chunked(String... pieces) {
        var body = new StringBuilder(HEAD + "Transfer-Encoding: chunked\r\n\r\n");
        for (String piece : pieces) {
            body.append(Integer.toHexString(piece.length()))
                    .append("\r\n")
                    .append(piece)
                    .append("\r\n");
        }
        return body.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static Stage whole(Recorded recorded, RoomNames rooms, Numbering numbering) {
        return new ResponseHead(head -> Chunked.whenSaid(head, new SseEvents(rooms, numbering, 4, recorded), recorded));
    }

    private static List<String> expected() {
        return List.of(
                "room 4 after 1k3:40",
                "opened",
                "4 #41 @1234 " + FIRST.length(),
                "4 #42 @-1 " + SYSTEM.length(),
                "4 #43 @5678 " + SECOND.length());
    }

    @Test
    void everySplitOfChunkedEventsReadsTheSame() {
        byte[] bytes = chunked(HELLO, FIRST + SYSTEM + SECOND);
        Splits.expect(bytes, expected(), recorded -> whole(recorded, ONE, Numbering.ID));
    }

    @Test
    void chunksMayEndAnywhereInAnEvent() {
        String all = HELLO + FIRST + SYSTEM + SECOND;
        for (int cut = 1; cut < all.length(); cut++) {
            var recorded = new Recorded();
            byte[] bytes = chunked(all.substring(0, cut), all.substring(cut));
            whole(recorded, ONE, Numbering.ID).accept(bytes, 0, bytes.length);
            assertThat(recorded.told).as("chunk of %d", cut).isEqualTo(expected());
        }
    }

    @Test
    void aBareBodyReadsTheSame() {
        byte[] bytes = (HEAD + "\r\n" + HELLO + FIRST + SYSTEM + SECOND).getBytes(StandardCharsets.US_ASCII);
        Splits.expect(bytes, expected(), recorded -> whole(recorded, ONE, Numbering.ID));
    }

    @Test
    void linesMayEndWithCrLf() {
        byte[] bytes = chunked("event: message\r\nid: 7:0\r\ndata: @@0000000000000000009\r\n\r\n");
        Splits.expect(bytes, List.of("4 #-1 @9 56"), recorded -> whole(recorded, ONE, Numbering.NONE));
    }

    @Test
    void streamsOfSeveralRoomsFindRoomAndSeqInTheData() {
        byte[] bytes = chunked(
                "id: load-3=a:7,load-4=b:9\nevent: hello\ndata: {}\n\n",
                "data: {\"room\":\"load-3\",\"epoch\":\"a\",\"seq\":8,\"data\":\"@@0000000000000000003\"}\n\n",
                "data: {\"room\":\"load-4\",\"epoch\":\"b\",\"seq\":10,\"data\":\"@@0000000000000000004\"}\n\n",
                "id: load-3=a:8,load-4=b:20\nevent: gap\ndata: {}\n\n");
        List<String> expected = List.of(
                "room 3 after a:7",
                "room 4 after b:9",
                "opened",
                "3 #8 @3 76",
                "4 #10 @4 77",
                "room 3 left out to 8",
                "room 4 left out to 20");
        Splits.expect(bytes, expected, recorded -> whole(recorded, THREE, Numbering.DATA));
    }

    @Test
    void theServersLastWordsAreTold() {
        byte[] bytes = chunked("event: problem\ndata: {\"code\":\"token-expired\"}\n\n", "");
        List<String> expected = List.of("ended: {\"code\":\"token-expired\"}", "ended: the body ended");
        Splits.expect(bytes, expected, recorded -> whole(recorded, ONE, Numbering.ID));
    }

    @Test
    void whatIsNoChunkIsRefused() {
        byte[] bytes = (HEAD + "Transfer-Encoding: chunked\r\n\r\nid: 1\n").getBytes(StandardCharsets.US_ASCII);
        assertThatThrownBy(() -> whole(new Recorded(), ONE, Numbering.ID).accept(bytes, 0, bytes.length))
                .isInstanceOf(BenchFailure.class)
                .hasMessageContaining("chunks");
    }

    @Test
    void aStampNeedsAllItsDigits() {
        byte[] bytes = "x@@000000000000000123@@0000000000000000077".getBytes(StandardCharsets.US_ASCII);
        int at = Stamp.find(bytes, 0, bytes.length);
        assertThat(Stamp.read(bytes, at, bytes.length)).isEqualTo(77);
        assertThat(Stamp.find(bytes, 0, bytes.length - 1)).isEqualTo(-1);
        assertThat(Stamp.write(77)).isEqualTo("@@0000000000000000077");
    }

    @Test
    void aByteIsFoundWhereverItLies() {
        for (int length = 0; length < 40; length++) {
            for (int place = 0; place < length; place++) {
                byte[] bytes = new byte[length];
                bytes[place] = '\n';
                // Just below and above what is sought, where a trick with carries would go wrong.
                if (place + 1 < length) {
                    bytes[place + 1] = '\n' + 1;
                }
                assertThat(ByteSearch.find(bytes, 0, length, (byte) '\n')).isEqualTo(place);
                assertThat(ByteSearch.find(bytes, 0, place, (byte) '\n')).isEqualTo(-1);
                assertThat(ByteSearch.find(bytes, place + 1, length, (byte) '\n'))
                        .isEqualTo(-1);
            }
        }
    }

    @Test
    void aConnectionKnowsItsRooms() {
        for (int connection = 0; connection < 20; connection++) {
            for (int n = 0; n < 3; n++) {
                assertThat(THREE.indexOf(connection, THREE.roomOf(connection, n)))
                        .isEqualTo(n);
            }
            assertThat(THREE.indexOf(connection, (THREE.roomOf(connection, 2) + 1) % 9))
                    .isEqualTo(-1);
        }
    }
}
