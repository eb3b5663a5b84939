// One room on the screen: its timeline, its own lines on their way, and what the connection does.
import { Parley } from "/parley.js";
import { giftText, pendingLine } from "./lines.js";
import { GIFT_MS, Gifts, Hearts, Typing } from "./live.js";
import { Timeline } from "./timeline.js";

/** Own lines that are not acknowledged. More are refused at the keyboard. */
const PENDING = 100;

const part = (id) => /** @type {any} */ (document.getElementById(id));

/** @param {any} gap */
function tearText(gap) {
  if (gap.reason === "cursor-expired") {
    const lines = gap.to - gap.from + 1;
    return lines === 1 ? `Line ${gap.from} is no longer kept.` : `Lines ${gap.from} to ${gap.to} are no longer kept.`;
  }
  if (gap.reason === "epoch-changed") return "This room has begun anew. What stood here belonged to an earlier log.";
  return "The server’s log is not the one we knew. What stood here may not have been kept.";
}

/** Spoken at most every two seconds, so that a busy room does not talk without end. */
class Speech {
  #region = part("spoken");
  #waiting = [];
  #timer = 0;

  /** @param {string} text */
  say(text) {
    this.#waiting.push(text);
    if (this.#waiting.length > 20) this.#waiting.splice(0, 10);
    if (!this.#timer) this.#timer = setTimeout(() => this.#now(), 2_000);
  }

  #now() {
    this.#timer = 0;
    const texts = this.#waiting.splice(0);
    this.#region.textContent = texts.length > 3 ? `${texts.length} new lines` : texts.join(". ");
  }
}

export class Room {
  /**
   * @param {string} room
   * @param {{user: string, name: string, token: any}} me
   * @param {{tokenRefused: () => void}} to
   */
  constructor(room, me, to) {
    this.room = room;
    this.#me = me;
    this.#to = to;
    this.client = new Parley({ token: me.token, onState: (state) => this.#state(state) });
    this.#timeline = new Timeline(
      { scroller: part("scroller"), list: part("lines"), start: part("start") },
      {
        me: me.user,
        history: (query) => this.client.history(room, query),
        unread: (count) => this.#unread(count),
        connected: () => this.client.state.phase === "live",
        shown: (items) => this.#shown(items),
        problem: (e) => this.#notice(`Older lines could not be read: ${/** @type {any} */ (e).message}. Scroll to try again.`),
        tearText,
      },
    );
    this.#hearts = new Hearts((n) => this.client.signal(room, { type: "heart", data: { n }, merge: "sum" }));
    this.#typing = new Typing(me.user, () => this.client.signal(room, { type: "typing", ttlMs: 5_000 }));
    for (const id of ["empty", "closed", "notice"]) part(id).hidden = true;
    part("pending").replaceChildren();
    this.#enabled(true);
    this.client.join(room, {
      rewind: 60,
      onOpen: ({ head }) => (part("empty").hidden = head > 0),
      onEvent: (event, { replayed }) => this.#event(event, replayed),
      onGap: (gap) => this.#gap(gap),
      onDropped: (dropped) => this.#dropped(dropped),
      onSignal: (signal) => this.#signal(signal),
      onClosed: (end) => this.#closed(end),
    });
    this.#ticking = setInterval(() => this.#tick(), 1_000);
  }

  #me;
  #to;
  #timeline;
  #hearts;
  #typing;
  #gifts = new Gifts();
  #speech = new Speech();
  /** @type {Map<string, {line: HTMLElement, seq: number, since: number}>} */
  #pending = new Map();
  #ticking;
  #missedTitle = 0;

  close() {
    clearInterval(this.#ticking);
    for (const shown of [this.#timeline, this.#hearts, this.#typing, this.#gifts]) shown.close();
    this.client.close();
    part("newest").hidden = true;
    document.title = "Parley";
  }

  /** @param {boolean} visible */
  looked(visible) {
    if (visible) this.#timeline.back();
    else this.#timeline.leave();
    this.#title();
  }

  jump() {
    return this.#timeline.jump();
  }

  // What comes

  /** @param {any} event @param {boolean} replayed */
  #event(event, replayed) {
    part("empty").hidden = true;
    this.#timeline.add(event);
    this.#typing.said(event.sender);
    if (event.type === "gift" && !replayed) this.#gifts.came(event.senderName ?? event.sender, giftText(event));
    if (document.hidden) this.#title();
    if (replayed || event.sender === this.#me.user) return;
    const name = event.senderName ?? event.sender;
    const text = typeof event.data?.text === "string" ? event.data.text : event.type;
    this.#speech.say(event.type === "gift" ? `${name} gives ${giftText(event)}` : `${name}: ${text.slice(0, 200)}`);
  }

  /** @param {any} gap */
  #gap(gap) {
    this.#timeline.gap(gap);
    this.#speech.say(tearText(gap));
  }

  /** What is worthless by now, or was replaced by something newer, is not missed. @param {any} dropped */
  #dropped(dropped) {
    if (dropped.reason === "slow") this.#timeline.missed(dropped);
  }

  /** @param {any} signal */
  #signal(signal) {
    if (signal.type === "heart") this.#hearts.came(Number(signal.data?.n ?? 1));
    else if (signal.type === "typing") this.#typing.came(signal);
  }

  /** @param {any} end */
  #closed(end) {
    const texts = {
      forbidden: ["You cannot enter this room.", "It does not exist, or you may not read it."],
      banned: ["You have been banned from this room.", "Whoever looks after it can lift that."],
      removed: ["You have been removed from this room.", ""],
      kicked: ["You have been sent out of this room.", "You may enter it again."],
      destroyed: ["This room has ended.", ""],
    };
    const [title, text] = texts[end.reason] ?? ["This room cannot be read.", end.problem?.detail ?? end.reason];
    part("closed-title").textContent = title;
    part("closed-text").textContent = text;
    part("closed").hidden = false;
    part("empty").hidden = true;
    this.#enabled(false);
  }

  /** Rows that are on the screen now take the place of own lines on their way. @param {any[]} items */
  #shown(items) {
    if (this.#pending.size === 0) return;
    for (const item of items) if (item.sender === this.#me.user) this.#settle(item.clientMsgId);
  }

  /** @param {string} id */
  #settle(id) {
    this.#pending.get(id)?.line.remove();
    this.#pending.delete(id);
    this.#relatePending();
  }

  #relatePending() {
    [...part("pending").children].forEach((line, i) => line.classList.toggle("head", i === 0));
  }

  // What goes

  /** @param {boolean} enabled */
  #enabled(enabled) {
    for (const id of ["text", "send", "heart", "gift"]) part(id).disabled = !enabled;
  }

  wrote() {
    this.#typing.wrote();
  }

  heart() {
    void this.#hearts.give();
  }

  /** It is worth nothing later: nobody is sent it after its time. */
  gift() {
    if (this.client.state.phase !== "live") return this.#notice("A gift cannot wait until the connection is back.");
    this.client
      .publish(this.room, { type: "gift", data: { text: "a bouquet" }, ttlMs: GIFT_MS })
      .catch((e) => this.#notice(`The gift was not sent: ${e.message}.`));
  }

  /** @param {string} text @returns {boolean} whether it was taken */
  say(text) {
    if (this.#pending.size >= PENDING) {
      this.#notice(`${PENDING} lines are still on their way. Please wait until some of them have arrived.`);
      return false;
    }
    this.#typing.sent();
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`;
    const line = pendingLine(this.#me.user, this.#me.name, text);
    this.#pending.set(id, { line, seq: 0, since: Date.now() });
    part("pending").append(line);
    part("empty").hidden = true;
    this.#relatePending();
    void this.#timeline.jump();
    void this.#send(id, text);
    return true;
  }

  /** @param {string} id @param {string} text */
  async #send(id, text) {
    try {
      await this.client.publish(this.room, { clientMsgId: id, data: { text } });
      const pending = this.#pending.get(id);
      if (!pending) return;
      pending.line.classList.add("sent");
      pending.line.classList.remove("late");
      if (!this.#timeline.following) this.#settle(id);
    } catch (e) {
      this.#failed(id, text, /** @type {any} */ (e));
    }
  }

  /** @param {string} id @param {string} text @param {any} e */
  #failed(id, text, e) {
    const pending = this.#pending.get(id);
    if (!pending || e.code === "closed") return;
    const { line } = pending;
    line.classList.add("failed");
    const why = document.createElement("div");
    why.className = "why";
    const reason = document.createElement("span");
    reason.textContent = e.code === "gave-up" ? "Not acknowledged." : `Not sent: ${e.message}`;
    why.append(reason, button("Try again", () => {
      why.remove();
      line.classList.remove("failed");
      pending.since = Date.now();
      void this.#send(id, text);
    }), button("Discard", () => this.#settle(id)));
    line.querySelector(".body")?.append(why);
    this.#speech.say("A line was not sent");
  }

  /** @param {string} text */
  #notice(text) {
    part("notice").textContent = text;
    part("notice").hidden = false;
    setTimeout(() => (part("notice").hidden = true), 8_000);
  }

  // What is told about it all

  #title() {
    const missed = document.hidden ? this.#timeline.missed : 0;
    if (missed === this.#missedTitle && document.title.includes(this.room)) return;
    this.#missedTitle = missed;
    document.title = `${missed > 0 ? `(${missed > 999 ? "999+" : missed}) ` : ""}#${this.room} · Parley`;
  }

  /** @param {number} count */
  #unread(count) {
    const pill = part("newest");
    pill.hidden = this.#timeline.following || count === 0;
    pill.textContent = `↓ ${count.toLocaleString()} new`;
    pill.setAttribute("aria-label", `${count} new lines: go to the newest`);
  }

  /** @param {import("/parley.js").State} state */
  #state(state) {
    const { code, status } = state.problem ?? {};
    if (state.phase === "stopped" && (status === 401 || code === "token-expired" || code === "unauthenticated")) this.#to.tokenRefused();
    this.#show(state);
    if (state.phase === "live") this.#speech.say("Connected");
    else if (state.phase === "waiting") this.#speech.say("Connection lost");
  }

  /** @param {import("/parley.js").State} state */
  #show(state) {
    const away = navigator.onLine === false && state.phase !== "live";
    const phase = away ? "offline" : state.phase;
    document.body.dataset.phase = phase;
    const seconds = Math.max(1, Math.ceil(((state.retryAt ?? 0) - Date.now()) / 1000));
    const texts = {
      idle: "",
      connecting: "Connecting …",
      live: "Live",
      waiting: `Reconnecting in ${seconds} s`,
      stopped: state.problem?.title ?? "Stopped",
      offline: "Offline",
    };
    const text = texts[phase];
    if (part("state-text").textContent !== text) part("state-text").textContent = text;
    part("retry").hidden = phase !== "waiting" && phase !== "stopped";
    part("retry").textContent = phase === "stopped" ? "Try again" : "Now";
    part("state").title = state.problem?.title ?? "";
    part("text").placeholder = part("text").disabled ? "" : phase === "live" ? `Say something in #${this.room}` : "Lines you write now are sent later";
  }

  #tick() {
    this.#show(this.client.state);
    for (const pending of this.#pending.values()) {
      if (Date.now() - pending.since > 1_000 && !pending.line.classList.contains("sent")) pending.line.classList.add("late");
    }
    if (document.hidden) this.#title();
  }
}

/** @param {string} text @param {() => void} act */
function button(text, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}
