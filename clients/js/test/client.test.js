// The client against a server that does what it is told to, through a proxy that breaks things.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { LIMITS, ParleyError } from "../parley.js";
import { FakeLocks } from "./fake-locks.js";
import { FaultyProxy, histories, publishes, streams } from "./faulty-proxy.js";
import { ScriptedServer, tokenOf } from "./scripted-server.js";
import { Listener, pause, range, until } from "./support.js";

let server;
let proxy;
let listeners = [];

beforeEach(async () => {
  server = await new ScriptedServer().listen();
  proxy = await new FaultyProxy(() => server.port).listen();
});

afterEach(async () => {
  for (const listener of listeners) listener.client.close();
  listeners = [];
  await proxy.close();
  await server.close();
});

function listen(token = tokenOf("alice"), options = {}) {
  const listener = new Listener(proxy.url, token, options);
  listeners.push(listener);
  return listener;
}

const say = (room, count, from = 1) => {
  for (let i = 0; i < count; i++) server.publish(room, { text: `${from + i}` });
};

test("the newest events come first, then what is published, each once", async () => {
  say("lobby", 30);
  const alice = listen();
  alice.join("lobby", { rewind: 10 });
  await alice.live();
  say("lobby", 20, 31);
  await until(() => alice.seqs("lobby").length === 30, "30 events");
  assert.deepEqual(alice.seqs("lobby"), range(21, 50));
  assert.deepEqual(alice.of("lobby", "open").length, 1);
  assert.deepEqual(alice.of("lobby", "gap"), []);
});

test("news that are only told of are pulled, each once, and not by everybody at once", async () => {
  say("lobby", 3);
  const alice = listen();
  const caughtUp = [];
  alice.join("lobby", { notify: true, onCaughtUp: (at) => caughtUp.push(at.seq) });
  await alice.live();
  await until(() => caughtUp.length === 1, "caught up");
  say("lobby", 20, 4);
  await pause(5);
  assert.deepEqual(alice.seqs("lobby"), [], "it waits a while");
  await until(() => alice.seqs("lobby").length === 20, "20 events");
  say("lobby", 5, 24);
  await until(() => alice.seqs("lobby").length === 25, "25 events");
  assert.deepEqual(alice.seqs("lobby"), range(4, 28));
  assert.ok(server.pulls.length <= 4, `${server.pulls.length} pulls`);
  assert.deepEqual([...new Set(server.pulls.map((pull) => pull.get("session")))], ["s"]);
  assert.ok(server.pulls.every((pull) => Number(pull.get("min")) >= 4));
  assert.deepEqual(alice.of("lobby", "gap"), []);
});

test("what is told of while an empty page is under way is pulled", async () => {
  say("lobby", 1);
  const alice = listen(tokenOf("alice"), { random: () => 0 });
  alice.join("lobby", { notify: true });
  await alice.live();
  let answer;
  server.lag = new Promise((resolve) => (answer = resolve));
  say("lobby", 1, 2);
  await until(() => server.lagged === 1, "a pull is under way");
  say("lobby", 1, 3);
  server.send(`event: notify\ndata: ${JSON.stringify({ room: "lobby", epoch: server.room("lobby").epoch, head: 3 })}\n\n`);
  await pause(50);
  server.lag = null;
  answer();
  await until(() => alice.seqs("lobby").length === 2, "both");
  assert.deepEqual(alice.seqs("lobby"), [2, 3]);
});

test("who pulls misses nothing while the stream breaks, and nothing is pulled that is there", async () => {
  say("lobby", 1);
  const alice = listen();
  alice.join("lobby", { notify: true });
  alice.join("garden", {});
  await alice.live();
  for (let i = 0; i < 6; i++) {
    say("lobby", 10, 10 * i);
    say("garden", 3);
    await pause(40);
    server.drop();
  }
  await until(() => alice.seqs("lobby").length === 60 && alice.seqs("garden").length === 18, "all");
  assert.deepEqual(alice.seqs("lobby"), range(2, 61));
  assert.deepEqual(alice.seqs("garden"), range(1, 18));
});

test("a room that is trimmed before it was pulled is a gap", async () => {
  say("lobby", 1);
  server.pullJitterMs = 300;
  const alice = listen(tokenOf("alice"), { random: () => 0.99 });
  alice.join("lobby", { notify: true });
  await alice.live();
  say("lobby", 20, 2);
  server.trim("lobby", 15);
  await until(() => alice.seqs("lobby").length === 7, "what is left");
  assert.deepEqual(alice.seqs("lobby"), range(15, 21));
  assert.equal(alice.of("lobby", "gap").length, 1);
});

test("signals come to their room, and those to the user beside all rooms", async () => {
  say("lobby", 1);
  const told = [];
  const mine = [];
  const alice = listen(tokenOf("alice"), { onSignal: (signal) => mine.push(signal) });
  alice.join("lobby", { onSignal: (signal) => told.push(signal) });
  await alice.live();
  const typing = { room: "lobby", type: "typing", sender: "bob", data: {}, ttlMs: 5000 };
  const call = { type: "call", sender: "backend", data: { from: "bob" }, ttlMs: 30000 };
  for (const data of [typing, call]) server.send(`event: signal\ndata: ${JSON.stringify(data)}\n\n`);
  await until(() => told.length + mine.length === 2, "both");
  assert.deepEqual(told, [typing]);
  assert.deepEqual(mine, [call]);
  assert.deepEqual(alice.seqs("lobby"), []);
});

test("signals of a kind are merged: the newest, or the sum", async () => {
  const alice = listen(tokenOf("alice"), { timing: { signalMs: 80 } });
  const hearts = range(1, 20).map(() => alice.client.signal("lobby", { type: "heart", data: { n: 2 }, merge: "sum" }));
  const typing = range(1, 20).map((n) => alice.client.signal("lobby", { type: "typing", data: n }));
  assert.deepEqual(new Set(await Promise.all([...hearts, ...typing])), new Set([true]));
  const of = (type) => server.signalled.filter((signal) => signal.type === type).map((signal) => signal.data);
  assert.deepEqual(of("heart"), [{ n: 2 }, { n: 38 }]);
  assert.deepEqual(of("typing"), [1, 20]);
});

test("a signal the server has enough of is lost, one that is not allowed fails", async () => {
  const alice = listen();
  server.signalAnswer = 429;
  assert.equal(await alice.client.signal("lobby", { type: "typing" }), false);
  server.signalAnswer = 403;
  await assert.rejects(alice.client.signal("garden", { type: "typing" }), (e) => e instanceof ParleyError && e.status === 403);
});

test("who asks is told who comes and goes, and how many are there", async () => {
  say("lobby", 1);
  const told = [];
  const handlers = { onPresence: (presence) => told.push(presence), onOccupancy: (occupancy) => told.push(occupancy) };
  const alice = listen(tokenOf("alice"), { presence: true, occupancy: true });
  const bob = listen(tokenOf("bob"));
  alice.join("lobby", handlers);
  bob.join("lobby", handlers);
  await alice.live();
  await bob.live();
  const presence = { room: "lobby", joins: [{ user: "bob" }], leaves: [], count: 2, more: false };
  server.signal("presence", presence);
  server.signal("occupancy", { room: "lobby", count: 3, users: 2 });
  await until(() => told.length === 2, "both are told");
  say("lobby", 1, 2);
  await until(() => alice.seqs("lobby").length === 1 && bob.seqs("lobby").length === 1, "an event for each");
  assert.deepEqual(told, [presence, { room: "lobby", count: 3, users: 2 }]);
});

test("a position goes on where it was", async () => {
  say("lobby", 1_200);
  const alice = listen();
  const subscription = alice.join("lobby", { after: "e1:15" });
  await until(() => alice.seqs("lobby").length === 1_185, "1,185 events");
  assert.deepEqual(alice.seqs("lobby"), range(16, 1_200));
  assert.equal(subscription.position, "e1:1200");
});

test("a room that does not exist yet is followed from its first event", async () => {
  const alice = listen();
  alice.join("new", { rewind: 50 });
  await alice.live();
  say("new", 3);
  await until(() => alice.seqs("new").length === 3, "3 events");
});

test("503, 429, 500, another page and a broken connection are come back from", async () => {
  const alice = listen();
  say("lobby", 1);
  proxy.answer(streams, 2, 503, { "Retry-After": "0" });
  proxy.answer(streams, 1, 429, { "Retry-After": "1" });
  proxy.answer(streams, 1, 500);
  proxy.fault(streams, 1, ({ response }) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end("<p>Please log in to this network</p>");
  });
  proxy.fault(streams, 1, ({ response }) => response.destroy());
  const began = Date.now();
  alice.join("lobby");
  await alice.live();
  assert.ok(Date.now() - began >= 1_000, "Retry-After is honoured");
  assert.equal(proxy.count(streams), 7);
  say("lobby", 1, 2);
  await until(() => alice.seqs("lobby").length === 1, "the event");
});

test("a refused connection is come back from with nothing lost", async () => {
  const alice = listen();
  say("lobby", 5);
  alice.join("lobby", { rewind: 5 });
  await alice.live();
  await proxy.close();
  await until(() => alice.client.state.phase === "waiting", "waiting");
  say("lobby", 5, 6);
  await pause(300);
  await proxy.listen();
  await until(() => alice.seqs("lobby").length === 10, "10 events");
  assert.deepEqual(alice.seqs("lobby"), range(1, 10));
  assert.match(proxy.requests.findLast(streams).cursor, /^lobby=e1:5$/);
});

test("a refused token is replaced once, and the stream goes on", async () => {
  let given = 0;
  const reasons = [];
  const alice = listen(({ reason }) => {
    reasons.push(reason);
    return tokenOf("alice", { jti: `${given++}` });
  });
  say("lobby", 1);
  alice.join("lobby", { rewind: 1 });
  await alice.live();
  server.refused.add(tokenOf("alice", { jti: "0" }));
  server.send('event: problem\ndata: {"code":"token-expired","status":401,"title":"expired"}\n\n');
  server.drop();
  await until(() => given === 2 && alice.client.state.phase === "live", "another token");
  say("lobby", 1, 2);
  await until(() => alice.seqs("lobby").length === 2, "2 events");
  assert.deepEqual(reasons, ["first", "refused"]);
  const event = await alice.client.publish("lobby", { data: { text: "mine" } });
  assert.equal(event.sender, "alice");
  assert.equal(given, 2);
});

test("a token that nobody can replace stops the client, and a new one starts it again", async () => {
  server.refused.add(tokenOf("alice"));
  say("lobby", 3);
  for (const how of [{ after: "e1:0" }, { rewind: 3 }]) {
    const alice = listen(tokenOf("alice"), { shareKey: "x" });
    alice.join("lobby", how);
    await until(() => alice.client.state.phase === "stopped", "stopped");
    assert.equal(alice.client.state.problem.code, "token-expired");
    const asked = proxy.requests.length;
    await pause(300);
    assert.equal(proxy.requests.length, asked);
    alice.client.setToken(tokenOf("alice", { jti: "2" }));
    await until(() => alice.seqs("lobby").length === 3, "3 events");
    assert.deepEqual(alice.of("lobby", "closed"), []);
    await alice.live();
  }
});

test("a lost answer to a publish is asked for again and gives one event", async () => {
  const alice = listen();
  proxy.fault(publishes, 2, ({ response, forward }) =>
    forward({
      answer: (from) => {
        from.resume();
        from.on("end", () => response.destroy());
      },
    }),
  );
  const event = await alice.client.publish("lobby", { data: { text: "once" } });
  assert.equal(event.seq, 1);
  assert.equal(event.duplicate, true);
  assert.equal(server.room("lobby").events.length, 1);
});

test("what is published while the server is away arrives in order", async () => {
  const alice = listen();
  proxy.answer(publishes, 3, 503, { "Retry-After": "0" });
  const sent = range(1, 20).map((i) => alice.client.publish("lobby", { data: { text: `${i}` } }));
  await Promise.all(sent);
  assert.deepEqual(
    server.room("lobby").events.map((event) => event.data.text),
    range(1, 20).map(String),
  );
});

test("Retry-After of a publish is honoured", async () => {
  const alice = listen();
  proxy.answer(publishes, 1, 429, { "Retry-After": "1" });
  const began = Date.now();
  await alice.client.publish("lobby", { data: 1 });
  assert.ok(Date.now() - began >= 1_000);
});

test("a refusal that will not heal is given to the caller with the id", async () => {
  const alice = listen();
  proxy.answer(publishes, 1, 403, {}, { code: "forbidden" });
  await assert.rejects(alice.client.publish("lobby", { data: 1, clientMsgId: "mine" }), (e) => {
    assert.ok(e instanceof ParleyError);
    assert.equal(e.code, "forbidden");
    assert.equal(e.clientMsgId, "mine");
    return true;
  });
  await alice.client.publish("lobby", { data: 2 });
});

test("an unacknowledged message is given up after its time, with the id", async () => {
  const alice = listen(tokenOf("alice"), { timing: { publishMs: 300 } });
  proxy.answer(publishes, 1_000, 503);
  await assert.rejects(alice.client.publish("lobby", { data: 1, clientMsgId: "mine" }), (e) => e.code === "gave-up" && e.clientMsgId === "mine");
});

test("no more than the bound of messages wait", async () => {
  const alice = listen();
  proxy.answer(publishes, Infinity, 503);
  const sent = range(1, LIMITS.pending).map((i) => alice.client.publish(`room${i % 3}`, { data: i }));
  const refused = Promise.allSettled(sent);
  await assert.rejects(alice.client.publish("lobby", { data: 0 }), (e) => e.code === "too-many-pending" && e.retryable);
  alice.client.close();
  const codes = new Set((await refused).map((result) => result.reason.code));
  assert.deepEqual([...codes], ["closed"]);
});

test("history that is no longer kept is told as a gap, and what is kept follows", async () => {
  say("lobby", 10);
  const alice = listen();
  alice.join("lobby", { rewind: 10 });
  await alice.live();
  proxy.answer(streams, Infinity, 503);
  server.drop();
  say("lobby", 20, 11);
  server.trim("lobby", 25);
  proxy.heal();
  await until(() => alice.seqs("lobby").length === 16, "what is kept");
  assert.deepEqual(alice.seqs("lobby"), [...range(1, 10), ...range(25, 30)]);
  const [gap] = alice.of("lobby", "gap");
  assert.equal(gap.reason, "cursor-expired");
  assert.deepEqual([gap.from, gap.to], [11, 24]);
});

test("a room that began anew is told as a gap, and followed from its head", async () => {
  say("lobby", 10);
  const alice = listen();
  alice.join("lobby", { rewind: 10 });
  await alice.live();
  server.restart("lobby", "e2");
  await until(() => alice.of("lobby", "gap").length === 1, "a gap");
  say("lobby", 2);
  await until(() => alice.seqs("lobby").length === 12, "12 events");
  assert.equal(alice.of("lobby", "gap")[0].reason, "epoch-changed");
  assert.deepEqual(alice.of("lobby", "event").slice(-2).map((event) => event.epoch), ["e2", "e2"]);
});

test("what comes twice is given once, and a hole is filled from the history", async () => {
  const alice = listen();
  say("lobby", 1);
  alice.join("lobby", { rewind: 1 });
  await alice.live();
  say("lobby", 3, 2);
  for (const event of server.room("lobby").events) server.send(`data: ${JSON.stringify(event)}\n\n`);
  const kept = server.streams;
  server.streams = new Set();
  say("lobby", 700, 5);
  server.streams = kept;
  say("lobby", 1, 705);
  await until(() => alice.seqs("lobby").length === 705, "705 events");
  assert.deepEqual(alice.seqs("lobby"), range(1, 705));
  assert.equal(proxy.count(streams), 1);
});

test("a page that was asked for before a gap is not given after it", async () => {
  const alice = listen();
  say("lobby", 5);
  alice.join("lobby", { rewind: 5 });
  await alice.live();
  /** @type {() => void} */
  let release = () => {};
  let read = false;
  proxy.fault(histories, 1, ({ response, forward }) =>
    forward({
      answer: async (from) => {
        const chunks = [];
        for await (const chunk of from) chunks.push(chunk);
        read = true;
        release = () => response.writeHead(from.statusCode, from.headers).end(Buffer.concat(chunks));
      },
    }),
  );
  const kept = server.streams;
  server.streams = new Set();
  say("lobby", 3, 6);
  server.streams = kept;
  say("lobby", 1, 9);
  await until(() => read, "the page of the old log");
  server.restart("lobby", "e2");
  await until(() => alice.of("lobby", "gap").length === 1, "a gap");
  release();
  say("lobby", 2);
  await until(() => alice.of("lobby", "event").at(-1).epoch === "e2" && alice.seqs("lobby").at(-1) === 2, "the new log");
  assert.deepEqual(alice.seqs("lobby"), [1, 2, 3, 4, 5, 1, 2]);
});

test("what the server left out is told once and is no hole", async () => {
  const alice = listen();
  say("lobby", 2);
  alice.join("lobby", { rewind: 2 });
  await alice.live();
  const asked = proxy.count(histories);
  const dropped = { room: "lobby", epoch: "e1", tier: "low", from: 3, to: 6, count: 3, reason: "slow" };
  const event = (seq) => ({ room: "lobby", epoch: "e1", seq, type: "text", sender: "b", ts: 1, data: { text: `${seq}` } });
  for (let i = 0; i < 2; i++) server.send(`event: dropped\ndata: ${JSON.stringify(dropped)}\n\n`);
  for (const seq of [5, 7]) server.send(`data: ${JSON.stringify(event(seq))}\n\n`);
  await until(() => alice.seqs("lobby").length === 4, "4 events");
  assert.deepEqual(alice.seqs("lobby"), [1, 2, 5, 7]);
  assert.deepEqual(alice.of("lobby", "dropped"), [dropped]);
  assert.equal(proxy.count(histories), asked);
});

test("each tier of a stretch that the server left out is told once", async () => {
  const alice = listen();
  say("lobby", 2);
  alice.join("lobby", { rewind: 2 });
  await alice.live();
  const asked = proxy.count(histories);
  const dropped = (tier, count, reason) => ({ room: "lobby", epoch: "e1", tier, from: 3, to: 6, count, reason });
  const told = [dropped("high", 1, "slow"), dropped("low", 2, "expired"), dropped("low", 1, "slow")];
  for (const notice of [...told, ...told]) server.send(`event: dropped\ndata: ${JSON.stringify(notice)}\n\n`);
  server.send(`data: ${JSON.stringify({ room: "lobby", epoch: "e1", seq: 7, type: "text", sender: "b", ts: 1, data: 7 })}\n\n`);
  await until(() => alice.seqs("lobby").length === 3, "3 events");
  assert.deepEqual(alice.of("lobby", "dropped"), told);
  assert.equal(proxy.count(histories), asked);
});

test("a stretch that a break cut in two is told once, as the next connection tells it", async () => {
  const alice = listen();
  const marks = [];
  say("lobby", 2);
  alice.join("lobby", { rewind: 2, onSignal: (signal) => marks.push(signal) });
  await alice.live();
  const asked = proxy.count(histories);
  const dropped = (tier, to, count) => ({ room: "lobby", epoch: "e1", tier, from: 3, to, count, reason: "slow" });
  const send = (...notices) => {
    for (const notice of notices) server.send(`event: dropped\ndata: ${JSON.stringify(notice)}\n\n`);
  };
  const event = (seq) => server.send(`data: ${JSON.stringify({ room: "lobby", epoch: "e1", seq, type: "text", sender: "b", ts: 1, data: seq })}\n\n`);
  send(dropped("high", 6, 1));
  server.send(`event: signal\ndata: ${JSON.stringify({ room: "lobby", type: "mark", sender: "b", data: {}, ttlMs: 1_000 })}\n\n`);
  await until(() => marks.length === 1, "that it has read so far");
  server.drop();
  await until(() => server.streams.size === 1, "a new stream");
  assert.deepEqual(alice.of("lobby", "dropped"), [], "the other tiers of the stretch were not told");

  // More was left out meanwhile, so the stretch is a longer one.
  const told = [dropped("high", 9, 2), dropped("low", 9, 5)];
  send(...told);
  event(10);
  await until(() => alice.seqs("lobby").includes(10), "what follows it");
  assert.deepEqual(alice.of("lobby", "dropped"), told);
  assert.equal(alice.seqs("lobby").length + told.reduce((sum, { count }) => sum + count, 0), 10, "received and left out are what there was");
  assert.equal(proxy.count(histories), asked);
});

test("a stretch in which one's own messages were passed over is told with what follows it", async () => {
  const alice = listen();
  say("lobby", 2);
  alice.join("lobby", { rewind: 2 });
  await alice.live();
  const dropped = { room: "lobby", epoch: "e1", tier: "low", from: 3, to: 6, count: 3, reason: "slow" };
  const next = { ...dropped, from: 8, to: 9, count: 1 };
  for (const part of [`event: dropped\ndata: ${JSON.stringify(dropped)}`, `data: ${JSON.stringify({ room: "lobby", epoch: "e1", seq: 7, type: "text", sender: "b", ts: 1, data: 7 })}`, `event: dropped\ndata: ${JSON.stringify(next)}`, `event: caught-up\ndata: ${JSON.stringify({ room: "lobby", epoch: "e1", seq: 9, replayed: 0 })}`]) server.send(`${part}\n\n`);
  await until(() => alice.of("lobby", "dropped").length === 2, "both");
  assert.deepEqual(alice.of("lobby", "dropped"), [dropped, next]);
  assert.deepEqual(alice.seqs("lobby"), [1, 2, 7]);
});

test("a stream that falls silent is replaced", async () => {
  server.heartbeatMs = 100;
  const alice = listen();
  say("lobby", 1);
  alice.join("lobby", { rewind: 1 });
  await alice.live();
  const beat = setInterval(() => server.send(": \n\n"), 50);
  await pause(800);
  assert.equal(proxy.count(streams), 1, "heartbeats keep it");
  clearInterval(beat);
  await until(() => proxy.count(streams) === 2, "another stream");
  assert.ok(alice.states.some((state) => state.problem?.code === "silent"));
  say("lobby", 1, 2);
  await until(() => alice.seqs("lobby").length === 2, "2 events");
});

test("the server's word about when to come back counts", async () => {
  const alice = listen();
  say("lobby", 1);
  alice.join("lobby");
  await alice.live();
  const began = Date.now();
  server.send('retry: 20\nevent: reconnect\ndata: {"afterMs":700,"reason":"draining"}\n\n');
  for (const { response } of server.streams) response.end();
  await until(() => proxy.count(streams) === 2, "another stream");
  assert.ok(Date.now() - began >= 700);
});

test("a stream that is told to stay away does", async () => {
  const alice = listen();
  say("lobby", 1);
  alice.join("lobby");
  await alice.live();
  server.send('retry: 2000000000\nevent: problem\ndata: {"code":"revoked","title":"revoked"}\n\n');
  for (const { response } of server.streams) response.end();
  await until(() => alice.client.state.phase === "stopped", "stopped");
  assert.equal(alice.client.state.problem.code, "revoked");
  await pause(300);
  assert.equal(proxy.count(streams), 1);
});

test("streams that end at once are not asked for in a storm", async () => {
  const many = range(1, 20).map(() => listen(tokenOf("alice"), { timing: { backoffMs: 100, backoffMaxMs: 1_000, stableMs: 5_000 } }));
  proxy.fault(streams, Infinity, ({ forward, response }) => {
    forward();
    setTimeout(() => response.destroy(), 20);
  });
  say("lobby", 1);
  const began = Date.now();
  for (const listener of many) listener.join("lobby");
  const waits = (listener) => listener.states.filter((state) => state.phase === "waiting");
  await until(() => many.every((listener) => waits(listener).length >= 6), "six waits each", 20_000);
  // 40 ms by the server's retry, then 50..100, 100..200, 200..400, 400..800, from then on 500..1000.
  for (const listener of many) {
    const most = 6 + (Date.now() - began) / 500;
    assert.ok(waits(listener).length <= most, `${waits(listener).length} streams in ${Date.now() - began} ms`);
  }
  // At the maximum, too, everybody waits for another time.
  const last = many.map((listener) => waits(listener).at(-1)).map((state) => state.retryAt - state.at);
  assert.ok(Math.min(...last) >= 400 && Math.max(...last) <= 1_010, `${last}`);
  assert.ok(Math.max(...last) - Math.min(...last) >= 150, `${last}`);
});

test("a room that is closed to us is told, and the others go on", async () => {
  const alice = listen();
  say("lobby", 1);
  say("secret", 1);
  alice.join("lobby");
  alice.join("secret");
  await alice.live();
  server.send('event: closed\ndata: {"room":"secret","reason":"banned","retryable":false}\n\n');
  await until(() => alice.of("secret", "closed").length === 1, "closed");
  server.drop();
  await until(() => proxy.requests.findLast(streams).url.endsWith("rooms=lobby"), "a stream of the other room");
  say("lobby", 1, 2);
  await until(() => alice.seqs("lobby").length === 1, "the event");
  alice.join("secret", { after: "e1:1" });
  await until(() => proxy.requests.findLast(streams).url.endsWith("lobby,secret"), "joined again");
});

test("a stream that is forbidden closes its rooms and is not asked for again", async () => {
  proxy.answer(streams, 1, 403, {}, { code: "forbidden" });
  const alice = listen();
  say("lobby", 1);
  alice.join("lobby");
  await until(() => alice.of("lobby", "closed").length === 1, "closed");
  await pause(200);
  assert.equal(proxy.count(streams), 1);
  assert.equal(alice.client.state.phase, "idle");
});

test("a room joined later comes along without loss in the others", async () => {
  const alice = listen();
  say("a", 1);
  alice.join("a", { rewind: 1 });
  await alice.live();
  const flood = setInterval(() => server.publish("a", { text: "." }), 2);
  for (let i = 1; i <= 5; i++) {
    say(`b${i}`, 3);
    alice.join(`b${i}`, { rewind: 5 });
    await pause(60);
  }
  clearInterval(flood);
  await until(() => alice.seqs("a").length === server.room("a").events.length, "all of a");
  assert.deepEqual(alice.seqs("a"), range(1, server.room("a").events.length));
  for (let i = 1; i <= 5; i++) assert.deepEqual(alice.seqs(`b${i}`), [1, 2, 3]);
});

test("a listener that throws misses nothing", async (t) => {
  t.mock.method(console, "error", () => {});
  const alice = listen();
  const seen = [];
  say("lobby", 3);
  alice.join("lobby", {
    rewind: 3,
    onEvent: (event) => {
      seen.push(event.seq);
      throw new Error("mine");
    },
  });
  await until(() => seen.length === 3, "3 events");
});

// ------------------------------------------------------------------------------------------------ several tabs

/** A tab's channel, which can be made deaf and dumb, as a frozen tab is. */
function freezable() {
  const tab = { frozen: false };
  tab.Channel = class extends BroadcastChannel {
    held = [];
    postMessage(message) {
      if (!tab.frozen) super.postMessage(message);
    }
    set onmessage(handler) {
      super.onmessage = handler && ((message) => (tab.frozen ? this.held.push(message) : handler(message)));
      tab.thaw = () => {
        tab.frozen = false;
        for (const message of this.held.splice(0)) handler?.(message);
      };
    }
  };
  return tab;
}

const tabs = (count, options = {}) => {
  const locks = new FakeLocks();
  return range(1, count).map(() => {
    const tab = freezable();
    return Object.assign(listen(tokenOf("alice"), { share: true, locks, BroadcastChannel: tab.Channel, ...options }), { tab });
  });
};

test("seven tabs share one stream of all their rooms", async () => {
  say("lobby", 5);
  const seven = tabs(7);
  seven.forEach((listener, i) => {
    listener.join("lobby", { rewind: 5 });
    listener.join(`own${i}`, { rewind: 5 });
  });
  await Promise.all(seven.map((listener) => listener.live()));
  await until(() => server.streams.size === 1 && [...server.streams][0].rooms.length === 8, "one stream of 8 rooms");
  say("lobby", 20, 6);
  seven.forEach((_, i) => say(`own${i}`, 2));
  for (const [i, listener] of seven.entries()) {
    await until(() => listener.seqs("lobby").length === 25 && listener.seqs(`own${i}`).length === 2, () => `all of tab ${i}`);
    assert.deepEqual(listener.seqs("lobby"), range(1, 25));
  }
  assert.equal(seven.filter((listener) => listener.client.leading).length, 1);
  assert.equal(server.streams.size, 1);
});

test("another user in the same browser has a stream of his own", async () => {
  say("lobby", 1);
  const locks = new FakeLocks();
  const both = ["alice", "bob"].map((user) => listen(tokenOf(user), { share: true, locks }));
  for (const listener of both) listener.join("lobby");
  await until(() => server.streams.size === 2, "two streams");
  assert.ok(both.every((listener) => listener.client.leading));
});

test("when the leading tab is closed, another goes on without loss", async () => {
  say("lobby", 1);
  const three = tabs(3);
  for (const listener of three) listener.join("lobby", { rewind: 1 });
  await Promise.all(three.map((listener) => listener.live()));
  const flood = setInterval(() => server.publish("lobby", { text: "." }), 3);
  while (three.length > 1) {
    await pause(150);
    const leader = await until(() => three.find((listener) => listener.client.leading), "a leader");
    leader.client.close();
    three.splice(three.indexOf(leader), 1);
  }
  await pause(300);
  clearInterval(flood);
  const all = server.room("lobby").events.length;
  await until(() => three[0].seqs("lobby").length === all, () => `all ${all}, not ${three[0].seqs("lobby").length}`);
  assert.deepEqual(three[0].seqs("lobby"), range(1, all));
  assert.deepEqual(three[0].of("lobby", "gap"), []);
});

test("a frozen leader is replaced, and catches up when it thaws", async () => {
  say("lobby", 1);
  const two = tabs(2);
  for (const listener of two) listener.join("lobby", { rewind: 1 });
  await Promise.all(two.map((listener) => listener.live()));
  const frozen = await until(() => two.find((listener) => listener.client.leading), "a leader");
  const other = two.find((listener) => listener !== frozen);
  frozen.tab.frozen = true;
  say("lobby", 10, 2);
  await until(() => other.client.leading && other.seqs("lobby").length === 11, "the other leads and has all");
  frozen.tab.thaw();
  say("lobby", 10, 12);
  await until(() => two.every((listener) => listener.seqs("lobby").length === 21), "both have all");
  for (const listener of two) assert.deepEqual(listener.seqs("lobby"), range(1, 21));
  assert.equal(two.filter((listener) => listener.client.leading).length, 1);
  await until(() => server.streams.size === 1, "one stream");
});

test("a tab that slept reads what it missed", async () => {
  say("lobby", 1);
  const two = tabs(2);
  for (const listener of two) listener.join("lobby", { rewind: 1 });
  await Promise.all(two.map((listener) => listener.live()));
  await until(() => two.some((listener) => listener.client.leading), "a leader");
  const sleeper = two.find((listener) => !listener.client.leading);
  sleeper.tab.frozen = true;
  say("lobby", 600, 2);
  const awake = two.find((listener) => listener !== sleeper);
  await until(() => awake.seqs("lobby").length === 601, "all in the tab that is awake");
  await pause(100);
  // What was sent meanwhile is lost, as if its queue had been thrown away.
  sleeper.tab.frozen = false;
  await until(() => sleeper.seqs("lobby").length === 601, () => `601 events, not ${sleeper.seqs("lobby").length}`);
  assert.deepEqual(sleeper.seqs("lobby"), range(1, 601));
});

test("tabs come and go at random while the server drops its streams, and each has everything", async () => {
  say("lobby", 1);
  const locks = new FakeLocks();
  const open = [];
  const flood = setInterval(() => server.publish("lobby", { text: "." }), 4);
  for (let round = 0; round < 25; round++) {
    const dice = Math.random();
    if (open.length < 2 || dice < 0.4) {
      const listener = listen(tokenOf("alice"), { share: true, locks });
      listener.subscription = listener.join("lobby", { rewind: 1 });
      open.push(listener);
    } else if (dice < 0.7) open.splice(Math.floor(Math.random() * open.length), 1)[0].client.close();
    else server.drop();
    await pause(60);
  }
  clearInterval(flood);
  const all = server.room("lobby").events.length;
  for (const listener of open) {
    await until(() => listener.seqs("lobby").at(-1) === all, () => `up to ${all}, not ${listener.seqs("lobby").at(-1)}`);
    const seqs = listener.seqs("lobby");
    assert.deepEqual(seqs, range(seqs[0], all));
    assert.deepEqual(listener.of("lobby", "gap"), []);
  }
});
