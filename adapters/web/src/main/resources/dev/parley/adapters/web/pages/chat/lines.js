// Rows of the log: what an event looks like. Text gets into the page by textContent alone.

const GROUP_MS = 5 * 60_000;
const TONES = 8;

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const calendar = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });

/** @param {string} tag @param {string} className @param {string} [text] */
export function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** The same for the same name, in every browser. @param {string} name */
function tone(name) {
  let hash = 7;
  for (let i = 0; i < name.length; i++) hash = (hash * 31 + name.charCodeAt(i)) >>> 0;
  return `tone-${((hash ^ (hash >>> 7)) >>> 0) % TONES}`;
}

const dayOf = (ts) => new Date(ts).toDateString();

/**
 * @typedef {{key: string, seq: number, element: HTMLElement, kind: "said" | "notice", sender: string, ts: number}} Row
 */

/** @param {any} data @returns {string | null} */
function textOf(data) {
  if (typeof data === "string") return data;
  return data !== null && typeof data === "object" && typeof data.text === "string" ? data.text : null;
}

/** @param {any} event @param {string} me @returns {Row} */
export function rowOf(event, me) {
  if (event.type.startsWith("room.")) return systemRow(event);
  return event.type === "gift" ? giftRow(event) : saidRow(event, me);
}

/** What somebody gives, in a few words. @param {any} event */
export const giftText = (event) => (textOf(event.data) ?? "something").slice(0, 80);

/** @param {any} event @returns {Row} */
function giftRow(event) {
  const row = noticeRow(event.seq, "", "gift", event.ts);
  const who = element("bdi", `giver ${tone(event.sender)}`, event.senderName ?? event.sender);
  who.title = event.sender;
  row.element.querySelector(".said")?.append(who, ` gives ${giftText(event)}`);
  row.key = `${event.epoch}:${event.seq}`;
  row.element.prepend(time(event));
  return row;
}

/** @param {any} event @param {string} me @returns {Row} */
function saidRow(event, me) {
  const name = event.senderName ?? event.sender;
  const line = element("li", `line ${tone(event.sender)}${event.sender === me ? " mine" : ""}`);
  const body = element("div", "body");
  const text = textOf(event.data);
  const who = element("bdi", "who", name);
  who.title = event.sender;
  const shown = event.deleted ? "(deleted)" : (text ?? `${event.type} ${JSON.stringify(event.data)}`);
  const said = element("div", text === null ? "said raw" : "said", shown);
  said.dir = "auto";
  body.append(who, said);
  line.append(time(event), body);
  return { key: `${event.epoch}:${event.seq}`, seq: event.seq, element: line, kind: "said", sender: event.sender, ts: event.ts };
}

/** @param {any} event */
function time(event) {
  const when = /** @type {HTMLTimeElement} */ (element("time", "when", clock.format(event.ts)));
  when.dateTime = new Date(event.ts).toISOString();
  when.title = `${exact.format(event.ts)}, no. ${event.seq}`;
  return when;
}

const HAPPENED = {
  "room.created": "made this room",
  "room.updated": "changed the room’s settings",
  "room.attributes": "changed what the room holds",
  "room.message.edited": "edited a message",
  "room.message.deleted": "deleted a message",
  "room.destroyed": "ended this room",
};

/** @param {any} event @returns {Row} */
function systemRow(event) {
  const who = event.sender === "@server" ? "The server" : (event.senderName ?? event.sender);
  const row = noticeRow(event.seq, `${who} ${HAPPENED[event.type] ?? `caused ${event.type}`}.`, "", event.ts);
  row.key = `${event.epoch}:${event.seq}`;
  row.element.prepend(time(event));
  return row;
}

/** @param {number} seq @param {string} text @param {string} className @param {number} [ts] @returns {Row} */
export function noticeRow(seq, text, className, ts = 0) {
  const line = element("li", `line notice-line ${className}`);
  const body = element("div", "body");
  body.append(element("div", "said", text));
  if (ts === 0) line.append(element("span", "when"));
  line.append(body);
  return { key: `notice ${seq} ${text}`, seq, element: line, kind: "notice", sender: "", ts };
}

/** @param {number} count */
const missedText = (count) => `You missed ${count.toLocaleString()} ${count === 1 ? "line" : "lines"}.`;

/** The server has left something out, because this page takes less than the room has. @param {{seq: number, missed: number}} item @returns {Row} */
export function missedRow(item) {
  const row = noticeRow(item.seq, missedText(item.missed), "missed");
  row.element.title = "They came faster than this page could take them. All of them are in the log.";
  return row;
}

/** More of the same stretch. @param {Row} row @param {{seq: number, missed: number}} item */
export function missedMore(row, item) {
  row.seq = item.seq;
  const said = row.element.querySelector(".said");
  if (said) said.textContent = missedText(item.missed);
}

/** What a row shows depends on the one above: the name, the day. @param {Row} row @param {Row | undefined} above */
export function relate(row, above) {
  const day = row.ts > 0 && (above?.ts ? dayOf(above.ts) !== dayOf(row.ts) : !above);
  const follows = above && above.kind === "said" && above.sender === row.sender && row.ts - above.ts < GROUP_MS && !day;
  if (row.kind === "said") row.element.classList.toggle("head", !follows);
  const label = row.element.querySelector(".day");
  if (day && !label) row.element.prepend(element("div", "day", calendar.format(row.ts)));
  else if (!day && label) label.remove();
}

/** An own line that is not acknowledged yet. @param {string} me @param {string} name @param {string} text */
export function pendingLine(me, name, text) {
  const line = element("li", `line mine ${tone(me)}`);
  const body = element("div", "body");
  const said = element("div", "said", text);
  said.dir = "auto";
  body.append(element("bdi", "who", name), said);
  line.append(element("span", "when", "sending"), body);
  return line;
}
