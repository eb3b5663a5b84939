// The rows on the screen: a window of the log, at most MAX rows, that follows its end or stays where it is read.
import { formatPosition, parsePosition } from "/parley.js";
import { missedMore, missedRow, noticeRow, relate, rowOf } from "./lines.js";

/** Rows in the page, and live events held back while the page is hidden or read further up. */
const MAX = 400;
/** Rows are added at most that often, in ms: many lines a second come in groups. */
const CALM = 40;
/** Events fetched at a time. */
const PAGE = 60;
/** How near to an edge, in pixels, more is fetched. */
const NEAR = 900;
/** How long nothing is fetched after that has failed, in ms. */
const PAUSE = 3_000;
/** How near to the end counts as there. */
const AT_END = 48;

/** @typedef {import("./lines.js").Row} Row */

export class Timeline {
  /**
   * @param {{scroller: HTMLElement, list: HTMLElement, start: HTMLElement}} parts
   * @param {{me: string, history: (query: object) => Promise<any>, unread: (count: number) => void, connected: () => boolean,
   *   shown: (events: any[]) => void, problem: (e: unknown) => void, tearText: (gap: any) => string}} to
   */
  constructor({ scroller, list, start }, to) {
    this.#scroller = scroller;
    this.#list = list;
    this.#start = start;
    this.#to = to;
    this.#onScroll = () => this.#scrolled();
    scroller.addEventListener("scroll", this.#onScroll, { passive: true });
    this.#sizes = new ResizeObserver(() => this.#atEnd && this.#toEnd());
    this.#sizes.observe(scroller);
    for (const child of scroller.children) this.#sizes.observe(child);
  }

  #scroller;
  #list;
  #start;
  #to;
  #onScroll;
  #sizes;
  /** @type {Row[]} */
  #rows = [];
  /** Newest live events, also those not shown. @type {any[]} */
  #recent = [];
  /** Everything up to here has left `recent`. */
  #evicted = 0;
  /** Whether the last row is the newest event there is. */
  #attached = true;
  #atEnd = true;
  #unread = 0;
  /** Whether the next row that is added is the first one that was not seen. */
  #away = false;
  #older = true;
  #loading = false;
  #pausedUntil = 0;
  #frame = 0;
  #drawn = 0;
  #gone = false;
  #epoch = "";

  close() {
    this.#gone = true;
    this.#scroller.removeEventListener("scroll", this.#onScroll);
    this.#sizes.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#list.replaceChildren();
    this.#start.hidden = true;
  }

  get size() {
    return this.#rows.length;
  }

  // What comes in

  /** @param {any} event */
  add(event) {
    this.#epoch = event.epoch;
    this.#keep(event);
    this.#later();
  }

  /** @param {any} gap */
  gap(gap) {
    if (gap.reason !== "cursor-expired") {
      this.#clear();
      this.#older = false;
      this.#start.hidden = true;
    }
    this.#epoch = gap.epoch;
    this.#keep({ tear: this.#to.tearText(gap), seq: gap.reason === "cursor-expired" ? gap.to : 0 });
    this.#later();
    if (gap.reason !== "cursor-expired" && gap.head > 0) void this.#newestPage(true);
  }

  /** Lines that the server has left out: one mark for all of them between two lines. @param {{count: number, to: number}} dropped */
  missed({ count, to }) {
    const last = this.#recent[this.#recent.length - 1];
    if (!last?.missed) this.#keep({ missed: count, seq: to });
    else {
      last.missed += count;
      last.seq = Math.max(last.seq, to);
      if (last.row) missedMore(last.row, last);
    }
    this.#later();
  }

  /** @param {any} item */
  #keep(item) {
    this.#recent.push(item);
    if (this.#recent.length > MAX) this.#evicted = this.#recent.shift().seq;
  }

  #later() {
    // Hidden pages get no frames: what comes meanwhile waits in `recent`, which is bounded.
    if (!this.#frame) this.#frame = requestAnimationFrame((now) => this.#draw(now));
  }

  /** @param {number} now */
  #draw(now) {
    this.#frame = 0;
    if (this.#gone) return;
    if (now - this.#drawn < CALM) return this.#later();
    this.#drawn = now;
    this.#flush();
  }

  #flush() {
    const last = this.#lastSeq();
    const missed = this.#evicted > last;
    const fresh = this.#recent.filter((item) => item.seq > last || (item.tear && item.seq === 0 && this.#rows.length === 0));
    if (!this.#attached) return this.#count();
    if (missed && this.#atEnd) {
      this.#clearRows();
      this.#append(this.#recent);
    } else if (missed || (!this.#atEnd && this.#rows.length + fresh.length > MAX)) {
      this.#attached = false;
      return this.#count();
    } else this.#append(fresh);
    if (this.#atEnd) {
      this.#trimTop(false);
      this.#toEnd();
    }
    this.#count();
    if (this.#scroller.scrollTop < NEAR) this.#moreAbove();
  }

  #lastSeq() {
    return this.#rows.length > 0 ? this.#rows[this.#rows.length - 1].seq : 0;
  }

  /** @param {any[]} items */
  #append(items) {
    if (items.length === 0) return;
    const added = document.createDocumentFragment();
    for (const item of items) {
      const row = this.#row(item);
      relate(row, this.#rows[this.#rows.length - 1]);
      if (this.#away && row.kind === "said") this.#markFresh(row);
      this.#rows.push(row);
      added.append(row.element);
    }
    this.#list.append(added);
    this.#to.shown(items);
  }

  /** @param {any} item @returns {Row} */
  #row(item) {
    if (item.tear) return noticeRow(item.seq, item.tear, "tear");
    if (item.missed) return (item.row = missedRow(item));
    return rowOf(item, this.#to.me);
  }

  /** @param {Row} row */
  #markFresh(row) {
    this.#away = false;
    this.#list.querySelector(".fresh")?.classList.remove("fresh");
    row.element.classList.add("fresh");
  }

  /** The reader has turned to something else: what comes from now on is new to him. */
  leave() {
    this.#away = true;
    this.#seenSeq = Math.max(this.#lastSeq(), this.#recent[this.#recent.length - 1]?.seq ?? 0);
    this.#hidden = true;
  }

  back() {
    this.#hidden = false;
    this.#later();
  }

  #hidden = false;
  #seenSeq = 0;

  #count() {
    const newest = this.#recent[this.#recent.length - 1]?.seq ?? 0;
    if (this.#atEnd && this.#attached && !this.#hidden) {
      this.#seenSeq = Math.max(newest, this.#lastSeq());
      this.#away = false;
    }
    const count = Math.max(0, newest - this.#seenSeq);
    if (count === this.#unread) return;
    this.#unread = count;
    this.#to.unread(count);
  }

  /** Lines that came while nothing is drawn. */
  get missed() {
    return Math.max(0, (this.#recent[this.#recent.length - 1]?.seq ?? 0) - this.#seenSeq);
  }

  // Scrolling

  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    const below = scrollHeight - scrollTop - clientHeight;
    const was = this.#atEnd;
    this.#atEnd = this.#attached && below < AT_END;
    if (was && !this.#atEnd) {
      this.#away = true;
      this.#seenSeq = this.#lastSeq();
    }
    if (this.#atEnd) this.#count();
    if (scrollTop < NEAR) this.#moreAbove();
    else if (!this.#attached && below < NEAR) void this.#newerPage();
  }

  /** Whether the reader is at the end of the log. */
  get following() {
    return this.#atEnd;
  }

  #toEnd() {
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  /** To the newest line, whatever is on the screen. */
  async jump() {
    if (!this.#attached) {
      this.#clearRows();
      this.#attached = true;
      this.#older = true;
      this.#away = false;
      if (this.#recent.length >= PAGE) this.#append(this.#recent);
      else await this.#newestPage(false);
    }
    this.#atEnd = true;
    this.#toEnd();
    this.#count();
  }

  #clear() {
    this.#clearRows();
    this.#recent = [];
    this.#evicted = 0;
    this.#attached = true;
    this.#seenSeq = 0;
  }

  #clearRows() {
    this.#rows = [];
    this.#list.replaceChildren();
    this.#older = true;
    this.#start.hidden = true;
  }

  /** What is on the screen stays where it is while rows above it come and go. @param {() => void} change */
  #holding(change) {
    const top = this.#scroller.scrollTop;
    const first = this.#rows.find((row) => row.element.offsetTop + row.element.offsetHeight > top);
    // What is read is the text: the row may lose its name and day when others come above it.
    const anchor = first?.element.querySelector(".said");
    const was = anchor?.getBoundingClientRect().top ?? 0;
    change();
    if (anchor?.isConnected) this.#scroller.scrollTop += anchor.getBoundingClientRect().top - was;
  }

  /** @param {boolean} hold */
  #trimTop(hold) {
    const excess = this.#rows.length - MAX;
    if (excess <= 0) return;
    const trim = () => {
      for (const row of this.#rows.splice(0, excess)) row.element.remove();
      relate(this.#rows[0], undefined);
      this.#older = true;
      this.#start.hidden = true;
    };
    if (hold) this.#holding(trim);
    else trim();
  }

  #trimBottom() {
    if (this.#rows.length <= MAX) return;
    for (const row of this.#rows.splice(MAX)) row.element.remove();
    this.#attached = this.#atEnd = false;
  }

  // Pages of the history

  /** @param {() => Promise<void>} load */
  async #alone(load) {
    if (this.#loading || this.#gone) return;
    this.#loading = true;
    try {
      await load();
    } catch (e) {
      this.#pausedUntil = Date.now() + PAUSE;
      if (!this.#gone) this.#to.problem(e);
    } finally {
      this.#loading = false;
    }
  }

  /** @param {number} first the oldest seq that is kept */
  #begins(first) {
    this.#older = false;
    this.#start.hidden = false;
    this.#start.textContent = first <= 1 ? "Here the log begins." : `Lines before no. ${first} are no longer kept.`;
  }

  #moreAbove() {
    if (this.#older && !this.#loading && this.#rows.length > 0 && Date.now() >= this.#pausedUntil && this.#to.connected()) void this.#olderPage();
  }

  async #olderPage() {
    await this.#alone(async () => {
      const first = this.#rows.find((row) => parsePosition(row.key));
      if (!first) {
        this.#older = false;
        return;
      }
      const page = await this.#to.history({ before: first.key, limit: PAGE }).catch((e) => {
        if (e.code !== "cursor-expired") throw e;
        return { items: [], hasMore: false, first: e.problem.first };
      });
      if (this.#gone || this.#rows.find((row) => parsePosition(row.key)) !== first) return;
      this.#holding(() => {
        this.#prepend(page.items);
        if (!page.hasMore) this.#begins(page.first);
      });
      this.#trimBottom();
    });
    // A page may be shorter than the screen.
    if (!this.#gone && this.#scroller.scrollTop < NEAR / 3 && this.#rows.length < MAX) this.#moreAbove();
  }

  /** @param {any[]} items */
  #prepend(items) {
    const added = document.createDocumentFragment();
    const rows = items.map((event) => rowOf(event, this.#to.me));
    rows.forEach((row, i) => {
      relate(row, rows[i - 1]);
      added.append(row.element);
    });
    const below = this.#rows[0];
    this.#rows.unshift(...rows);
    this.#list.prepend(added);
    if (below) relate(below, rows[rows.length - 1]);
  }

  #newerPage() {
    return this.#alone(async () => {
      const last = this.#lastSeq();
      const page = await this.#to
        .history({ after: formatPosition({ epoch: this.#epoch, seq: last }), limit: PAGE })
        .catch((e) => this.#expired(e, last));
      if (this.#gone || this.#attached || this.#lastSeq() !== last) return;
      this.#append(page.items);
      if (!page.hasMore) this.#attach();
      this.#trimTop(true);
      this.#count();
    });
  }

  /** What was to be read next has been trimmed meanwhile. @param {any} e @param {number} last */
  #expired(e, last) {
    if (e.code !== "cursor-expired") throw e;
    const { first, head } = e.problem;
    const tear = this.#to.tearText({ reason: "cursor-expired", from: last + 1, to: first - 1 });
    return { items: [{ tear, seq: first - 1 }], hasMore: head >= first };
  }

  /** The window has reached what came live: it is the end again, unless more came than is kept. */
  #attach() {
    const last = this.#lastSeq();
    if (this.#evicted > last) return;
    this.#attached = true;
    this.#append(this.#recent.filter((item) => item.seq > last));
  }

  /** @param {boolean} keepTop whether a notice stands at the top already */
  #newestPage(keepTop) {
    return this.#alone(async () => {
      const page = await this.#to.history({ limit: PAGE });
      if (this.#gone) return;
      const live = this.#recent.filter((item) => !item.tear);
      const below = live[0]?.seq ?? Infinity;
      const items = page.items.filter((event) => event.seq < below);
      const tear = keepTop ? this.#recent.find((item) => item.tear) : undefined;
      this.#clearRows();
      this.#epoch = page.epoch;
      this.#append([...(tear ? [tear] : []), ...items, ...live]);
      this.#older = page.hasMore ?? true;
      this.#atEnd = true;
      this.#toEnd();
      this.#count();
    });
  }
}
