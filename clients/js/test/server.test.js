// The client against the real server, through a proxy that breaks things. The log, read afterwards, is the judge.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { FakeLocks } from "./fake-locks.js";
import { FaultyProxy, publishes, streams } from "./faulty-proxy.js";
import { RealServer } from "./real-server.js";
import { Listener, pause, range, until } from "./support.js";

const server = new RealServer();
let proxy;
let listeners = [];

before(async () => {
  await server.start();
  proxy = await new FaultyProxy(() => server.port).listen();
});

after(async () => {
  await proxy?.close();
  await server.close();
});

afterEach(() => {
  for (const listener of listeners) listener.client.close();
  listeners = [];
  proxy.heal();
});

function listen(user, options = {}) {
  const listener = new Listener(proxy.url, () => server.token(user), options);
  listeners.push(listener);
  return listener;
}

/** Everything the log has, from where the listener came in, once, in order, and nothing else. */
async function assertWhole(listener, room) {
  const log = await server.log(room, await server.token("judge"));
  const own = listener.of(room, "event");
  await until(() => listener.of(room, "event").at(-1)?.seq === log.at(-1).seq, () => `up to ${log.at(-1).seq}, not ${listener.seqs(room).at(-1)}`, 30_000);
  const from = own[0].seq;
  assert.deepEqual(
    listener.of(room, "event"),
    log.filter((event) => event.seq >= from),
  );
  assert.deepEqual(listener.of(room, "gap"), []);
}

test("two people talk, each line once and in order", async () => {
  const [alice, bob] = [listen("alice"), listen("bob")];
  for (const listener of [alice, bob]) listener.join("talk", { rewind: 50 });
  await Promise.all([alice.live(), bob.live()]);
  await Promise.all(range(1, 50).flatMap((i) => [alice, bob].map((listener) => listener.client.publish("talk", { data: { text: `${i}` } }))));
  await assertWhole(alice, "talk");
  await assertWhole(bob, "talk");
  assert.equal(alice.seqs("talk").filter((seq) => seq > 0).length >= 100, true);
});

test("kill -9 and a restart under a room that is written to lose nothing and double nothing", async () => {
  const [writer, one, many] = [listen("writer"), listen("one"), listen("many")];
  one.join("busy", { rewind: 10 });
  for (const room of ["busy", "quiet", "other"]) many.join(room, { rewind: 10 });
  await Promise.all([one.live(), many.live()]);
  const acknowledged = [];
  let writing = true;
  const loops = ["busy", "busy", "quiet", "other"].map(async (room, k) => {
    for (let i = 0; writing; i++) {
      acknowledged.push(await writer.client.publish(room, { data: { text: `${k}/${i}` } }));
      await pause(room === "quiet" ? 100 : 5);
    }
  });
  await pause(1_500);
  await server.stop("SIGKILL");
  await pause(500);
  await server.start();
  await Promise.all([one.live(), many.live()]);
  await pause(1_000);
  writing = false;
  await Promise.all(loops);
  await assertWhole(one, "busy");
  for (const room of ["busy", "quiet", "other"]) await assertWhole(many, room);
  for (const room of ["busy", "quiet", "other"]) {
    const log = await server.log(room, await server.token("judge"));
    const ids = acknowledged.filter((event) => event.room === room).map((event) => event.clientMsgId);
    assert.deepEqual(new Set(log.filter((event) => event.type === "text").map((event) => event.clientMsgId)), new Set(ids));
  }
});

test("a server that is stopped in good order sends its readers away, and they come back complete", async () => {
  const reader = listen("reader");
  const writer = listen("writer");
  reader.join("drain", { rewind: 10 });
  await reader.live();
  await writer.client.publish("drain", { data: { text: "before" } });
  await server.stop("SIGTERM");
  const after = writer.client.publish("drain", { data: { text: "meanwhile" } });
  await server.start();
  await after;
  await reader.live();
  await assertWhole(reader, "drain");
});

test("a lost answer to a publish gives one event", async () => {
  const alice = listen("alice");
  for (let i = 0; i < 5; i++) {
    proxy.fault(publishes, 1, ({ response, forward }) =>
      forward({
        answer: (from) => {
          from.resume();
          from.on("end", () => response.destroy());
        },
      }),
    );
    const event = await alice.client.publish("lost", { data: { text: `${i}` } });
    assert.equal(event.duplicate, true);
  }
  const log = await server.log("lost", await server.token("judge"));
  assert.deepEqual(log.filter((event) => event.type === "text").map((event) => event.data.text), ["0", "1", "2", "3", "4"]);
});

test("503, 401 and refused connections are come back from", async () => {
  const alice = listen("alice");
  await alice.client.publish("back", { data: { text: "1" } });
  alice.join("back", { rewind: 10 });
  await alice.live();
  proxy.answer(streams, 2, 503, { "Retry-After": "0" });
  proxy.answer(streams, 1, 401, {}, { code: "token-expired" });
  await proxy.close();
  const meanwhile = alice.client.publish("back", { data: { text: "2" } });
  await pause(200);
  await proxy.listen();
  await meanwhile;
  await alice.live();
  await alice.client.publish("back", { data: { text: "3" } });
  await assertWhole(alice, "back");
});

test("a token that runs out while the stream is open is renewed without loss", async () => {
  const reasons = [];
  const alice = new Listener(proxy.url, ({ reason }) => {
    reasons.push(reason);
    return server.token("alice", { ttlSeconds: reasons.length === 1 ? 3 : 3_600 });
  });
  listeners.push(alice);
  const bob = listen("bob");
  await bob.client.publish("expiry", { data: { text: "0" } });
  alice.join("expiry", { rewind: 10 });
  await alice.live();
  const end = Date.now() + 15_000;
  for (let i = 1; reasons.length < 2 && Date.now() < end; i++) {
    await bob.client.publish("expiry", { data: { text: `${i}` } });
    await pause(50);
  }
  assert.deepEqual(reasons, ["first", "refused"]);
  await alice.live();
  await bob.client.publish("expiry", { data: { text: "last" } });
  await assertWhole(alice, "expiry");
});

test("history that is no longer kept is told as a gap", async () => {
  const token = await server.token("admin", { admin: true });
  await server.call("PUT", "/v1/rooms/short", token, { kind: "durable", retention: { messages: 10 } });
  const alice = listen("alice");
  const bob = listen("bob");
  await bob.client.publish("short", { data: { text: "0" } });
  alice.join("short", { rewind: 10 });
  await alice.live();
  await until(() => alice.texts("short").includes("0"), "the first line");
  const seen = alice.seqs("short").at(-1);
  proxy.answer(streams, Infinity, 503);
  proxy.cut();
  // More than the 512 events that a server holds in memory, from which a reader is served although they are trimmed.
  for (let i = 0; i < 700; i += 100) {
    const messages = range(i + 1, i + 100).map((n) => ({ data: { text: `${n}` } }));
    await server.call("POST", "/v1/rooms/short/messages/batch", token, { messages });
  }
  await until(async () => (await server.call("GET", "/v1/rooms/short/messages?limit=0", token)).first > 600, "trimmed");
  proxy.heal();
  await until(() => alice.texts("short").at(-1) === "700", "the last line");
  const [gap] = alice.of("short", "gap");
  assert.equal(gap.reason, "cursor-expired");
  assert.equal(gap.from, seen + 1);
  const later = alice.seqs("short").filter((seq) => seq > seen);
  assert.deepEqual(later, range(gap.to + 1, later.at(-1)));
});

test("seven tabs hold one stream", async () => {
  const locks = new FakeLocks();
  const seven = range(1, 7).map(() => listen("alice", { share: true, locks }));
  await seven[0].client.publish("tabs", { data: { text: "0" } });
  const before = proxy.count(streams);
  for (const listener of seven) listener.join("tabs", { rewind: 5 });
  await Promise.all(seven.map((listener) => listener.live()));
  await Promise.all(seven.map((listener, i) => listener.client.publish("tabs", { data: { text: `${i}` } })));
  for (const listener of seven) await assertWhole(listener, "tabs");
  assert.equal(proxy.count(streams) - before, 1);
});
