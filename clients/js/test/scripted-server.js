// A server's wire with a log in memory, for what a real one does only rarely or slowly: other heartbeats, another epoch.
import http from "node:http";

const json = (response, status, body, headers = {}) => {
  response.writeHead(status, { "Content-Type": status < 400 ? "application/json" : "application/problem+json", ...headers });
  response.end(JSON.stringify(body));
};

export const tokenOf = (user, more = {}) => {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part({ sub: user, ...more })}.`;
};

export class ScriptedServer {
  /** @type {Map<string, {epoch: string, first: number, events: any[], ids: Map<string, any>}>} */
  rooms = new Map();
  /** @type {Set<{response: http.ServerResponse, rooms: string[]}>} */
  streams = new Set();
  heartbeatMs = 15_000;
  retryMs = 40;
  /** Tokens that are not accepted any more. */
  refused = new Set();
  /** Signals that came. @type {any[]} */
  signalled = [];
  signalAnswer = 202;
  /** What was asked for with a session. @type {URLSearchParams[]} */
  pulls = [];
  pullJitterMs = 60;
  /** Pulls that were answered, when it is over, as by a node that knows of no news; null = none. @type {Promise<void> | null} */
  lag = null;
  lagged = 0;

  async listen() {
    this.server = http.createServer((request, response) => this.#take(request, response));
    await new Promise((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.port = this.server.address().port;
    return this;
  }

  async close() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  room(name) {
    if (!this.rooms.has(name)) this.rooms.set(name, { epoch: "e1", first: 1, events: [], ids: new Map() });
    return this.rooms.get(name);
  }

  publish(name, data, clientMsgId = `m${Math.random()}`, sender = "someone") {
    const room = this.room(name);
    const known = room.ids.get(clientMsgId);
    if (known) return { ...known, duplicate: true };
    const seq = this.head(room) + 1;
    const event = { room: name, epoch: room.epoch, seq, type: "text", sender, clientMsgId, ts: Date.now(), data };
    room.events.push(event);
    room.ids.set(clientMsgId, event);
    for (const stream of this.streams) {
      if (stream.pulled.has(name)) this.#news(stream, name);
      else if (stream.rooms.includes(name)) this.#event(stream.response, event);
    }
    return event;
  }

  head = (room) => (room.events.length > 0 ? room.events[room.events.length - 1].seq : room.first - 1);

  /** Tells that there is news, unless they are being pulled. */
  #news(stream, name) {
    const { told, at } = stream.pulled.get(name);
    const room = this.room(name);
    if (told || at >= this.head(room)) return;
    stream.pulled.get(name).told = true;
    stream.response.write(`event: notify\ndata: ${JSON.stringify({ room: name, epoch: room.epoch, head: this.head(room) })}\n\n`);
  }

  trim(name, first) {
    const room = this.room(name);
    room.events = room.events.filter((event) => event.seq >= first);
    room.first = first;
  }

  /** The room begins anew. */
  restart(name, epoch) {
    this.rooms.set(name, { epoch, first: 1, events: [], ids: new Map() });
    this.drop();
  }

  drop() {
    for (const { response } of this.streams) response.destroy();
    this.streams.clear();
  }

  send(text) {
    for (const { response } of this.streams) response.write(text);
  }

  #event(response, event) {
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  }

  async #take(request, response) {
    let body = "";
    for await (const chunk of request) body += chunk;
    const url = new URL(request.url, "http://x");
    const token = (request.headers.authorization ?? "").replace("Bearer ", "");
    if (this.refused.has(token)) return json(response, 401, { code: "token-expired", status: 401, retryable: false });
    if (url.pathname === "/v1/events") return this.#stream(request, response, url);
    const signalled = /^\/v1\/rooms\/([^/]+)\/signals$/.exec(url.pathname);
    if (signalled) {
      if (this.signalAnswer !== 202) return json(response, this.signalAnswer, { code: "refused", retryable: this.signalAnswer === 429 });
      this.signalled.push({ room: signalled[1], ...JSON.parse(body) });
      return json(response, 202, {});
    }
    const match = /^\/v1\/rooms\/([^/]+)\/messages$/.exec(url.pathname);
    if (!match) return json(response, 404, { code: "not-found" });
    if (request.method === "POST") {
      const message = JSON.parse(body);
      const user = JSON.parse(Buffer.from(token.split(".")[1], "base64url").toString()).sub;
      const event = this.publish(match[1], message.data, message.clientMsgId, user);
      return json(response, event.duplicate ? 200 : 201, event);
    }
    return this.#history(response, match[1], url.searchParams);
  }

  #history(response, name, query) {
    if (!this.rooms.has(name)) return json(response, 404, { code: "room-not-found", status: 404, retryable: false });
    const room = this.room(name);
    const head = this.head(room);
    const limit = Number(query.get("limit") ?? 50);
    const told = { epoch: room.epoch, first: room.first, head };
    const [epoch, seq] = (query.get("after") ?? query.get("before") ?? "").split(":");
    if (epoch && epoch !== room.epoch) return json(response, 409, { code: "epoch-changed", status: 409, ...told });
    if (query.has("after")) {
      if (Number(seq) > head) return json(response, 409, { code: "cursor-ahead", status: 409, ...told });
      if (Number(seq) < room.first - 1) return json(response, 410, { code: "cursor-expired", status: 410, ...told });
      this.lagged += this.lag ? 1 : 0;
      if (this.lag) return this.lag.then(() => json(response, 200, { ...told, items: [], next: `${room.epoch}:${seq}`, hasMore: false, skipped: [] }));
      const items = room.events.filter((event) => event.seq > Number(seq)).slice(0, limit);
      const last = items.length > 0 ? items[items.length - 1].seq : Number(seq);
      if (query.has("session")) {
        this.pulls.push(query);
        for (const stream of this.streams) {
          if (!stream.pulled.has(name)) continue;
          stream.pulled.set(name, { told: false, at: last });
          setTimeout(() => this.#news(stream, name));
        }
      }
      return json(response, 200, { ...told, items, next: `${room.epoch}:${last}`, hasMore: last < head, skipped: [] });
    }
    const below = query.has("before") ? Number(seq) : Infinity;
    const before = room.events.filter((event) => event.seq < below);
    const items = limit === 0 ? [] : before.slice(-limit);
    const next = query.has("before") ? (items[0]?.seq ?? room.first) : head;
    json(response, 200, { ...told, items, next: `${room.epoch}:${next}`, hasMore: before.length > items.length, skipped: [] });
  }

  /** Tells those who ask for it. */
  signal(event, data) {
    for (const stream of this.streams) {
      if (stream.signals.has(event) && stream.rooms.includes(data.room)) {
        stream.response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      }
    }
  }

  #stream(request, response, url) {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    const list = (name) => (url.searchParams.get(name) ?? "").split(",").filter((room) => room !== "");
    const names = [...list("rooms"), ...list("notify")];
    const pulled = new Map(list("notify").map((name) => [name, { told: false, at: 0 }]));
    const cursors = new Map((request.headers["last-event-id"] ?? "").split(",").map((part) => part.split("=")));
    const rooms = {};
    const gaps = [];
    const starts = new Map();
    for (const name of names) {
      const room = this.room(name);
      const head = this.head(room);
      const [epoch, seq] = (cursors.get(name) ?? "").split(":");
      const from = Number(seq);
      let reason = null;
      if (epoch && epoch !== room.epoch) reason = "epoch-changed";
      else if (epoch && from > head) reason = "cursor-ahead";
      else if (epoch && from < room.first - 1) reason = "cursor-expired";
      rooms[name] = { epoch: room.epoch, head, resume: !epoch ? "fresh" : reason ? "gap" : "resumed" };
      starts.set(name, !epoch ? head : reason === "cursor-expired" ? room.first - 1 : reason ? head : from);
      if (reason) gaps.push({ room: name, epoch: room.epoch, from: from + 1, to: room.first - 1, first: room.first, head, reason, action: "reload" });
    }
    const frame = (event, data) => response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    response.write(`retry: ${this.retryMs}\n\n`);
    frame("hello", { session: "s", user: "u", heartbeatMs: this.heartbeatMs, pullJitterMs: this.pullJitterMs, rooms });
    for (const gap of gaps) frame("gap", gap);
    for (const [name, from] of starts) {
      if (pulled.has(name)) {
        pulled.set(name, { told: false, at: from });
        this.#news({ response, pulled }, name);
        continue;
      }
      const room = this.room(name);
      for (const event of room.events) if (event.seq > from) this.#event(response, event);
      frame("caught-up", { room: name, epoch: room.epoch, seq: this.head(room), replayed: 0 });
    }
    const signals = new Set(["presence", "occupancy"].filter((signal) => url.searchParams.get(signal) === "1"));
    const stream = { response, rooms: names, signals, pulled };
    this.streams.add(stream);
    response.on("close", () => this.streams.delete(stream));
  }
}
