// Stands before a server and does to requests what networks and busy servers do to them.
import http from "node:http";

/**
 * @typedef {(request: http.IncomingMessage) => boolean} Match
 * @typedef {{match: Match, times: number, act: (exchange: Exchange) => void}} Fault
 * @typedef {{request: http.IncomingMessage, response: http.ServerResponse, forward: (how?: {answer?: (from: http.IncomingMessage) => void}) => void}} Exchange
 */

export const streams = (request) => request.url.startsWith("/v1/events");
export const publishes = (request) => request.method === "POST" && request.url.endsWith("/messages");
export const histories = (request) => request.method === "GET" && request.url.includes("/messages?");

export class FaultyProxy {
  /** @param {() => number} targetPort asked for at each request, since a server may come back elsewhere */
  constructor(targetPort) {
    this.targetPort = targetPort;
  }

  /** @type {Fault[]} */
  faults = [];
  /** What was asked for, with times. @type {{method: string, url: string, at: number, cursor: string | undefined}[]} */
  requests = [];
  sockets = new Set();
  port = 0;

  async listen() {
    this.server = http.createServer((request, response) => this.#take(request, response));
    this.server.on("connection", (socket) => {
      this.sockets.add(socket);
      socket.on("close", () => this.sockets.delete(socket));
    });
    await new Promise((resolve) => this.server.listen(this.port, "127.0.0.1", resolve));
    this.port = this.server.address().port;
    return this;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Nobody answers at this address any more, until it listens again. */
  async close() {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.cut();
    await closed;
  }

  cut() {
    for (const socket of this.sockets) socket.destroy();
  }

  /** @param {Match} match @param {number} times @param {(exchange: Exchange) => void} act */
  fault(match, times, act) {
    this.faults.push({ match, times, act });
  }

  heal() {
    this.faults = [];
  }

  /** @param {Match} match @param {number} times @param {number} status @param {Record<string, string>} [headers] @param {object} [problem] */
  answer(match, times, status, headers = {}, problem = {}) {
    this.fault(match, times, ({ request, response }) => {
      request.resume();
      response.writeHead(status, { "Content-Type": "application/problem+json", ...headers });
      response.end(JSON.stringify({ status, retryable: status === 429 || status >= 500, ...problem }));
    });
  }

  count(match) {
    return this.requests.filter(match).length;
  }

  #take(request, response) {
    this.requests.push({ method: request.method, url: request.url, at: Date.now(), cursor: request.headers["last-event-id"] });
    const fault = this.faults.find((candidate) => candidate.times > 0 && candidate.match(request));
    const forward = (how) => this.#forward(request, response, how);
    if (!fault) return forward();
    fault.times--;
    fault.act({ request, response, forward });
  }

  #forward(request, response, { answer } = {}) {
    const out = http.request(
      { host: "127.0.0.1", port: this.targetPort(), method: request.method, path: request.url, headers: request.headers, agent: false },
      (from) => {
        if (answer) return answer(from);
        response.writeHead(from.statusCode, from.headers);
        from.pipe(response);
        from.on("error", () => response.destroy());
        from.on("close", () => from.complete || response.destroy());
      },
    );
    out.on("error", () => response.destroy());
    response.on("close", () => out.destroy());
    request.pipe(out);
  }
}
