/** A client for Parley, for browsers and for Node 18 or newer. */

/** Bounds; what happens at each is told where it is used. */
export const LIMITS: Readonly<{
  /** Rooms of one stream, and so of all tabs that share it. */
  rooms: number;
  /** Messages of one client that are not yet acknowledged. */
  pending: number;
  /** Kinds of signals (a room and a type) that wait for their turn. */
  signals: number;
  /** Tabs that share one stream. */
  tabs: number;
  /** Characters of one event on the wire. */
  eventChars: number;
  /** Events of a page read to fill a hole. */
  page: number;
}>;

export interface Position {
  epoch: string;
  seq: number;
}

/** @returns null when the text is no position */
export function parsePosition(text: string | null | undefined): Position | null;
/** @returns `epoch:seq`, which is the `id` of an event and a cursor of its room */
export function formatPosition(position: Position): string;

/** What went wrong, by the server's code or one of `network`, `timeout`, `token`, `unauthenticated`, `closed`, `too-many-pending`, `gave-up`, `protocol`. */
export class ParleyError extends Error {
  readonly code: string;
  /** HTTP status, 0 when there was no answer. */
  readonly status: number;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  readonly problem?: Problem;
  /** With a publish: the id to try again with. */
  readonly clientMsgId?: string;
  constructor(
    code: string,
    message: string,
    more?: {
      status?: number;
      retryable?: boolean;
      retryAfterMs?: number;
      problem?: Record<string, any>;
      clientMsgId?: string;
      cause?: unknown;
    },
  );
}

/** Reads `text/event-stream`, cut anywhere, as the HTML standard describes it. */
export class EventStreamParser {
  constructor(to: {
    block: (block: { event: string; data: string; id: string | undefined }) => void;
    retry?: (ms: number) => void;
  });
  /** @throws ParleyError when an event is larger than any the server sends */
  feed(bytes: Uint8Array): void;
}

export interface Problem {
  code: string;
  title?: string;
  detail?: string;
  status?: number;
  retryable?: boolean;
  [more: string]: any;
}

export interface LogEvent<Data = any> {
  room: string;
  epoch: string;
  seq: number;
  type: string;
  tier?: string;
  sender: string;
  senderName?: string;
  clientMsgId?: string;
  /** The store's clock, in ms. */
  ts: number;
  ref?: number;
  /** What the message is a value of. */
  key?: string;
  data: Data;
}

export interface Gap {
  room: string;
  epoch: string;
  from: number;
  to: number;
  first: number;
  head: number;
  reason: "cursor-expired" | "epoch-changed" | "cursor-ahead" | "bad-cursor" | (string & {});
  action: "reload" | (string & {});
}

export interface Dropped {
  room: string;
  epoch: string;
  tier?: string;
  from: number;
  to: number;
  count: number;
  reason: "slow" | "expired" | "superseded" | (string & {});
}

export interface Presence {
  room: string;
  joins: { user: string; name?: string }[];
  leaves: { user: string; cause: string }[];
  /** Users in the room. */
  count: number;
  /** Others came or went that are not named. */
  more: boolean;
}

export interface Occupancy {
  room: string;
  /** Sessions. */
  count: number;
  users: number;
}

export interface Signal<Data = any> {
  /** Absent: to this user, from a backend. */
  room?: string;
  type: string;
  /** Absent in a sum of several senders. */
  sender?: string;
  senderName?: string;
  /** `{n}` of a sum. */
  data: Data;
  /** How long it is worth something. */
  ttlMs: number;
}

export interface Closed {
  room: string;
  reason: string;
  retryable: boolean;
  problem?: Problem;
}

/** What the connection is doing: that of the leading tab, in all tabs that share it. */
export interface State {
  phase: "idle" | "connecting" | "live" | "waiting" | "stopped";
  /** While waiting: when it tries again, in ms since 1970. */
  retryAt?: number;
  /** Why it is waiting or has stopped. */
  problem?: Problem;
}

export interface RoomHandlers {
  /** Each event once and in order. `replayed`: read from the history. */
  onEvent?(event: LogEvent, how: { replayed: boolean }): void;
  /** Once, before the first event. */
  onOpen?(at: { room: string; epoch: string; head: number; first?: number }): void;
  /** A replay has reached the head named at the start of the stream. */
  onCaughtUp?(at: { room: string; epoch: string; seq: number }): void;
  /** What lies between the last event and the next cannot be had. With `reload`: drop what you hold and read the newest page. */
  onGap?(gap: Gap): void;
  /** The server left these out. */
  onDropped?(dropped: Dropped): void;
  /** With the option `presence`: who comes and goes, once a second at most. May be lost. */
  onPresence?(presence: Presence): void;
  /** With the option `occupancy`: how many are there. May be lost. */
  onOccupancy?(occupancy: Occupancy): void;
  /** Typing, hearts. May be lost. */
  onSignal?(signal: Signal): void;
  /** Nothing follows; join again if it makes sense. */
  onClosed?(end: Closed): void;
}

export interface Options {
  /** A token, or who gives one: asked at first and whenever the server refuses the last one. */
  token: string | ((why: { reason: "first" | "refused"; problem?: Problem }) => string | Promise<string>);
  /** The server, `https://chat.example.org`; by default the page's own origin. */
  url?: string;
  /** Whether tabs share one stream. On where the browser can: Web Locks need https or localhost. */
  share?: boolean;
  /** Tabs with the same key share; by default what the token says about the user and his rights. */
  shareKey?: string;
  /** Whether to ask for who comes and goes, in all rooms. Tabs that ask for other things do not share a stream. */
  presence?: boolean;
  /** Whether to ask for how many are there, in all rooms. */
  occupancy?: boolean;
  /** What a backend tells this user, beside all rooms. May be lost. */
  onSignal?(signal: Signal): void;
  onState?(state: State): void;
  fetch?: typeof globalThis.fetch;
  /** By default `navigator.locks`. */
  locks?: any;
  /** By default the browser's. */
  BroadcastChannel?: any;
  random?: () => number;
  /** Waits in ms, for tests. */
  timing?: Record<string, number>;
}

export interface Message {
  data: any;
  type?: string;
  ref?: number;
  /** What the message is a value of: with `overflow: latest` a newer one replaces it for those who fall behind. */
  key?: string;
  ttlMs?: number;
  tier?: string;
  /** Made by the client when absent. */
  clientMsgId?: string;
}

export interface Page {
  items: LogEvent[];
  epoch: string;
  first: number;
  head: number;
  /** Goes on in the direction asked for. */
  next: string;
  hasMore: boolean;
  skipped?: { from: number; to: number; count: number; reason: string }[];
}

export interface Subscription {
  readonly room: string;
  /** Of the newest event given; good for `after` of a later `join`. */
  readonly position: string | null;
  leave(): void;
}

/** A connection to one server for one user. */
export class Parley {
  constructor(options: Options);
  readonly state: State;
  /** Whether this tab holds the stream. */
  readonly leading: boolean;
  /**
   * Follows a room: the newest `rewind` events (≤ 500, by default none), or everything after the position `after`, then all
   * that comes. Each room once; at most 100 of them. With `notify` the stream only tells that there is news, and they are pulled
   * within a random while: for rooms so large, or so little looked at, that a second more does not matter.
   */
  join(room: string, how: RoomHandlers & { rewind?: number; after?: string; notify?: boolean }): Subscription;
  /**
   * Publishes and tries again with the same id until the server has acknowledged or refused it, for 5 minutes. Messages of
   * one room are sent in the order of the calls. At most 500 wait; one more is refused with `too-many-pending`.
   * @returns the event as it stands in the log
   * @throws ParleyError with the `clientMsgId` to try again with
   */
  publish(room: string, message: Message): Promise<LogEvent & { duplicate?: boolean }>;
  /**
   * Tells everybody in a room something that is not worth a message. At most four a second of a kind go out: the newest, or
   * with `merge: "sum"` the sum of `data.n`. Needs no `join`. Nothing is tried again.
   * @returns whether the server took it; false when it was busy, had enough, or could not be reached
   * @throws ParleyError when it is not allowed
   */
  signal(
    room: string,
    signal: { type: string; data?: any; ttlMs?: number; merge?: "latest" | "sum" },
  ): Promise<boolean>;
  /** One page of a room's log. Tried three times. */
  history(
    room: string,
    query?: { before?: string; after?: string; limit?: number; types?: string; signal?: AbortSignal },
  ): Promise<Page>;
  /** A ticket with which a native EventSource opens a stream: `new EventSource(url)`, within 60 s. */
  ticket(rooms: string[]): Promise<{ ticket: string; expiresAt: number; url: string }>;
  /** Another token, of the same user, or another giver of tokens; a stopped connection is taken up again. */
  setToken(token: Options["token"]): void;
  /** Tries now what would be tried later, and goes on where it was stopped. */
  connect(): void;
  /** Ends everything. What is not acknowledged yet fails with `closed`. */
  close(): void;
}
