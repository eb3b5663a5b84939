// What happens in a room beside its log: hearts, who is typing, gifts. All of it may be lost, and nothing of it is kept.

const part = (id) => /** @type {any} */ (document.getElementById(id));
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Hearts in the air at most; those above it are counted, not drawn. */
const FLYING = 80;
/** Of one sum are drawn at most. */
const DRAWN = 14;
/** How long a heart flies at least, and how much longer at most, in ms. */
const FLIGHT = 1_700;
const LONGER = 1_300;

/** Hearts rise from their button. They are drawn on one canvas: a busy room makes no elements. */
export class Hearts {
  /** @param {(n: number) => Promise<boolean>} send */
  constructor(send) {
    this.#send = send;
    this.#show();
  }

  #send;
  #canvas = /** @type {HTMLCanvasElement} */ (part("hearts"));
  #count = part("heart-count");
  #total = 0;
  /** Own ones that are drawn already and will come back in a sum. */
  #mine = 0;
  /** @type {{born: number, life: number, x: number, sway: number, size: number, tone: number, lean: number}[]} */
  #flying = [];
  #frame = 0;
  #colours = [""];

  async give() {
    this.#mine++;
    this.#fly(1);
    const taken = await this.#send(1).catch(() => false);
    if (!taken) this.#mine = Math.max(0, this.#mine - 1);
  }

  /** @param {number} n */
  came(n) {
    if (!(n > 0)) return;
    const own = Math.min(this.#mine, n);
    this.#mine -= own;
    this.#total += n;
    this.#show();
    this.#fly(Math.min(DRAWN, n - own));
  }

  get total() {
    return this.#total;
  }

  #show() {
    this.#count.value = this.#total > 0 ? this.#total.toLocaleString() : "";
    part("heart").setAttribute("aria-label", this.#total > 0 ? `Send a heart. ${this.#total} so far` : "Send a heart");
  }

  /** @param {number} n */
  #fly(n) {
    if (still.matches || document.hidden) return;
    const now = performance.now();
    for (let i = 0; i < n && this.#flying.length < FLYING; i++) {
      // One after the other, so that a sum looks like what it is made of.
      this.#flying.push({
        born: now + (i * 500) / n,
        life: FLIGHT + Math.random() * LONGER,
        x: 0.5 + (Math.random() - 0.5) * 0.2,
        sway: Math.random() * 6.3,
        size: 7 + Math.random() * 6,
        tone: Math.random() < 0.6 ? 0 : 1,
        lean: (Math.random() - 0.5) * 0.85,
      });
    }
    if (!this.#frame && this.#flying.length > 0) this.#begin();
  }

  #begin() {
    const { width, height } = this.#canvas.getBoundingClientRect();
    const scale = Math.min(2, devicePixelRatio);
    this.#canvas.width = width * scale;
    this.#canvas.height = height * scale;
    const style = getComputedStyle(document.documentElement);
    this.#colours = ["--heart", "--tone-3"].map((name) => style.getPropertyValue(name));
    const ink = this.#canvas.getContext("2d");
    if (!ink) return;
    const draw = (/** @type {number} */ now) => {
      this.#frame = 0;
      ink.setTransform(scale, 0, 0, scale, 0, 0);
      ink.clearRect(0, 0, width, height);
      this.#flying = this.#flying.filter((heart) => now - heart.born < heart.life);
      for (const heart of this.#flying) if (heart.born <= now) this.#heart(ink, heart, (now - heart.born) / heart.life, width, height);
      if (this.#flying.length > 0) this.#frame = requestAnimationFrame(draw);
    };
    this.#frame = requestAnimationFrame(draw);
  }

  /** @param {CanvasRenderingContext2D} ink @param {any} heart @param {number} age from 0 to 1 @param {number} width @param {number} height */
  #heart(ink, heart, age, width, height) {
    const rise = 1 - (1 - age) ** 2;
    const x = width * (heart.x + heart.lean * rise * 0.7) + Math.sin(heart.sway + age * 7) * 9 * age;
    const y = height - 12 - rise * (height - 30);
    const size = heart.size * Math.min(1, 0.35 + age * 6);
    ink.globalAlpha = age < 0.6 ? 0.92 : (1 - age) * 2.3;
    ink.fillStyle = this.#colours[heart.tone];
    ink.beginPath();
    ink.moveTo(x, y + size * 0.9);
    ink.bezierCurveTo(x - size * 1.6, y - size * 0.1, x - size * 0.75, y - size * 1.25, x, y - size * 0.35);
    ink.bezierCurveTo(x + size * 0.75, y - size * 1.25, x + size * 1.6, y - size * 0.1, x, y + size * 0.9);
    ink.fill();
  }

  close() {
    cancelAnimationFrame(this.#frame);
    this.#flying = [];
    this.#canvas.getContext("2d")?.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    this.#count.value = "";
  }
}

/** Names kept at most; in a busy room the others are counted. */
const TYPING = 50;
/** How long somebody counts as typing after he said so, in ms. */
const TYPING_MS = 5_000;
/** How often one says so oneself, in ms. */
const SAY_MS = 3_000;

/** Who is writing something just now. */
export class Typing {
  /** @param {string} me @param {() => Promise<unknown>} send */
  constructor(me, send) {
    this.#me = me;
    this.#send = send;
  }

  #me;
  #send;
  #said = 0;
  /** @type {Map<string, {name: string, until: number}>} */
  #writers = new Map();
  #timer = 0;

  /** I am. */
  wrote() {
    const now = Date.now();
    if (now - this.#said < SAY_MS) return;
    this.#said = now;
    this.#send().catch(() => {});
  }

  /** What was written is sent: what comes next is said at once. */
  sent() {
    this.#said = 0;
  }

  /** @param {any} signal */
  came(signal) {
    if (!signal.sender || signal.sender === this.#me) return;
    this.#writers.delete(signal.sender);
    if (this.#writers.size >= TYPING) return;
    const ms = Math.min(signal.ttlMs > 0 ? signal.ttlMs : TYPING_MS, TYPING_MS);
    this.#writers.set(signal.sender, { name: signal.senderName ?? signal.sender, until: Date.now() + ms });
    this.#later();
  }

  /** Whoever has said something does not write it any more. @param {string} sender */
  said(sender) {
    if (this.#writers.delete(sender)) this.#later();
  }

  /** Many come and go within a moment. */
  #later() {
    if (!this.#timer) this.#timer = setTimeout(() => this.#show(), 150);
  }

  #show() {
    this.#timer = 0;
    const now = Date.now();
    for (const [sender, { until }] of this.#writers) if (until <= now) this.#writers.delete(sender);
    const names = [...this.#writers.values()].map(({ name }) => name);
    part("typing").textContent = typingText(names);
    part("typing").hidden = names.length === 0;
    if (names.length > 0) this.#timer = setTimeout(() => this.#show(), 500);
  }

  close() {
    clearTimeout(this.#timer);
    this.#writers.clear();
    part("typing").hidden = true;
  }
}

/** @param {string[]} names */
export function typingText(names) {
  if (names.length === 0) return "";
  if (names.length === 1) return `${names[0]} is writing …`;
  if (names.length === 2) return `${names[0]} and ${names[1]} are writing …`;
  if (names.length < TYPING) return `${names[0]}, ${names[1]} and ${names.length - 2} more are writing …`;
  return "Many are writing …";
}

/** How long a gift is in the light, in ms. The server sends none that is later than that. */
export const GIFT_MS = 3_000;
/** Gifts that wait for it; more are only counted. */
const WAITING = 4;

/** A gift has its moment above the log. Later it is a line like others. */
export class Gifts {
  #stage = part("gifts");
  /** @type {string[]} */
  #waiting = [];
  #more = 0;
  #timer = 0;

  /** @param {string} name @param {string} what */
  came(name, what) {
    if (document.hidden) return;
    if (this.#waiting.length >= WAITING) this.#more++;
    else this.#waiting.push(`${name} gives ${what}`);
    if (!this.#timer) this.#next();
  }

  #next() {
    this.#timer = 0;
    let text = this.#waiting.shift();
    if (text === undefined && this.#more > 0) {
      text = `and ${this.#more} more`;
      this.#more = 0;
    }
    this.#stage.hidden = text === undefined;
    if (text === undefined) return;
    part("gift-text").textContent = text;
    this.#stage.classList.remove("shown");
    void this.#stage.offsetWidth;
    this.#stage.classList.add("shown");
    // Who waits makes the moment shorter: it is worth nothing later.
    this.#timer = setTimeout(() => this.#next(), GIFT_MS / (1 + this.#waiting.length));
  }

  close() {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#stage.hidden = true;
  }
}
