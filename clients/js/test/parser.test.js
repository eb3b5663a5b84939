import assert from "node:assert/strict";
import { test } from "node:test";
import { EventStreamParser, LIMITS, ParleyError } from "../parley.js";

const WIRE =
  "\uFEFFretry: 2871\n\nid: e:1\r\nevent: hello\r\ndata: {\"a\":1}\r\n\r\n: heartbeat\n\ndata:x\rdata\rdata:  ü 😀\r\rid: e:2\n\nid\ndata: y\nretry: 1x\nunknown: z\n\ndata: cut";

const EXPECTED = [
  { retry: 2871 },
  { event: "hello", data: '{"a":1}', id: "e:1" },
  { event: "message", data: "x\n\n ü 😀", id: undefined },
  { event: "message", data: "y", id: "" },
];

/** @param {Uint8Array[]} chunks */
function read(chunks) {
  const seen = [];
  const parser = new EventStreamParser({ block: (block) => seen.push(block), retry: (retry) => seen.push({ retry }) });
  for (const chunk of chunks) parser.feed(chunk);
  return seen;
}

test("the stream is read alike however it is cut in two", () => {
  const bytes = Buffer.from(WIRE);
  for (let i = 0; i <= bytes.length; i++) {
    assert.deepEqual(read([bytes.subarray(0, i), bytes.subarray(i)]), EXPECTED, `cut at ${i}`);
  }
});

test("the stream is read alike byte by byte and in random pieces", () => {
  const bytes = Buffer.from(WIRE);
  assert.deepEqual(read([...bytes].map((byte) => Uint8Array.of(byte))), EXPECTED);
  for (let round = 0; round < 2_000; round++) {
    const chunks = [];
    for (let at = 0; at < bytes.length; ) {
      const length = 1 + Math.floor(Math.random() * 9);
      chunks.push(bytes.subarray(at, at + length));
      at += length;
    }
    assert.deepEqual(read(chunks), EXPECTED);
  }
});

test("an endless line and an endless event are given up", () => {
  const kilobyte = Buffer.from("x".repeat(1024));
  for (const piece of [kilobyte, Buffer.concat([Buffer.from("data:"), kilobyte, Buffer.from("\n")])]) {
    const parser = new EventStreamParser({ block: () => assert.fail() });
    assert.throws(() => {
      for (let i = 0; i < LIMITS.eventChars / 1024 + 2; i++) parser.feed(piece);
    }, ParleyError);
  }
});
