// The runnable server as a process of its own, with a folder that outlives it.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "./support.js";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

function jar() {
  if (process.env.SERVER_JAR) return process.env.SERVER_JAR;
  const folder = join(ROOT, "server/target");
  const found = existsSync(folder) && readdirSync(folder).find((name) => /^parley-server-.*-exec\.jar$/.test(name));
  if (!found) throw new Error("the runnable server is missing: build it by ./parley build");
  return join(folder, found);
}

async function freePort() {
  const server = net.createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = /** @type {net.AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export class RealServer {
  #folder = mkdtempSync(join(tmpdir(), "parley-client-"));
  /** @type {import("node:child_process").ChildProcess | null} */
  #process = null;
  #output = "";
  port = 0;

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Also again after it was killed, at the same port, with the same folder. */
  async start() {
    this.port ||= await freePort();
    const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin/java") : "java";
    const started = spawn(
      java,
      [
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx300m",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-jar",
        jar(),
        "run",
        `--server.port=${this.port}`,
        "--parley.auth=dev",
        `--parley.data=${join(this.#folder, "data")}`,
      ],
      { cwd: this.#folder, stdio: ["ignore", "pipe", "pipe"] },
    );
    this.#process = started;
    const note = (chunk) => (this.#output = (this.#output + chunk).slice(-8_000));
    started.stdout.on("data", note);
    started.stderr.on("data", note);
    await until(
      async () => {
        if (started.exitCode !== null) throw new Error(`the server has ended:\n${this.#output}`);
        return fetch(`${this.url}/readyz`).then((answer) => answer.ok, () => false);
      },
      () => `the server is ready:\n${this.#output}`,
      120_000,
    );
    return this;
  }

  /** @param {"SIGKILL" | "SIGTERM"} signal */
  async stop(signal = "SIGKILL") {
    const running = this.#process;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill(signal);
    await ended;
  }

  async close() {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  /** @param {string} user @param {object} [more] */
  async token(user, more = {}) {
    const answer = await fetch(`${this.url}/v1/dev/tokens`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ user, rooms: { "*": ["subscribe", "publish", "manage"] }, ...more }),
    });
    return (await answer.json()).token;
  }

  /** @param {string} method @param {string} path @param {string} token @param {object} [body] */
  async call(method, path, token, body) {
    const answer = await fetch(this.url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: body && JSON.stringify(body),
    });
    const told = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(told)}`);
    return told;
  }

  /** The whole log of a room, read by pages. @param {string} room @param {string} token */
  async log(room, token) {
    const { items, first, epoch } = await this.call("GET", `/v1/rooms/${room}/messages?limit=0`, token);
    const events = items;
    for (let next = `${epoch}:${first - 1}`, more = true; more; ) {
      const page = await this.call("GET", `/v1/rooms/${room}/messages?after=${next}&limit=500`, token);
      events.push(...page.items);
      ({ next, hasMore: more } = page);
    }
    return events;
  }
}
