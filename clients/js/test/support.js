// What the tests share.
import { Parley } from "../parley.js";

/** Waits that fit tests. The server's own words (`retry:`, `Retry-After`) are honoured all the same. */
export const QUICK = {
  backoffMs: 60,
  backoffMaxMs: 500,
  stableMs: 300,
  helloMs: 2_000,
  slackMs: 100,
  requestMs: 2_000,
  beatMs: 100,
  silenceMs: 600,
  wantMs: 300,
  goneMs: 3_000,
  gatherMs: 30,
};

/**
 * @template T
 * @param {() => T | Promise<T>} condition
 * @param {string} what
 * @returns {Promise<T>} as soon as it is truthy
 */
export async function until(condition, what, ms = 10_000) {
  const end = Date.now() + ms;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${typeof what === "function" ? what() : what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A client that notes what it is told. */
export class Listener {
  /** @param {string} url @param {import("../parley.js").Options["token"]} token @param {object} [options] */
  constructor(url, token, options = {}) {
    this.client = new Parley({
      url,
      token,
      share: false,
      onState: (state) => this.states.push({ ...state, at: Date.now() }),
      ...options,
      timing: { ...QUICK, ...options.timing },
    });
  }

  states = [];
  /** Everything told, per room, in order. @type {Map<string, any[]>} */
  told = new Map();

  join(room, how = {}) {
    const told = this.told.get(room) ?? [];
    this.told.set(room, told);
    return this.client.join(room, {
      onEvent: (event, { replayed }) => told.push({ event, replayed }),
      onOpen: (open) => told.push({ open }),
      onGap: (gap) => told.push({ gap }),
      onDropped: (dropped) => told.push({ dropped }),
      onClosed: (closed) => told.push({ closed }),
      ...how,
    });
  }

  of(room, kind) {
    return (this.told.get(room) ?? []).filter((told) => kind in told).map((told) => told[kind]);
  }

  texts(room) {
    return this.of(room, "event").map((event) => event.data.text);
  }

  seqs(room) {
    return this.of(room, "event").map((event) => event.seq);
  }

  live() {
    return until(() => this.client.state.phase === "live", () => `live, but it is ${JSON.stringify(this.client.state)}`);
  }
}

export const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
