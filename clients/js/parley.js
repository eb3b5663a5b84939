/**
 * A client for Parley, for browsers and for Node 18 or newer. One module, no dependencies.
 *
 * It keeps the promise of the server on the client's side: per room, each event comes once and in order, or a callback says
 * what is missing and why. All tabs of a browser that speak for the same user share one stream.
 *
 * @module parley-client
 */

/** Bounds. What happens at each of them is told where it is used. */
export const LIMITS = Object.freeze({
  /** Rooms of one stream, and so of all tabs that share it. */
  rooms: 100,
  /** Messages of one client that are not yet acknowledged. */
  pending: 500,
  /** Kinds of signals (a room and a type) that wait for their turn. */
  signals: 100,
  /** Tabs that share one stream. */
  tabs: 100,
  /** Characters of one event on the wire; the server's own limits are far below. */
  eventChars: 1 << 20,
  /** Events of a page read to fill a hole. */
  page: 500,
});

const TIMING = {
  /** First wait after a failure; doubled by each further one. */
  backoffMs: 1_000,
  /** Longest wait by backoff. */
  backoffMaxMs: 30_000,
  /** Longest wait the server can ask for. Above it (and for `retry: 2000000000`) the client stays away until told otherwise. */
  obeyMs: 300_000,
  /** A stream that has lived that long makes earlier failures forgotten. */
  stableMs: 5_000,
  /** From asking for a stream to its hello. */
  helloMs: 20_000,
  /** What is added to two heartbeats before a silent stream counts as dead. */
  slackMs: 5_000,
  /** Deadline of a request. The server settles a publish within 10 s. */
  requestMs: 15_000,
  /** How long a message is tried. Below the 10 min for which a live room knows an id. */
  publishMs: 300_000,
  /** Between two signals of one kind; what is said meanwhile is merged. The server takes 5 a second from a sender. */
  signalMs: 250,
  /** How often the tab that holds the stream says so. */
  beatMs: 5_000,
  /** After that much silence a visible tab takes the stream over. */
  silenceMs: 20_000,
  /** How often the other tabs say that they are there. */
  wantMs: 30_000,
  /** After that much silence the rooms of a tab are left out. */
  goneMs: 180_000,
  /** How long a new holder of the stream waits for the other tabs' rooms. */
  gatherMs: 150,
  /** Changes of rooms within that time become one new stream. */
  settleMs: 30,
};

/** What went wrong, by the server's code or one of: `network`, `timeout`, `closed`, `too-many-pending`, `gave-up`, `protocol`. */
export class ParleyError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {{status?: number, retryable?: boolean, retryAfterMs?: number, problem?: Record<string, any>, clientMsgId?: string, cause?: unknown}} [more]
   */
  constructor(code, message, more = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = "ParleyError";
    this.code = code;
    /** HTTP status, 0 when there was no answer. */
    this.status = more.status ?? 0;
    this.retryable = more.retryable ?? false;
    this.retryAfterMs = more.retryAfterMs;
    /** The problem document, when there was one. */
    this.problem = more.problem;
    /** With a publish: the id to try again with. */
    this.clientMsgId = more.clientMsgId;
  }
}

/** @returns {ParleyError} */
const closedError = () => new ParleyError("closed", "the client was closed");

// ---------------------------------------------------------------------------------------------------- positions

/** @typedef {{epoch: string, seq: number}} Position */

/**
 * @param {string | null | undefined} text `epoch:seq`
 * @returns {Position | null}
 */
export function parsePosition(text) {
  const match = /^([0-9a-z]{1,32}):(0|[1-9][0-9]{0,15})$/.exec(text ?? "");
  return match ? { epoch: match[1], seq: Number(match[2]) } : null;
}

/** @param {Position} position */
export const formatPosition = (position) => `${position.epoch}:${position.seq}`;

/**
 * One room's reading position, moved by what comes from the wire.
 * `seq` is the newest event seen with everything below it; up to `told` the server has said what is left out.
 */
class Track {
  constructor() {
    /** @type {string | null} */
    this.epoch = null;
    this.seq = 0;
    this.told = 0;
    /**
     * A stretch of which more may come: each tier and reason has a notice of its own, and what was told before a connection broke
     * is told again by the next one. @type {{from: number, to: number, notices: Dropped[]} | null}
     */
    this.held = null;
  }

  /** @param {Position} position */
  set(position) {
    this.epoch = position.epoch;
    this.seq = this.told = position.seq;
    this.held = null;
  }

  /** The last that the server has said something of. */
  get end() {
    return Math.max(this.seq, this.told, this.held?.to ?? 0);
  }

  /** @returns {Position | null} */
  get position() {
    return this.epoch === null ? null : { epoch: this.epoch, seq: this.seq };
  }

  /**
   * @param {Position} event
   * @returns {"next" | "seen" | "hole"}
   */
  judge(event) {
    if (this.epoch === null || event.epoch !== this.epoch) return "hole";
    if (event.seq <= this.seq) return "seen";
    return event.seq <= Math.max(this.seq, this.told) + 1 ? "next" : "hole";
  }

  /** @param {number} seq */
  advance(seq) {
    this.seq = Math.max(this.seq, seq);
  }

  /**
   * @param {Dropped} dropped
   * @returns {Dropped[]} what is certain by now: a stretch is told as a whole
   */
  skip(dropped) {
    if (dropped.epoch !== this.epoch || dropped.to <= Math.max(this.seq, this.told)) return [];
    /** @type {Dropped[]} */
    let before = [];
    if (this.held && (this.held.from !== dropped.from || this.held.to !== dropped.to)) {
      before = this.settle(dropped.from, this.held.to + 1);
      this.forget();
    }
    this.held ??= { from: dropped.from, to: dropped.to, notices: [] };
    const { from, to, notices } = this.held;
    if (!notices.some(({ tier, reason }) => tier === dropped.tier && reason === dropped.reason)) notices.push(dropped);
    const whole = notices.reduce((sum, { count }) => sum + count, 0) === to - from + 1;
    if (!whole) return before;
    if (from <= this.seq + 1) this.advance(to);
    return [...before, ...this.settle(to)];
  }

  /**
   * The same connection has brought something of this seq: nothing more comes of a stretch that begins before it.
   * @param {number} seq
   * @returns {Dropped[]}
   */
  settle(seq, least = this.held?.from ?? 0) {
    if (!this.held || seq < least) return [];
    const { to, notices } = this.held;
    this.told = Math.max(this.told, to);
    this.held = null;
    return notices;
  }

  /** The connection has broken. */
  forget() {
    this.held = null;
  }
}

/**
 * Where a gap goes on.
 * @param {Gap} gap
 * @returns {Position}
 */
const afterGap = (gap) => ({ epoch: gap.epoch, seq: gap.reason === "cursor-expired" ? gap.first - 1 : gap.head });

// ---------------------------------------------------------------------------------------------------- the wire's text

/** @typedef {{event: string, data: string, id: string | undefined}} Block */

/**
 * Reads `text/event-stream`, cut anywhere, as the HTML standard describes it.
 */
export class EventStreamParser {
  /** @param {{block: (block: Block) => void, retry?: (ms: number) => void}} to */
  constructor(to) {
    this.#to = to;
  }

  #to;
  #decoder = new TextDecoder("utf-8");
  /** The line that has begun. @type {string[]} */
  #rest = [];
  #afterReturn = false;
  #event = "";
  /** @type {string[]} */
  #data = [];
  #size = 0;
  #begun = 0;
  /** @type {string | undefined} */
  #id = undefined;

  /**
   * @param {Uint8Array} bytes
   * @throws {ParleyError} when an event is larger than any the server sends
   */
  feed(bytes) {
    let text = this.#decoder.decode(bytes, { stream: true });
    if (text === "") return;
    if (this.#afterReturn && text[0] === "\n") text = text.slice(1);
    this.#afterReturn = text === "" ? false : text.endsWith("\r");
    const lines = text.split(/\r\n|\r|\n/);
    for (let i = 0; i < lines.length - 1; i++) {
      this.#line(this.#rest.length > 0 ? this.#rest.join("") + lines[i] : lines[i]);
      this.#rest = [];
      this.#begun = 0;
    }
    const last = lines[lines.length - 1];
    if (last !== "") this.#rest.push(last);
    this.#begun += last.length;
    if (this.#begun + this.#size > LIMITS.eventChars) throw new ParleyError("protocol", "an event is too large");
  }

  /** @param {string} line */
  #line(line) {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const name = colon < 0 ? line : line.slice(0, colon);
    let value = colon < 0 ? "" : line.slice(colon + 1);
    if (value[0] === " ") value = value.slice(1);
    if (name === "data") {
      this.#data.push(value);
      this.#size += value.length + 1;
    } else if (name === "event") this.#event = value;
    else if (name === "id" && !value.includes("\0")) this.#id = value;
    else if (name === "retry" && /^[0-9]+$/.test(value)) this.#to.retry?.(Number(value));
  }

  #dispatch() {
    const data = this.#data;
    const block = { event: this.#event || "message", data: data.join("\n"), id: this.#id };
    this.#event = "";
    this.#data = [];
    this.#size = 0;
    this.#id = undefined;
    if (data.length > 0) this.#to.block(block);
  }
}

// ---------------------------------------------------------------------------------------------------- small things

/**
 * @param {number} n how often it failed, from 1
 * @param {typeof TIMING} timing
 * @param {() => number} random
 */
function backoff(n, timing, random) {
  // The jitter comes after the maximum: cut afterwards, everybody would wait exactly as long.
  const longest = Math.min(timing.backoffMaxMs, timing.backoffMs * 2 ** Math.min(n, 20));
  return longest * (0.5 + random() / 2);
}

/** @param {number} ms @param {() => number} random */
const spread = (ms, random) => ms * (1 + random() / 4);

const ALPHABET = "0123456789abcdefghijkmnpqrstuvwxyz";

/** Also where the page is not a secure context, in which there is no randomUUID. @param {number} length */
function randomId(length = 20) {
  const bytes = new Uint8Array(length);
  if (globalThis.crypto?.getRandomValues) globalThis.crypto.getRandomValues(bytes);
  else bytes.forEach((_, i) => (bytes[i] = Math.floor(Math.random() * 256)));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

/** A wait that can be cut short. */
class Nap {
  /** @type {Set<() => void>} */
  #sleepers = new Set();

  /** @param {number} ms @returns {Promise<void>} */
  sleep(ms) {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#sleepers.add(wake);
    });
  }

  wake() {
    for (const wake of [...this.#sleepers]) wake();
  }
}

/** @param {any} timer keeps no Node process alive @returns {any} */
const aside = (timer) => {
  timer?.unref?.();
  return timer;
};

/** @param {Headers} headers @returns {number | undefined} */
function retryAfter(headers) {
  const value = headers.get("retry-after");
  if (!value) return undefined;
  const ms = /^[0-9]+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

// ---------------------------------------------------------------------------------------------------- tokens and requests

/** Asks for a token when there is none or the last one was refused; once, however many wait for it. */
class Tokens {
  /** @param {Options["token"]} source */
  constructor(source) {
    this.#source = source;
    this.#token = typeof source === "string" ? source : null;
  }

  #source;
  /** @type {string | null} */
  #token;
  /** @type {Promise<string> | null} */
  #asked = null;

  /** @param {Options["token"]} source */
  set(source) {
    this.#source = source;
    this.#asked = null;
    this.#token = typeof source === "string" ? source : null;
  }

  /** @returns {Promise<string>} */
  async get() {
    return this.#token ?? this.#ask({ reason: "first" });
  }

  /**
   * @param {string} refused
   * @param {Record<string, any>} [problem]
   * @returns {Promise<boolean>} whether there is another one now
   */
  async renew(refused, problem) {
    if (this.#token === refused) {
      if (typeof this.#source !== "function") return false;
      this.#token = null;
    }
    return (this.#token ?? (await this.#ask({ reason: "refused", problem }))) !== refused;
  }

  /** @param {{reason: "first" | "refused", problem?: Record<string, any>}} why @returns {Promise<string>} */
  #ask(why) {
    if (this.#asked) return this.#asked;
    const source = this.#source;
    if (typeof source !== "function") return Promise.reject(new ParleyError("unauthenticated", "there is no token"));
    const asked = Promise.resolve()
      .then(() => source(why))
      .catch((e) => {
        if (e instanceof ParleyError) throw e;
        throw new ParleyError("token", `no token was given: ${e?.message ?? e}`, { retryable: true, cause: e });
      })
      .then((token) => {
        if (typeof token !== "string" || token === "") throw new ParleyError("unauthenticated", "no token was given");
        if (this.#asked === asked) this.#token = token;
        return token;
      })
      .finally(() => {
        if (this.#asked === asked) this.#asked = null;
      });
    this.#asked = asked;
    return asked;
  }
}

class Http {
  /**
   * @param {string} base
   * @param {Tokens} tokens
   * @param {typeof globalThis.fetch} fetch
   * @param {typeof TIMING} timing
   */
  constructor(base, tokens, fetch, timing) {
    this.base = base;
    this.tokens = tokens;
    this.fetch = fetch;
    this.#timing = timing;
  }

  #timing;

  /**
   * One request with one answer. A refused token is renewed once.
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {AbortSignal} [signal]
   * @returns {Promise<{status: number, body: any}>}
   * @throws {ParleyError} for every answer that is not 2xx, and for none
   */
  async json(method, path, body, signal) {
    for (let first = true; ; first = false) {
      const token = await this.tokens.get();
      try {
        return await this.#once(method, path, body, token, signal);
      } catch (e) {
        const refused = e instanceof ParleyError && e.status === 401;
        if (!(refused && first && (await this.tokens.renew(token, e.problem)))) throw e;
      }
    }
  }

  /**
   * @param {string} method @param {string} path @param {unknown} body @param {string} token
   * @param {AbortSignal} [signal]
   */
  async #once(method, path, body, token, signal) {
    const abort = new AbortController();
    const stop = () => abort.abort();
    if (signal?.aborted) throw closedError();
    signal?.addEventListener("abort", stop);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      abort.abort();
    }, this.#timing.requestMs);
    try {
      /** @type {Record<string, string>} */
      const headers = { Authorization: `Bearer ${token}` };
      if (body !== undefined) headers["Content-Type"] = "application/json";
      const response = await this.fetch(this.base + path, {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: abort.signal,
        cache: "no-store",
      });
      if (!response.ok) throw await refusal(response);
      return { status: response.status, body: response.status === 204 ? null : await response.json() };
    } catch (e) {
      if (e instanceof ParleyError) throw e;
      if (signal?.aborted) throw closedError();
      throw new ParleyError(late ? "timeout" : "network", late ? "no answer in time" : "no answer", {
        retryable: true,
        cause: e,
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    }
  }
}

/** @param {Response} response @returns {Promise<ParleyError>} */
async function refusal(response) {
  /** @type {Record<string, any>} */
  let problem = {};
  try {
    if (/json/.test(response.headers.get("content-type") ?? "")) problem = await response.json();
    else await response.body?.cancel();
  } catch {
    // The status alone has to do.
  }
  const passing = response.status === 429 || response.status >= 500;
  return new ParleyError(problem.code ?? `http-${response.status}`, problem.detail ?? problem.title ?? `HTTP ${response.status}`, {
    status: response.status,
    retryable: problem.retryable ?? passing,
    retryAfterMs: problem.retryAfterMs ?? retryAfter(response.headers),
    problem,
  });
}

// ---------------------------------------------------------------------------------------------------- the stream

/**
 * @typedef {{kind: "event", event: LogEvent}
 *   | {kind: "open", room: string, epoch: string, head: number, resume: string}
 *   | {kind: "caught-up", room: string, epoch: string, seq: number}
 *   | {kind: "gap", room: string, gap: Gap}
 *   | {kind: "dropped", room: string, dropped: Dropped}
 *   | {kind: "presence", room: string, presence: Presence}
 *   | {kind: "occupancy", room: string, occupancy: Occupancy}
 *   | {kind: "signal", room: string, signal: Signal}
 *   | {kind: "notify", room: string, epoch: string, head: number, session: string, jitterMs: number}
 *   | {kind: "closed", room: string, reason: string, retryable: boolean}} Notice
 */

/**
 * One stream at a time, over fetch, opened again whenever it ends. Rooms and positions are its own; who listens is not its
 * business.
 */
class Wire {
  /**
   * @param {Http} http
   * @param {typeof TIMING} timing
   * @param {() => number} random
   * @param {{notices: (notices: Notice[]) => void, state: (state: State) => void, bytes: () => void}} to
   * @param {string} [signals] what to ask for beside the events, as it stands in the address
   */
  constructor(http, timing, random, to, signals = "") {
    this.#http = http;
    this.#timing = timing;
    this.#random = random;
    this.#to = to;
    this.#signals = signals;
  }

  #http;
  #timing;
  #random;
  #to;
  #signals;
  /** @type {Map<string, Track>} */
  rooms = new Map();
  /** Those of them of which is only told that there is news. @type {Set<string>} */
  pulled = new Set();
  /** Rises with each start and stop: what an older run still does is not ours. */
  #life = 0;
  /** The stream that is open or being opened. @type {Attempt | null} */
  #attempt = null;
  #nap = new Nap();
  #tried = 0;
  #failures = 0;
  /** Tokens refused since a stream last lived. */
  #refusals = 0;
  /** @type {number | null} */
  #retryMs = null;
  /** @type {any} */
  #settling = null;
  #running = false;

  start() {
    if (this.#running) return;
    this.#running = true;
    this.#failures = this.#refusals = 0;
    void this.#run(++this.#life);
  }

  stop() {
    this.#running = false;
    this.#life++;
    clearTimeout(this.#settling);
    this.#settling = null;
    this.#attempt?.abort.abort();
    this.#nap.wake();
  }

  /** Rooms were added or removed: a stream with the others' positions and theirs. @param {number} ms */
  change(ms) {
    if (!this.#running || this.#settling) return;
    this.#settling = aside(
      setTimeout(() => {
        this.#settling = null;
        if (this.#attempt) {
          this.#attempt.end.again = true;
          this.#attempt.abort.abort();
        }
        this.#nap.wake();
      }, ms),
    );
  }

  /** Tries now what would be tried later, at most once a second; after it stayed away, again. */
  kick() {
    if (!this.#running) this.start();
    else if (Date.now() - this.#tried >= 1_000) this.#nap.wake();
    this.check();
  }

  /** A stream that is silent for too long is given up. Called by a timer, and when the machine or the tab wakes up. */
  check() {
    const attempt = this.#attempt;
    if (!attempt) return;
    const silent = Date.now() - attempt.lastByte;
    if (silent < 0) attempt.lastByte = Date.now();
    if (silent >= attempt.patience) {
      attempt.silent = true;
      attempt.abort.abort();
    }
  }

  /** @param {number} life */
  async #run(life) {
    while (life === this.#life) {
      if (this.rooms.size === 0) {
        this.#to.state({ phase: "idle" });
        await this.#nap.sleep(3_600_000);
        continue;
      }
      this.#to.state({ phase: "connecting" });
      this.#tried = Date.now();
      const end = await this.#stream();
      if (life !== this.#life) return;
      if (end.away) {
        this.#running = false;
        this.#to.state({ phase: "stopped", problem: end.problem });
        return;
      }
      const delay = this.#delay(end);
      if (delay > 0) {
        this.#to.state({ phase: "waiting", retryAt: Date.now() + delay, problem: end.problem });
        await this.#nap.sleep(delay);
      }
    }
  }

  /**
   * How a stream ended. `again`: at once; `away`: not by itself; else after a while.
   * @typedef {{again?: boolean, away?: boolean, liveMs: number, afterMs?: number, atLeastMs?: number, problem?: Problem}} End
   */
  /** @typedef {{abort: AbortController, lastByte: number, patience: number, silent: boolean, watch: any, token: string, end: End}} Attempt */

  /** @param {End} end @returns {number} */
  #delay(end) {
    if (end.again) return 0;
    if (end.liveMs >= this.#timing.stableMs) this.#failures = this.#refusals = 0;
    const failures = this.#failures++;
    const patience = failures === 0 ? 0 : backoff(failures, this.#timing, this.#random);
    if (end.afterMs !== undefined) {
      // The server spreads those it sends away, so its word counts more than ours, unless it has nothing to say.
      return Math.max(spread(end.afterMs, this.#random), Math.min(patience, 5_000));
    }
    const first = spread(this.#retryMs ?? this.#timing.backoffMs, this.#random);
    return Math.max(failures === 0 ? first : patience, spread(end.atLeastMs ?? 0, this.#random));
  }

  /** @returns {Promise<End>} */
  async #stream() {
    /** @type {Attempt} */
    const attempt = {
      abort: new AbortController(),
      lastByte: Date.now(),
      patience: Infinity,
      silent: false,
      watch: null,
      token: "",
      end: { liveMs: 0 },
    };
    this.#attempt = attempt;
    try {
      // Whoever gives the token may have to ask a person: no deadline.
      attempt.token = await this.#http.tokens.get();
      if (!attempt.abort.signal.aborted) await this.#follow(attempt);
    } catch (e) {
      if (!attempt.end.again) this.#failed(attempt, e);
    } finally {
      clearTimeout(attempt.watch);
      attempt.abort.abort();
      if (this.#attempt === attempt) this.#attempt = null;
    }
    return attempt.end;
  }

  /** @param {Attempt} attempt */
  async #follow(attempt) {
    attempt.lastByte = Date.now();
    attempt.patience = this.#timing.helloMs;
    this.#watch(attempt);
    const response = await this.#open(attempt.token, attempt.abort.signal);
    const type = response.headers.get("content-type") ?? "";
    if (response.status === 200 && type.startsWith("text/event-stream") && response.body) {
      await this.#read(response.body.getReader(), attempt);
    } else {
      await this.#refused(response, attempt);
    }
  }

  /** @param {Attempt} attempt @param {unknown} e */
  #failed(attempt, e) {
    if (attempt.silent) attempt.end.problem = { code: "silent", title: "The stream fell silent", retryable: true };
    else if (e instanceof ParleyError) {
      attempt.end.problem = { code: e.code, title: e.message, retryable: e.retryable };
      attempt.end.away = e.code === "unauthenticated";
    } else attempt.end.problem = { code: "network", title: "The server cannot be reached", retryable: true };
  }

  /** @param {Attempt} attempt */
  #watch(attempt) {
    clearTimeout(attempt.watch);
    const left = attempt.lastByte + attempt.patience - Date.now();
    if (left === Infinity) return;
    attempt.watch = aside(
      setTimeout(() => {
        this.check();
        if (this.#attempt === attempt && !attempt.silent) this.#watch(attempt);
      }, Math.max(left, 10)),
    );
  }

  /** @param {string} token @param {AbortSignal} signal */
  #open(token, signal) {
    /** @type {string[]} */
    const cursor = [];
    for (const [room, track] of this.rooms) if (track.position) cursor.push(`${room}=${formatPosition(track.position)}`);
    /** @type {Record<string, string>} */
    const headers = { Authorization: `Bearer ${token}`, Accept: "text/event-stream" };
    if (cursor.length > 0) headers["Last-Event-ID"] = cursor.join(",");
    const names = (/** @type {boolean} */ pulled) => [...this.rooms.keys()].filter((room) => this.pulled.has(room) === pulled).map(encodeURIComponent).join(",");
    const rooms = [["rooms", names(false)], ["notify", names(true)]].filter(([, list]) => list !== "").map((pair) => pair.join("=")).join("&");
    return this.#http.fetch(`${this.#http.base}/v1/events?${rooms}${this.#signals}`, { headers, signal, cache: "no-store" });
  }

  /**
   * @param {ReadableStreamDefaultReader<Uint8Array>} reader
   * @param {Attempt} attempt
   */
  async #read(reader, attempt) {
    const end = attempt.end;
    let liveAt = 0;
    /** What goes with a pull. */
    let pull = { session: "", jitterMs: 0 };
    /** @type {Notice[]} */
    let notices = [];
    /** @type {Problem | undefined} */
    let problem;
    const parser = new EventStreamParser({
      retry: (ms) => (this.#retryMs = ms),
      block: ({ event, data: text }) => {
        const data = json(text);
        if (event === "hello") {
          liveAt = Date.now();
          pull = { session: data.session, jitterMs: data.pullJitterMs ?? 500 };
          attempt.patience = 2 * (data.heartbeatMs ?? 15_000) + this.#timing.slackMs;
          this.#watch(attempt);
        } else if (event === "problem") problem = data;
        else if (event === "reconnect") {
          end.afterMs = data.afterMs;
          end.problem = { code: data.reason ?? "reconnect", title: "The server asks to come back later", retryable: true };
        }
        if (event === "notify") notices.push({ kind: "notify", ...data, ...pull });
        else notices.push(...noticesOf(event, data));
        if (event === "hello") this.#to.state({ phase: "live" });
      },
    });
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (this.#attempt !== attempt) return;
        attempt.lastByte = Date.now();
        if (done) break;
        try {
          parser.feed(value);
        } finally {
          this.#hand(notices);
          notices = [];
        }
        this.#to.bytes();
      }
    } finally {
      if (liveAt > 0) end.liveMs = Date.now() - liveAt;
    }
    await this.#ended(problem, attempt);
  }

  /** @param {Problem | undefined} problem @param {Attempt} attempt */
  async #ended(problem, attempt) {
    const { end } = attempt;
    const away = Math.max(this.#retryMs ?? 0, end.afterMs ?? 0) > this.#timing.obeyMs;
    if (away) this.#retryMs = null;
    if (problem) end.problem = problem;
    if (problem?.code === "token-expired" || problem?.status === 401) await this.#renew(problem, attempt);
    else end.away = away;
  }

  /** @param {Response} response @param {Attempt} attempt */
  async #refused(response, attempt) {
    const { end } = attempt;
    if (response.status === 204) {
      end.away = true;
      return;
    }
    if (response.status === 200) {
      await response.body?.cancel();
      end.problem = { code: "protocol", title: "Something else than a stream came", retryable: true };
      return;
    }
    const error = await refusal(response);
    end.problem = { ...error.problem, code: error.code, title: error.message, status: error.status };
    end.atLeastMs = Math.min(error.retryAfterMs ?? 0, this.#timing.obeyMs);
    if (error.status === 401) await this.#renew(end.problem, attempt);
    else if (error.status === 403 || error.status === 404) {
      this.#hand([...this.rooms.keys()].map((room) => ({ kind: "closed", room, reason: "forbidden", retryable: false })));
      end.again = true;
    } else end.away = error.status < 500 && error.status !== 429 && error.status !== 408;
  }

  /** With another token at once; but two refused in a row are enough. @param {Problem} problem @param {Attempt} attempt */
  async #renew(problem, attempt) {
    const { end } = attempt;
    clearTimeout(attempt.watch);
    attempt.patience = Infinity;
    try {
      const other = await this.#http.tokens.renew(attempt.token, problem);
      const lived = end.liveMs > 0;
      end.away = !other || (!lived && this.#refusals > 0);
      end.again = !end.away;
      this.#refusals = lived ? 0 : this.#refusals + 1;
    } catch (e) {
      end.away = !(/** @type {any} */ (e).retryable);
    }
  }

  /** @param {Notice[]} notices */
  #hand(notices) {
    if (notices.length === 0) return;
    for (const notice of notices) this.#move(notice);
    this.#to.notices(notices);
  }

  /** @param {Notice} notice */
  #move(notice) {
    const room = notice.kind === "event" ? notice.event.room : notice.room;
    const track = this.rooms.get(room);
    if (!track) return;
    if (notice.kind === "event") {
      track.settle(notice.event.seq);
      if (track.judge(notice.event) === "next") track.advance(notice.event.seq);
    } else if (notice.kind === "open") {
      track.forget();
      if (!track.position) track.set({ epoch: notice.epoch, seq: notice.head });
    }
    else if (notice.kind === "gap") track.set(afterGap(notice.gap));
    else if (notice.kind === "dropped") track.skip(notice.dropped);
    else if (notice.kind === "caught-up") track.settle(notice.seq);
    else if (notice.kind === "closed") this.rooms.delete(room);
  }
}

/** @param {string} text */
function json(text) {
  try {
    return JSON.parse(text);
  } catch (e) {
    throw new ParleyError("protocol", "an event is not JSON", { retryable: true, cause: e });
  }
}

/** @param {string} event @param {any} data @returns {Notice[]} */
function noticesOf(event, data) {
  if (event === "message") return [{ kind: "event", event: data }];
  if (event === "hello") return Object.entries(data.rooms).map(([room, at]) => ({ kind: "open", room, .../** @type {any} */ (at) }));
  if (event === "gap") return [{ kind: "gap", room: data.room, gap: data }];
  if (event === "dropped") return [{ kind: "dropped", room: data.room, dropped: data }];
  if (event === "presence") return [{ kind: "presence", room: data.room, presence: data }];
  if (event === "occupancy") return [{ kind: "occupancy", room: data.room, occupancy: data }];
  if (event === "signal") return [{ kind: "signal", room: data.room, signal: data }];
  if (event === "caught-up" || event === "closed") return [{ ...data, kind: event }];
  return [];
}

// ---------------------------------------------------------------------------------------------------- one room, in one tab

/** Gives one room's events to the application: once, in order; what the wire did not bring is read from the history. */
class Reader {
  /**
   * @param {string} room
   * @param {RoomHandlers} handlers
   * @param {{rewind: number, after: Position | null, pulled: boolean}} start
   * @param {(query: string, signal: AbortSignal) => Promise<any>} history
   * @param {{ready: () => void, ended: () => void, refused: (e: ParleyError) => void, nap: Nap, wait: (failures: number) => number, within: (ms: number) => number}} to
   */
  constructor(room, handlers, start, history, to) {
    this.room = room;
    this.pulled = start.pulled;
    this.#handlers = handlers;
    this.#rewind = start.rewind;
    this.#history = history;
    this.#to = to;
    if (start.after) this.track.set(start.after);
  }

  track = new Track();
  /** Whether the position to start from is known, or that there is none because the room does not exist yet. */
  ready = false;
  #handlers;
  #rewind;
  #history;
  #to;
  #abort = new AbortController();
  #mending = false;
  #opened = false;
  /** News that wait for their turn to be pulled. @type {{position: Position, timer: any} | null} */
  #news = null;
  /** The stream that told of them. @type {string | null} */
  #session = null;
  /** The head that has to be reached for the room to have caught up, when nobody else says so. @type {Position | null} */
  #begin = null;
  /** Rises when a gap moves the position: a page asked for before it is not for us. */
  #turn = 0;
  /** @type {Position | null} */
  #target = null;

  async start() {
    if (!this.track.position) await this.#untilDone(() => this.#newest());
    if (this.#abort.signal.aborted) return;
    this.ready = true;
    this.#to.ready();
    if (this.#target) this.reach(this.#target);
  }

  close() {
    clearTimeout(this.#news?.timer);
    this.#abort.abort();
  }

  get #closed() {
    return this.#abort.signal.aborted;
  }

  /** @param {keyof RoomHandlers} name @param {any[]} args */
  #call(name, ...args) {
    try {
      /** @type {any} */ (this.#handlers[name])?.(...args);
    } catch (e) {
      // One listener's fault must not cost it, or anyone, the events that follow.
      console.error(`parley: ${name} of room ${this.room} failed`, e);
    }
  }

  /** @param {string} epoch @param {number} head @param {number} [first] */
  #open(epoch, head, first) {
    if (this.#opened) return;
    this.#opened = true;
    this.#call("onOpen", { room: this.room, epoch, head, first });
  }

  /** @param {Notice} notice */
  take(notice) {
    if (this.#closed) return;
    if (notice.kind === "event") this.#event(notice.event);
    else if (notice.kind === "gap") this.#gap(notice.gap);
    else if (notice.kind === "dropped") this.#dropped(notice.dropped);
    else if (notice.kind === "presence") this.#call("onPresence", notice.presence);
    else if (notice.kind === "occupancy") this.#call("onOccupancy", notice.occupancy);
    else if (notice.kind === "signal") this.#call("onSignal", notice.signal);
    else if (notice.kind === "closed") {
      this.#settle(Infinity);
      this.end(notice.reason, notice.retryable);
    } else if (notice.kind === "open") {
      this.track.forget();
      this.#opens(notice);
      this.#open(notice.epoch, notice.head);
      if (this.pulled) this.#begin = { epoch: notice.epoch, seq: notice.head };
      this.#caughtUp();
    } else if (notice.kind === "notify") this.#told(notice);
    else {
      this.#begin = null;
      this.#settle(notice.seq);
      this.#call("onCaughtUp", { room: this.room, epoch: notice.epoch, seq: notice.seq });
    }
  }

  /** Whoever pulls knows himself when he has all. */
  #caughtUp() {
    const at = this.#begin;
    if (!at || at.epoch !== this.track.epoch || this.track.seq < at.seq) return;
    this.#begin = null;
    this.#call("onCaughtUp", { room: this.room, epoch: at.epoch, seq: this.track.seq });
  }

  /**
   * There is news to pull, after a random while, so that not everybody comes at once; what is told meanwhile comes with it.
   * @param {{epoch: string, head: number, session: string, jitterMs: number}} notice
   */
  #told(notice) {
    this.#session = notice.session;
    const position = { epoch: notice.epoch, seq: notice.head };
    if (this.#news) {
      this.#news.position = position;
      return;
    }
    const pull = () => {
      const news = this.#news;
      this.#news = null;
      if (news) this.reach(news.position);
    };
    this.#news = { position, timer: aside(setTimeout(pull, this.#to.within(notice.jitterMs))) };
  }

  /** The room did not exist when its history was asked for: it begins where the stream does. @param {{epoch: string, head: number}} at */
  #opens(at) {
    if (!this.ready || this.track.position) return;
    if (this.#rewind === 0 || at.head === 0) this.track.set({ epoch: at.epoch, seq: at.head });
    else this.reach({ epoch: at.epoch, seq: at.head });
  }

  /** @param {string} reason @param {boolean} retryable @param {Problem} [problem] */
  end(reason, retryable, problem) {
    if (this.#closed) return;
    this.close();
    this.#to.ended();
    this.#call("onClosed", { room: this.room, reason, retryable, problem });
  }

  /** @param {LogEvent} event */
  #event(event) {
    if (event.epoch === this.track.epoch) this.#settle(event.seq);
    const verdict = this.#mending ? "hole" : this.track.judge(event);
    if (verdict === "next") this.#deliver(event, false);
    else if (verdict === "hole") this.reach(event);
  }

  /** @param {LogEvent} event @param {boolean} replayed */
  #deliver(event, replayed) {
    this.track.advance(event.seq);
    this.#call("onEvent", event, { replayed });
  }

  /** @param {Gap} gap */
  #gap(gap) {
    const to = afterGap(gap);
    const passed = gap.reason === "cursor-ahead" ? this.track.seq <= to.seq : this.track.seq >= to.seq;
    if (this.track.epoch === to.epoch && passed) return;
    this.#turn++;
    this.#target = null;
    this.track.set(to);
    this.#call("onGap", gap);
  }

  /** @param {Dropped} dropped */
  #dropped(dropped) {
    if (this.#mending || (this.track.epoch !== null && dropped.from > this.track.end + 1)) {
      this.reach({ epoch: dropped.epoch, seq: dropped.to });
    } else this.#tell(this.track.skip(dropped));
  }

  /** Of what was told nothing is missing below this. @param {number} seq */
  #settle(seq) {
    this.#tell(this.track.settle(seq));
  }

  /** @param {Dropped[]} told */
  #tell(told) {
    for (const dropped of told) this.#call("onDropped", dropped);
  }

  /** The room is known to reach up to there: what is missing is read. @param {Position} position */
  reach(position) {
    if (this.#closed) return;
    if (this.track.position) this.#open(position.epoch, position.seq);
    const behind = this.track.epoch !== position.epoch || Math.max(this.track.seq, this.track.told) < position.seq;
    if (!behind && !this.#mending) return;
    if (this.#target?.epoch !== position.epoch || this.#target.seq < position.seq) this.#target = { ...position };
    if (this.ready && !this.#mending) void this.#mend();
  }

  async #mend() {
    this.#mending = true;
    this.track.forget();
    await this.#untilDone(async () => {
      if (!this.track.position) await this.#newest();
      while (!this.#closed && this.#behind()) await this.#nextPage();
    });
    this.#mending = false;
    // Told of between the last page and here.
    if (!this.#closed && this.#behind()) return this.#mend();
    this.#target = null;
    this.#caughtUp();
  }

  #behind() {
    const target = this.#target;
    return target !== null && (target.epoch !== this.track.epoch || Math.max(this.track.seq, this.track.told) < target.seq);
  }

  async #nextPage() {
    const turn = this.#turn;
    const position = /** @type {Position} */ (this.track.position);
    const target = this.#target;
    /** @type {any} */
    let page;
    try {
      page = await this.#history(`after=${formatPosition(position)}&limit=${LIMITS.page}${this.#pull(position)}`, this.#abort.signal);
    } catch (e) {
      if (turn !== this.#turn || !(e instanceof ParleyError)) return;
      const { first, head, epoch } = e.problem ?? {};
      const moved = ["cursor-expired", "cursor-ahead", "epoch-changed"].includes(e.code) && typeof epoch === "string";
      if (!moved) throw e;
      const to = e.code === "cursor-expired" ? first - 1 : head;
      this.#gap({ room: this.room, epoch, from: position.seq + 1, to, first, head, reason: e.code, action: "reload" });
      // Nobody brings what follows.
      if (this.pulled) this.#target = { epoch, seq: head };
      return;
    }
    if (turn !== this.#turn || this.#closed) return;
    this.#page(page);
    // The log ends here, whatever we believed: another epoch's target would never be reached. What was told meanwhile is asked for.
    if (!page.hasMore && page.items.length === 0 && this.#target === target) this.#target = null;
  }

  /** What a server that was told less than we are needs to know. @param {Position} position */
  #pull(position) {
    if (!this.#session) return "";
    const least = this.#target?.epoch === position.epoch ? `&min=${this.#target.seq}` : "";
    return `${least}&session=${this.#session}`;
  }

  async #newest() {
    const turn = this.#turn;
    const page = await this.#history(`limit=${this.#rewind}`, this.#abort.signal).catch((/** @type {any} */ e) => {
      // Not there yet: the stream finds it, or says that there is nothing for us.
      if (e.status === 404 && !this.ready) return null;
      throw e;
    });
    if (page === null || turn !== this.#turn || this.#closed) return;
    const at = /** @type {Position} */ (parsePosition(page.next));
    this.track.set({ epoch: at.epoch, seq: page.items.length > 0 ? page.items[0].seq - 1 : at.seq });
    this.#open(page.epoch, page.head, page.first);
    this.#page(page);
  }

  /** @param {any} page */
  #page(page) {
    const skipped = [...(page.skipped ?? [])];
    const tell = (/** @type {number} */ below) => {
      while (skipped.length > 0 && skipped[0].from < below) {
        const dropped = { room: this.room, epoch: page.epoch, ...skipped.shift() };
        this.#tell(this.track.skip(dropped));
        this.#settle(dropped.to);
      }
    };
    for (const event of page.items) {
      if (this.#closed) return;
      tell(event.seq);
      if (event.seq > this.track.seq) this.#deliver(event, true);
    }
    tell(Infinity);
    const at = parsePosition(page.next);
    if (at && at.epoch === this.track.epoch) this.track.advance(at.seq);
  }

  /** Tries until it works, the room is closed, or trying is pointless. @param {() => Promise<void>} step */
  async #untilDone(step) {
    for (let failures = 1; !this.#closed; failures++) {
      try {
        return await step();
      } catch (e) {
        const error = /** @type {any} */ (e);
        if (this.#closed) return;
        if (error.status === 401 || error.code === "unauthenticated") {
          // Nothing is wrong with the room: another token, or another try, wakes this.
          this.#to.refused(error);
          await this.#to.nap.sleep(3_600_000);
          continue;
        }
        if (!error.retryable) return this.end(error.status === 403 || error.status === 404 ? "forbidden" : "problem", false, error.problem);
        await this.#to.nap.sleep(Math.max(this.#to.wait(failures), error.retryAfterMs ?? 0));
      }
    }
  }
}

// ---------------------------------------------------------------------------------------------------- one stream per browser

/**
 * The tabs of one browser that speak for the same user. One holds the stream: whoever has the lock. It says what comes to the
 * others, and streams the rooms of all. Where there are no locks or no channel, each tab holds its own.
 */
class TabGroup {
  /**
   * @param {string} name
   * @param {Wire} wire
   * @param {Map<string, Reader>} readers
   * @param {typeof TIMING} timing
   * @param {{state: (state: State) => void, signal: (signal: Signal) => void}} to
   * @param {{locks: any, channel: any} | null} shared
   */
  constructor(name, wire, readers, timing, to, shared) {
    this.#name = name;
    this.#wire = wire;
    this.#readers = readers;
    this.#timing = timing;
    this.#to = to;
    this.#locks = shared?.locks ?? null;
    this.#channel = shared?.channel ?? null;
  }

  #name;
  #wire;
  #readers;
  #timing;
  #to;
  #locks;
  #channel;
  #id = randomId(12);
  /** @type {State} */
  #state = { phase: "connecting" };
  leading = false;
  #open = false;
  /** Each asking for the lock has one: what an older one still brings is not ours. @type {{abort: AbortController | null, release: () => void} | null} */
  #request = null;
  /** Other tabs' rooms and where they are, known to the leader. @type {Map<string, {rooms: Record<string, string | null>, pulled: string[], visible: boolean, at: number}>} */
  #tabs = new Map();
  /** Newest positions of the stream, known to every tab, so that the next leader goes on there. @type {Map<string, Position>} */
  #known = new Map();
  #heard = 0;
  #wanted = 0;
  #beaten = 0;
  /** @type {any} */
  #beat = null;
  /** @type {any} */
  #gather = null;

  start() {
    if (this.#open) return;
    this.#open = true;
    this.#heard = Date.now();
    if (!this.#channel) return this.#lead();
    this.#channel.onmessage = (/** @type {any} */ message) => this.#hear(message.data);
    this.#channel.unref?.();
    this.#beat = aside(setInterval(() => this.#tick(), this.#timing.beatMs));
    this.#ask();
    this.#want();
  }

  stop() {
    if (!this.#open) return;
    this.#open = false;
    clearInterval(this.#beat);
    if (this.#channel) {
      this.#say({ kind: "bye" });
      this.#channel.onmessage = null;
    }
    this.#stepDown();
    this.#drop();
  }

  close() {
    this.stop();
    this.#channel?.close();
  }

  /** The rooms of this tab have changed, or one of them is ready. */
  changed() {
    if (!this.#open) return;
    if (this.leading) this.#unite();
    else this.#want();
  }

  kick() {
    if (this.leading) this.#wire.kick();
    else if (this.#open) {
      this.#say({ kind: "kick" });
      this.#tick();
    }
  }

  check() {
    if (this.leading) this.#wire.check();
    else if (this.#open) {
      this.#want();
      this.#tick();
    }
  }

  // The lock

  #ask() {
    const abort = new AbortController();
    this.#hold({ signal: abort.signal }, abort);
  }

  #steal() {
    this.#drop();
    this.#hold({ steal: true }, null);
  }

  /** @param {object} options @param {AbortController | null} abort */
  #hold(options, abort) {
    /** @type {{abort: AbortController | null, release: () => void}} */
    const request = { abort, release: () => {} };
    this.#request = request;
    const held = this.#locks.request(this.#name, options, () => {
      if (this.#request !== request || !this.#open) return;
      this.#lead();
      return new Promise((resolve) => (request.release = () => resolve(undefined)));
    });
    held.catch(() => {
      // Another tab has taken it, because it believed this one asleep.
      if (this.#request !== request || !this.#open) return;
      this.#stepDown();
      this.#ask();
      this.#want();
    });
  }

  #drop() {
    const request = this.#request;
    this.#request = null;
    request?.abort?.abort();
    request?.release();
  }

  // The leader

  #lead() {
    this.leading = true;
    this.#tabs.clear();
    this.#say({ kind: "lead" });
    this.#gather = aside(
      setTimeout(
        () => {
          this.#gather = null;
          this.#unite();
          this.#wire.start();
        },
        this.#channel ? this.#timing.gatherMs : 0,
      ),
    );
  }

  #stepDown() {
    if (!this.leading) return;
    this.leading = false;
    clearTimeout(this.#gather);
    this.#gather = null;
    this.#wire.stop();
    this.#wire.rooms.clear();
  }

  /** The stream gets the rooms of all tabs. */
  #unite() {
    /** @type {Map<string, string | null>} */
    const wanted = new Map();
    for (const reader of this.#readers.values()) {
      if (reader.ready) wanted.set(reader.room, reader.track.position && formatPosition(reader.track.position));
    }
    for (const tab of this.#tabs.values()) {
      for (const [room, at] of Object.entries(tab.rooms)) {
        if (!wanted.has(room) && wanted.size < LIMITS.rooms) wanted.set(room, at);
      }
    }
    const rooms = this.#wire.rooms;
    // Pushed to one is pushed to all.
    const pushed = new Set([...this.#readers.values()].filter((reader) => reader.ready && !reader.pulled).map((reader) => reader.room));
    for (const tab of this.#tabs.values()) {
      for (const room of Object.keys(tab.rooms)) if (!tab.pulled.includes(room)) pushed.add(room);
    }
    const pulled = new Set([...wanted.keys()].filter((room) => !pushed.has(room)));
    let added = [...wanted.keys()].some((room) => rooms.has(room) && this.#wire.pulled.has(room) !== pulled.has(room));
    let removed = false;
    this.#wire.pulled = pulled;
    for (const [room, at] of wanted) {
      if (rooms.has(room)) continue;
      const track = new Track();
      const start = newer(this.#known.get(room), parsePosition(at));
      if (start) track.set(start);
      rooms.set(room, track);
      added = true;
    }
    for (const room of [...rooms.keys()]) {
      if (wanted.has(room)) continue;
      rooms.delete(room);
      this.#known.delete(room);
      removed = true;
    }
    if (added) this.#wire.change(this.#timing.settleMs);
    else if (removed) this.#wire.change(this.#timing.settleMs * 50);
  }

  /** @param {Notice[]} notices what the stream brought */
  notices(notices) {
    if (!this.leading) return;
    for (const notice of notices) {
      if (notice.kind === "closed") for (const tab of this.#tabs.values()) delete tab.rooms[notice.room];
    }
    this.#say({ kind: "notices", notices });
    this.#pass(notices);
  }

  /** @param {State} state */
  state(state) {
    if (!this.leading) return;
    this.#state = state;
    this.#tell();
    this.#to.state(state);
  }

  /** A hidden tab's timers are slowed down, what the wire brings is not. */
  bytes() {
    if (this.#channel && Date.now() - this.#beaten >= this.#timing.beatMs) this.#tell();
  }

  #tell() {
    if (!this.#channel) return;
    this.#beaten = Date.now();
    /** @type {Record<string, string | null>} */
    const rooms = {};
    for (const [room, track] of this.#wire.rooms) rooms[room] = track.position && formatPosition(track.position);
    this.#say({ kind: "state", state: this.#state, rooms, hidden: hidden() });
  }

  // Both

  #tick() {
    const now = Date.now();
    if (this.leading) {
      let gone = false;
      for (const [id, tab] of this.#tabs) {
        if (now - tab.at > this.#timing.goneMs) gone = this.#tabs.delete(id) || gone;
      }
      if (gone) this.#unite();
      this.#tell();
    } else {
      if (now - this.#wanted >= this.#timing.wantMs) this.#want();
      if (now - this.#heard >= this.#timing.silenceMs && !hidden()) {
        this.#heard = now;
        this.#steal();
      }
    }
  }

  #want() {
    if (this.leading || !this.#channel) return;
    this.#wanted = Date.now();
    /** @type {Record<string, string | null>} */
    const rooms = {};
    for (const reader of this.#readers.values()) {
      if (reader.ready) rooms[reader.room] = reader.track.position && formatPosition(reader.track.position);
    }
    const pulled = [...this.#readers.values()].filter((reader) => reader.pulled).map((reader) => reader.room);
    this.#say({ kind: "want", rooms, pulled, visible: !hidden() });
  }

  /** @param {any} message */
  #say(message) {
    try {
      this.#channel?.postMessage({ ...message, from: this.#id });
    } catch {
      // The channel is closed already: this tab is on its way out.
    }
  }

  /** @param {any} message */
  #hear(message) {
    if (!this.#open || !message) return;
    if (this.leading) this.#hearAsLeader(message);
    else this.#hearAsFollower(message);
  }

  /** @param {any} message */
  #hearAsLeader(message) {
    if (message.kind === "want") {
      if (!this.#tabs.has(message.from) && this.#tabs.size >= LIMITS.tabs) return;
      this.#tabs.set(message.from, { rooms: message.rooms, pulled: message.pulled ?? [], visible: message.visible, at: Date.now() });
      if (this.#gather) return;
      this.#unite();
      this.#tell();
    } else if (message.kind === "bye") {
      if (this.#tabs.delete(message.from)) this.#unite();
    } else if (message.kind === "kick") this.#wire.kick();
  }

  /** @param {any} message */
  #hearAsFollower(message) {
    if (message.kind === "lead") {
      this.#heard = Date.now();
      this.#want();
    } else if (message.kind === "notices") {
      this.#heard = Date.now();
      this.#pass(message.notices);
    } else if (message.kind === "state") this.#follow(message);
  }

  /** @param {any} message */
  #follow(message) {
    this.#heard = Date.now();
    this.#state = message.state;
    this.#to.state(message.state);
    let missing = false;
    for (const reader of this.#readers.values()) {
      if (reader.ready && !(reader.room in message.rooms)) missing = true;
      const at = parsePosition(message.rooms[reader.room]);
      if (at) reader.reach(at);
    }
    this.#known.clear();
    for (const [room, at] of Object.entries(message.rooms)) {
      const position = parsePosition(/** @type {any} */ (at));
      if (position) this.#known.set(room, position);
    }
    if (missing && Date.now() - this.#wanted > 1_000) this.#want();
    // A hidden tab tries again rarely; one that is looked at should not wait for it.
    const stuck = message.hidden && (message.state.phase === "waiting" || message.state.phase === "stopped");
    if (stuck && !hidden()) this.#steal();
  }

  /** @param {Notice[]} notices */
  #pass(notices) {
    for (const notice of notices) {
      const room = notice.kind === "event" ? notice.event.room : notice.room;
      this.#remember(room, notice);
      if (notice.kind === "signal" && room === undefined) this.#to.signal(notice.signal);
      else this.#readers.get(room)?.take(notice);
    }
  }

  /** @param {string} room @param {Notice} notice */
  #remember(room, notice) {
    if (notice.kind === "closed") this.#known.delete(room);
    else if (notice.kind === "gap") this.#known.set(room, afterGap(notice.gap));
    else if (notice.kind === "event") {
      const at = this.#known.get(room);
      if (!at || at.epoch !== notice.event.epoch || at.seq < notice.event.seq) {
        this.#known.set(room, { epoch: notice.event.epoch, seq: notice.event.seq });
      }
    }
  }
}

/** @param {Position | undefined} known @param {Position | null} own */
const newer = (known, own) => (known && !(own && own.epoch === known.epoch && own.seq > known.seq) ? known : own);

const hidden = () => globalThis.document?.visibilityState === "hidden";

// ---------------------------------------------------------------------------------------------------- publishing

/** Sends one room's messages in the order in which they were given, each until it is acknowledged or refused. */
class Outbox {
  /**
   * @param {(body: any) => Promise<{status: number, body: any}>} post
   * @param {typeof TIMING} timing
   * @param {() => number} random
   * @param {Nap} nap
   */
  constructor(post, timing, random, nap) {
    this.#post = post;
    this.#timing = timing;
    this.#random = random;
    this.#nap = nap;
  }

  #post;
  #timing;
  #random;
  #nap;
  #closed = false;
  #end = new Nap();
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  waiting = 0;

  close() {
    this.#closed = true;
    this.#end.wake();
  }

  /** @param {any} body @returns {Promise<any>} */
  send(body) {
    this.waiting++;
    const before = this.#last;
    const sent = before.then(() => this.#untilSettled(body)).finally(() => this.waiting--);
    this.#last = sent.catch(() => {});
    return sent;
  }

  /** @param {any} body */
  async #untilSettled(body) {
    const since = Date.now();
    for (let failures = 1; ; failures++) {
      if (this.#closed) throw Object.assign(closedError(), { clientMsgId: body.clientMsgId });
      try {
        return (await this.#post(body)).body;
      } catch (e) {
        const error = /** @type {any} */ (e);
        error.clientMsgId = body.clientMsgId;
        if (!error.retryable) throw error;
        if (this.#closed) continue;
        if (Date.now() - since >= this.#timing.publishMs) {
          throw new ParleyError("gave-up", "not acknowledged in time: it may be in the log or not; the same id tells", {
            retryable: true,
            clientMsgId: body.clientMsgId,
            cause: error,
          });
        }
        await this.#wait(failures, error.retryAfterMs);
      }
    }
  }

  /** @param {number} failures @param {number | undefined} asked */
  async #wait(failures, asked) {
    const own = Math.max(backoff(failures - 1, this.#timing, this.#random) / 2, 50);
    if (asked === undefined) return this.#nap.sleep(own);
    // What the server asks for is not cut short, except by the end.
    return this.#end.sleep(spread(Math.min(asked, this.#timing.obeyMs), this.#random));
  }
}

/** Sends one kind of signals, one at a time: the newest, or the sum, of what was said since the last one. Nothing is tried again. */
class Beacon {
  /**
   * @param {(body: any) => Promise<unknown>} post
   * @param {number} ms
   * @param {() => void} idle
   */
  constructor(post, ms, idle) {
    this.#post = post;
    this.#ms = ms;
    this.#idle = idle;
  }

  #post;
  #ms;
  #idle;
  #resting = false;
  #closed = false;
  /** @type {any} */
  #timer = null;
  /** @type {{body: any, sent: Promise<boolean>, go: (sent: Promise<boolean>) => void} | null} */
  #next = null;

  /** @param {any} body @returns {Promise<boolean>} */
  send(body) {
    if (!this.#resting) return this.#now(body);
    if (this.#next) {
      const sum = body.merge === "sum" && this.#next.body.merge === "sum";
      this.#next.body = sum ? { ...body, data: { n: this.#next.body.data.n + body.data.n } } : body;
      return this.#next.sent;
    }
    /** @type {(sent: Promise<boolean>) => void} */
    let go = () => {};
    const sent = /** @type {Promise<boolean>} */ (new Promise((resolve) => (go = resolve)));
    this.#next = { body, sent, go };
    return sent;
  }

  /** @param {any} body @returns {Promise<boolean>} */
  #now(body) {
    this.#resting = true;
    this.#timer = aside(setTimeout(() => this.#rested(), this.#ms));
    return this.#post(body).then(
      () => true,
      (error) => {
        if (error.retryable || this.#closed) return false;
        throw error;
      },
    );
  }

  #rested() {
    this.#resting = false;
    const next = this.#next;
    this.#next = null;
    if (next) next.go(this.#now(next.body));
    else this.#idle();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#next?.go(Promise.resolve(false));
    this.#next = null;
  }
}

// ---------------------------------------------------------------------------------------------------- the client

/**
 * @typedef {object} Options
 * @property {string | ((why: {reason: "first" | "refused", problem?: Record<string, any>}) => string | Promise<string>)} token
 *   A token, or who gives one: asked at first and whenever the server refuses the last one.
 * @property {string} [url] The server, `https://chat.example.org`; by default the page's own origin.
 * @property {boolean} [share] Whether tabs share one stream. On where the browser can (Web Locks, which need https or localhost).
 * @property {string} [shareKey] Tabs with the same key share; by default what the token says about the user and his rights.
 * @property {boolean} [presence] Whether to ask for who comes and goes, in all rooms.
 * @property {boolean} [occupancy] Whether to ask for how many are there, in all rooms.
 * @property {(signal: Signal) => void} [onSignal] What a backend tells this user, beside all rooms. May be lost.
 * @property {(state: State) => void} [onState]
 * @property {typeof globalThis.fetch} [fetch]
 * @property {any} [locks] By default the browser's.
 * @property {any} [BroadcastChannel] By default the browser's.
 * @property {() => number} [random]
 * @property {Partial<typeof TIMING>} [timing]
 */

/** @typedef {{phase: "idle" | "connecting" | "live" | "waiting" | "stopped", retryAt?: number, problem?: Problem}} State */
/** @typedef {{code: string, title?: string, detail?: string, status?: number, retryable?: boolean} & Record<string, any>} Problem */
/** @typedef {{room: string, epoch: string, seq: number, type: string, tier?: string, sender: string, senderName?: string, clientMsgId?: string, ts: number, ref?: number, key?: string, data: any}} LogEvent */
/** @typedef {{room: string, epoch: string, from: number, to: number, first: number, head: number, reason: string, action: string}} Gap */
/** @typedef {{room: string, epoch: string, tier?: string, from: number, to: number, count: number, reason: string}} Dropped */
/** @typedef {{room: string, joins: {user: string, name?: string}[], leaves: {user: string, cause: string}[], count: number, more: boolean}} Presence */
/** @typedef {{room: string, count: number, users: number}} Occupancy */
/** @typedef {{room?: string, type: string, sender?: string, senderName?: string, data: any, ttlMs: number}} Signal */
/**
 * @typedef {object} RoomHandlers
 * @property {(event: LogEvent, how: {replayed: boolean}) => void} [onEvent]
 * @property {(at: {room: string, epoch: string, head: number, first?: number}) => void} [onOpen] Once, before the first event.
 * @property {(at: {room: string, epoch: string, seq: number}) => void} [onCaughtUp]
 * @property {(gap: Gap) => void} [onGap]
 * @property {(dropped: Dropped) => void} [onDropped]
 * @property {(presence: Presence) => void} [onPresence] With the option `presence`: who comes and goes. May be lost.
 * @property {(occupancy: Occupancy) => void} [onOccupancy] With the option `occupancy`: how many are there. May be lost.
 * @property {(signal: Signal) => void} [onSignal] Typing, hearts. May be lost; a sum of several senders names none.
 * @property {(end: {room: string, reason: string, retryable: boolean, problem?: Problem}) => void} [onClosed] Nothing follows; join again if it makes sense.
 */

/** A connection to one server for one user. */
export class Parley {
  /** @param {Options} options */
  constructor(options) {
    this.#options = options;
    this.#timing = { ...TIMING, ...options.timing };
    this.#random = options.random ?? Math.random;
    this.#tokens = new Tokens(options.token);
    const base = (options.url ?? globalThis.location?.origin ?? "").replace(/\/+$/, "");
    const fetch = options.fetch ?? ((/** @type {any} */ input, /** @type {any} */ init) => globalThis.fetch(input, init));
    this.#http = new Http(base, this.#tokens, fetch, this.#timing);
    for (const [name, target] of this.#wakeups()) target.addEventListener(name, this.#woken);
  }

  #options;
  #timing;
  #random;
  #tokens;
  #http;
  #closed = false;
  /** @type {Map<string, Reader>} */
  #readers = new Map();
  /** @type {Map<string, Outbox>} */
  #outboxes = new Map();
  /** @type {Map<string, Beacon>} */
  #beacons = new Map();
  #nap = new Nap();
  /** @type {Promise<TabGroup> | null} */
  #forming = null;
  /** @type {TabGroup | null} */
  #group = null;
  /** @type {State} */
  #state = { phase: "idle" };

  /** What the connection is doing, that of the leading tab in all tabs. @returns {State} */
  get state() {
    return this.#state;
  }

  /** Whether this tab holds the stream. */
  get leading() {
    return this.#group?.leading ?? false;
  }

  /**
   * Follows a room: the newest `rewind` events (≤ 500, by default none), or everything after the position `after`, then all
   * that comes. Each room once; at most 100 of them.
   * @param {string} room
   * With `notify` the stream only tells that there is news, and they are pulled within a random while: for rooms so large, or
   * so little looked at, that a second more does not matter.
   * @param {RoomHandlers & {rewind?: number, after?: string, notify?: boolean}} how
   * @returns {{room: string, readonly position: string | null, leave: () => void}}
   */
  join(room, how) {
    if (this.#closed) throw closedError();
    if (this.#readers.has(room)) throw new ParleyError("protocol", `room ${room} is followed already`);
    if (this.#readers.size >= LIMITS.rooms) throw new ParleyError("too-many-rooms", `at most ${LIMITS.rooms} rooms`);
    const { rewind = 0, after, notify = false, ...handlers } = how;
    const position = after === undefined ? null : parsePosition(after);
    if (after !== undefined && !position) throw new ParleyError("bad-cursor", "after is no position");
    const reader = new Reader(
      room,
      handlers,
      { rewind: Math.min(rewind, LIMITS.page), after: position, pulled: notify },
      (query, signal) => this.#http.json("GET", `/v1/rooms/${encodeURIComponent(room)}/messages?${query}`, undefined, signal).then((r) => r.body),
      {
        ready: () => this.#group?.changed(),
        ended: () => this.#forget(reader),
        refused: (e) => this.#stopped(e),
        nap: this.#nap,
        wait: (failures) => backoff(failures - 1, this.#timing, this.#random),
        within: (ms) => this.#random() * ms,
      },
    );
    this.#readers.set(room, reader);
    void reader.start();
    this.#form().catch((e) => this.#stopped(e));
    return {
      room,
      get position() {
        return reader.track.position && formatPosition(reader.track.position);
      },
      leave: () => {
        reader.close();
        this.#forget(reader);
      },
    };
  }

  /** @param {Reader} reader */
  #forget(reader) {
    if (this.#readers.get(reader.room) !== reader) return;
    this.#readers.delete(reader.room);
    this.#group?.changed();
  }

  /**
   * Publishes and tries again with the same id until the server has acknowledged or refused it, for 5 minutes. Messages of one
   * room are sent in the order of the calls. At most 500 wait; one more is refused with `too-many-pending`.
   * @param {string} room
   * @param {{data: any, type?: string, key?: string, ref?: number, ttlMs?: number, tier?: string, clientMsgId?: string}} message
   * @returns {Promise<LogEvent & {duplicate?: boolean}>} the event as it stands in the log
   * @throws {ParleyError} with the `clientMsgId` to try again with
   */
  async publish(room, message) {
    const body = { ...message, clientMsgId: message.clientMsgId ?? randomId() };
    if (this.#closed) throw Object.assign(closedError(), { clientMsgId: body.clientMsgId });
    let waiting = 0;
    for (const outbox of this.#outboxes.values()) waiting += outbox.waiting;
    if (waiting >= LIMITS.pending) {
      throw new ParleyError("too-many-pending", `${LIMITS.pending} messages are not acknowledged yet`, {
        retryable: true,
        clientMsgId: body.clientMsgId,
      });
    }
    const outbox = this.#outboxes.get(room) ?? this.#outbox(room);
    try {
      return await outbox.send(body);
    } finally {
      if (outbox.waiting === 0) this.#outboxes.delete(room);
    }
  }

  /** @param {string} room @returns {Outbox} */
  #outbox(room) {
    const path = `/v1/rooms/${encodeURIComponent(room)}/messages`;
    const outbox = new Outbox((body) => this.#http.json("POST", path, body), this.#timing, this.#random, this.#nap);
    this.#outboxes.set(room, outbox);
    return outbox;
  }

  /**
   * Tells everybody in a room something that is not worth a message. At most four a second of a kind go out: the newest, or
   * with `merge: "sum"` the sum of `data.n`. Needs no `join`. Nothing is tried again.
   * @param {string} room
   * @param {{type: string, data?: any, ttlMs?: number, merge?: "latest" | "sum"}} signal
   * @returns {Promise<boolean>} whether the server took it; false when it was busy, had enough, or could not be reached
   * @throws {ParleyError} when it is not allowed
   */
  async signal(room, signal) {
    if (this.#closed) throw closedError();
    const kind = `${room} ${signal.type} ${signal.merge ?? "latest"}`;
    let beacon = this.#beacons.get(kind);
    if (!beacon) {
      if (this.#beacons.size >= LIMITS.signals) return false;
      const path = `/v1/rooms/${encodeURIComponent(room)}/signals`;
      beacon = new Beacon((body) => this.#http.json("POST", path, body), this.#timing.signalMs, () => this.#beacons.delete(kind));
      this.#beacons.set(kind, beacon);
    }
    return beacon.send(signal);
  }

  /**
   * One page of a room's log. Tried three times.
   * @param {string} room
   * @param {{before?: string, after?: string, limit?: number, types?: string, signal?: AbortSignal}} [query]
   * @returns {Promise<{items: LogEvent[], epoch: string, first: number, head: number, next: string, hasMore: boolean, skipped?: any[]}>}
   */
  async history(room, query = {}) {
    const { signal, ...rest } = query;
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(rest)) if (value !== undefined) search.set(name, String(value));
    const path = `/v1/rooms/${encodeURIComponent(room)}/messages?${search}`;
    for (let failures = 1; ; failures++) {
      try {
        return (await this.#http.json("GET", path, undefined, signal)).body;
      } catch (e) {
        const error = /** @type {ParleyError} */ (e);
        if (!error.retryable || failures >= 3 || this.#closed) throw error;
        const own = backoff(failures - 1, this.#timing, this.#random);
        await this.#nap.sleep(Math.max(own, Math.min(error.retryAfterMs ?? 0, this.#timing.obeyMs)));
      }
    }
  }

  /**
   * A ticket, with which a native EventSource opens a stream of these rooms. With several rooms, what came last may come
   * again after a reconnect: drop what is not above the highest `seq` of its room and epoch.
   * @param {string[]} rooms
   * @returns {Promise<{ticket: string, expiresAt: number, url: string}>} `url` is good for `new EventSource(url)`, within 60 s
   */
  async ticket(rooms) {
    const { body } = await this.#http.json("POST", "/v1/stream-tickets", { rooms });
    const ticket = `ticket=${encodeURIComponent(body.ticket)}`;
    const names = rooms.map(encodeURIComponent);
    // On a stream of one room each event carries its id, so that nothing comes twice.
    const path = names.length === 1 ? `/v1/rooms/${names[0]}/events?` : `/v1/events?rooms=${names.join(",")}&`;
    return { ...body, url: this.#http.base + path + ticket };
  }

  /** Another token, of the same user, or another giver of tokens; a stopped connection is taken up again. @param {Options["token"]} token */
  setToken(token) {
    this.#tokens.set(token);
    this.connect();
  }

  /** Tries now what would be tried later, and goes on where it was stopped. */
  connect() {
    if (this.#closed) return;
    if (this.#state.phase === "stopped") this.#show({ phase: "connecting" });
    this.#nap.wake();
    if (this.#group) this.#group.kick();
    else if (this.#readers.size > 0) this.#form().catch((e) => this.#stopped(e));
  }

  /** Ends everything. What is not acknowledged yet fails with `closed`. */
  close() {
    if (this.#closed) return;
    this.#closed = true;
    for (const reader of this.#readers.values()) reader.close();
    this.#readers.clear();
    for (const outbox of this.#outboxes.values()) outbox.close();
    for (const beacon of this.#beacons.values()) beacon.close();
    this.#beacons.clear();
    for (const [name, target] of this.#wakeups()) target.removeEventListener(name, this.#woken);
    this.#group?.close();
    this.#nap.wake();
    this.#show({ phase: "idle" });
  }

  /** @param {unknown} e */
  #stopped(e) {
    if (this.#closed) return;
    const error = /** @type {any} */ (e);
    const code = e instanceof ParleyError ? e.code : "unauthenticated";
    this.#show({ phase: "stopped", problem: { ...error?.problem, code, title: error?.message ?? String(e), status: error?.status } });
  }

  /** @param {State} state */
  #show(state) {
    const was = this.#state;
    this.#state = state;
    if (state.phase === "live" && was.phase !== "live") this.#nap.wake();
    if (was.phase === state.phase && was.retryAt === state.retryAt && was.problem?.code === state.problem?.code) return;
    try {
      this.#options.onState?.(state);
    } catch (e) {
      console.error("parley: onState failed", e);
    }
  }

  /** @param {Signal} signal */
  #signalled(signal) {
    try {
      this.#options.onSignal?.(signal);
    } catch (e) {
      console.error("parley: onSignal failed", e);
    }
  }

  /** @param {State} state */
  #told(state) {
    // Rooms that are not ready yet are no reason to say that there is nothing to do.
    if (state.phase !== "idle" || this.#readers.size === 0) this.#show(state);
  }

  /** @returns {Promise<TabGroup>} */
  #form() {
    this.#forming ??= this.#formed().catch((e) => {
      this.#forming = null;
      throw e;
    });
    return this.#forming;
  }

  async #formed() {
    this.#show({ phase: "connecting" });
    const key = this.#options.shareKey ?? identity(await this.#firstToken());
    if (this.#closed) throw closedError();
    const locks = this.#options.locks ?? globalThis.navigator?.locks;
    const Channel = this.#options.BroadcastChannel ?? globalThis.BroadcastChannel;
    const share = (this.#options.share ?? true) && locks && Channel && key !== null;
    const signals = ["presence", "occupancy"].filter((signal) => /** @type {any} */ (this.#options)[signal]).map((signal) => `&${signal}=1`).join("");
    const name = `parley ${this.#http.base} ${key}${signals}`;
    /** @type {TabGroup} */
    let group;
    const to = {
      notices: (/** @type {Notice[]} */ notices) => group.notices(notices),
      state: (/** @type {State} */ state) => group.state(state),
      bytes: () => group.bytes(),
    };
    const wire = new Wire(this.#http, this.#timing, this.#random, to, signals);
    group = new TabGroup(name, wire, this.#readers, this.#timing, { state: (state) => this.#told(state), signal: (signal) => this.#signalled(signal) }, share ? { locks, channel: new Channel(name) } : null);
    this.#group = group;
    group.start();
    return group;
  }

  async #firstToken() {
    for (let failures = 0; ; failures++) {
      try {
        return await this.#tokens.get();
      } catch (e) {
        if (!(/** @type {any} */ (e).retryable) || this.#closed) throw e;
        await this.#nap.sleep(backoff(failures, this.#timing, this.#random));
      }
    }
  }

  /** @returns {[string, EventTarget][]} */
  #wakeups() {
    /** @type {[string, EventTarget][]} */
    const all = [];
    const page = globalThis.document;
    const world = globalThis.window;
    if (page) all.push(["visibilitychange", page], ["freeze", page], ["resume", page]);
    if (world) all.push(["online", world], ["pagehide", world], ["pageshow", world]);
    return all;
  }

  #woken = (/** @type {any} */ event) => {
    if (event.type === "freeze" || event.type === "pagehide") this.#group?.stop();
    else if (event.type === "resume" || event.type === "pageshow") this.#group?.start();
    if (event.type === "online" || (event.type === "visibilitychange" && !hidden())) {
      this.#group?.check();
      this.connect();
    }
  };
}

/**
 * What a token says about who it is for and what he may do, which is what tabs must have in common to share a stream.
 * @param {string} token
 * @returns {string | null} null when it cannot be told
 */
function identity(token) {
  try {
    const part = token.split(".")[1].replace(/-/g, "+").replace(/_/g, "/");
    const bytes = Uint8Array.from(atob(part), (c) => c.charCodeAt(0));
    const claims = JSON.parse(new TextDecoder().decode(bytes));
    for (const name of ["exp", "iat", "nbf", "jti", "name"]) delete claims[name];
    return JSON.stringify(Object.entries(claims).sort(([a], [b]) => (a < b ? -1 : 1)));
  } catch {
    return null;
  }
}
