// Drives a headless Chromium over the DevTools protocol, by its pipe: no WebSocket, no library.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "./support.js";

const DEADLINE_MS = 20_000;

export class Chromium {
  #process;
  #folder = mkdtempSync(join(tmpdir(), "parley-chromium-"));
  #next = 1;
  /** @type {Map<number, {resolve: (value: any) => void, reject: (e: Error) => void, timer: any}>} */
  #calls = new Map();
  /** @type {((message: any) => void)[]} */
  listeners = [];

  /** @param {string[]} [flags] */
  constructor(flags = []) {
    this.#process = spawn(
      process.env.CHROMIUM ?? "chromium",
      [
        "--headless=new",
        "--no-sandbox",
        "--remote-debugging-pipe",
        `--user-data-dir=${this.#folder}`,
        "--no-first-run",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-extensions",
        "--disable-background-networking",
        "--disable-component-update",
        "--mute-audio",
        ...flags,
        "about:blank",
      ],
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true },
    );
    this.#process.on("exit", () => this.#over());
    this.#in = /** @type {any} */ (this.#process.stdio[3]);
    this.#in.on("error", () => {});
    /** @type {Buffer[]} */
    let rest = [];
    /** @type {any} */ (this.#process.stdio[4]).on("data", (chunk) => {
      for (let at; (at = chunk.indexOf(0)) >= 0; chunk = chunk.subarray(at + 1)) {
        rest.push(chunk.subarray(0, at));
        this.#hear(JSON.parse(Buffer.concat(rest).toString()));
        rest = [];
      }
      if (chunk.length > 0) rest.push(chunk);
    });
  }

  #in;

  #hear(message) {
    const call = this.#calls.get(message.id);
    if (!call) return this.listeners.forEach((listener) => listener(message));
    this.#calls.delete(message.id);
    clearTimeout(call.timer);
    if (message.error) call.reject(new Error(message.error.message));
    else call.resolve(message.result);
  }

  #over() {
    for (const call of this.#calls.values()) call.reject(new Error("Chromium has ended"));
    this.#calls.clear();
  }

  /** @param {string} method @param {object} [params] @param {string} [sessionId] @returns {Promise<any>} */
  send(method, params = {}, sessionId) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#calls.delete(id);
        reject(new Error(`Chromium did not answer ${method} ${JSON.stringify(params).slice(0, 300)}`));
      }, DEADLINE_MS);
      this.#calls.set(id, { resolve, reject, timer });
      this.#in.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Tabs of one context share storage, locks and channels; a new context is another person's browser. */
  async context() {
    return (await this.send("Target.createBrowserContext")).browserContextId;
  }

  /** @param {string} url @param {{context?: string, width?: number, height?: number, dark?: boolean, mobile?: boolean}} [how] */
  async open(url, { context, width = 1000, height = 720, dark = false, mobile = false } = {}) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank", browserContextId: context, newWindow: true });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const tab = new Tab(this, targetId, sessionId);
    await tab.send("Page.enable");
    await tab.send("Runtime.enable");
    await tab.send("Log.enable");
    await tab.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile });
    await tab.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
    await tab.send("Emulation.setFocusEmulationEnabled", { enabled: true });
    await tab.go(url);
    return tab;
  }

  async close() {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    const kill = () => {
      try {
        process.kill(-(/** @type {number} */ (this.#process.pid)), "SIGKILL");
      } catch {
        // It has ended already.
      }
    };
    const timer = setTimeout(kill, 3_000);
    this.send("Browser.close").catch(() => {});
    await ended;
    clearTimeout(timer);
    kill();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

export class Tab {
  /** @param {Chromium} browser @param {string} targetId @param {string} sessionId */
  constructor(browser, targetId, sessionId) {
    this.browser = browser;
    this.targetId = targetId;
    this.sessionId = sessionId;
    browser.listeners.push((message) => {
      if (message.sessionId !== sessionId) return;
      if (message.method === "Runtime.exceptionThrown") {
        const { exceptionDetails } = message.params;
        this.errors.push(exceptionDetails.exception?.description ?? exceptionDetails.text);
      } else if (message.method === "Log.entryAdded" && message.params.entry.source === "security") {
        this.errors.push(message.params.entry.text);
      } else if (message.method === "Page.loadEventFired") this.loads++;
    });
  }

  loads = 0;
  /** Exceptions that nobody caught, and what the content security policy has refused. @type {string[]} */
  errors = [];

  send(method, params) {
    return this.browser.send(method, params, this.sessionId);
  }

  async go(url) {
    const loads = this.loads;
    await this.send("Page.navigate", { url });
    await until(() => this.loads > loads, `loaded: ${url}`);
  }

  /** @param {string | Function} code @param {...any} args @returns {Promise<any>} */
  async run(code, ...args) {
    const expression = typeof code === "function" ? `(${code})(${args.map((arg) => JSON.stringify(arg)).join(",")})` : code;
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** @param {string | Function} code @param {string} what */
  until(code, what, ms = 15_000) {
    return until(() => this.run(code), what, ms);
  }

  /** As a person would: to the field, all of it replaced. */
  async type(selector, text) {
    await this.run((s) => {
      const field = document.querySelector(s);
      field.focus();
      field.select?.();
    }, selector);
    await this.send("Input.insertText", { text });
  }

  async press(key) {
    const known = { Enter: { code: "Enter", windowsVirtualKeyCode: 13, text: "\r" }, Escape: { code: "Escape", windowsVirtualKeyCode: 27 } }[key];
    await this.send("Input.dispatchKeyEvent", { type: known.text ? "keyDown" : "rawKeyDown", key, ...known });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key, ...known, text: undefined });
  }

  click(selector) {
    return this.run((s) => document.querySelector(s).click(), selector);
  }

  wheel(deltaY) {
    return this.send("Input.dispatchMouseEvent", { type: "mouseWheel", x: 400, y: 350, deltaX: 0, deltaY });
  }

  async shot(path) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    writeFileSync(path, Buffer.from(data, "base64"));
  }

  /** Nobody looks at the tab any more, and the browser freezes it. */
  async sleep() {
    await this.send("Emulation.setFocusEmulationEnabled", { enabled: false });
    await this.#window("minimized");
    await this.until(() => document.hidden, "hidden");
    await this.run(() => document.addEventListener("freeze", () => (window.slept = true)));
    await this.send("Page.setWebLifecycleState", { state: "frozen" });
  }

  async wake() {
    await this.send("Page.setWebLifecycleState", { state: "active" });
    await this.#window("normal");
    await this.send("Emulation.setFocusEmulationEnabled", { enabled: true });
    await this.until(() => !document.hidden && window.slept, "awake");
  }

  async #window(windowState) {
    const { windowId } = await this.browser.send("Browser.getWindowForTarget", { targetId: this.targetId });
    await this.browser.send("Browser.setWindowBounds", { windowId, bounds: { windowState } });
  }

  async close() {
    await this.browser.send("Target.closeTarget", { targetId: this.targetId });
  }
}
