// The chat page in a browser, used as people use it, before the real server.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Chromium } from "./chromium.js";
import { RealServer } from "./real-server.js";
import { pause, range, until } from "./support.js";

const server = new RealServer();
const browser = new Chromium();
let judge;

before(async () => {
  await server.start();
  judge = await server.token("judge");
});

after(async () => {
  await browser.close();
  await server.close();
});

async function enter(tab, name, room) {
  await tab.until(() => document.body.dataset.view === "door" && document.activeElement?.matches("input"), "the door");
  await tab.type("#name", name);
  await tab.type("#room", room);
  await tab.press("Enter");
  await live(tab);
}

const live = (tab, ms) => tab.until(() => document.body.dataset.phase === "live", "live", ms);

async function say(tab, text) {
  await tab.type("#text", text);
  await tab.press("Enter");
}

const lines = (tab) => tab.run(() => [...document.querySelectorAll("#lines .said:not(.notice)")].map((said) => said.textContent));
const settled = (tab) => tab.until(() => document.querySelectorAll("#pending li").length === 0, "all acknowledged", 30_000);
const messages = (log) => log.filter((event) => event.type === "text").map((event) => event.data.text);

/** Publishes past the page, in groups. */
async function flood(room, count, perSecond, group = 10) {
  const began = Date.now();
  for (let i = 0; i < count; i += group) {
    const due = began + (i * 1_000) / perSecond;
    if (due > Date.now()) await pause(due - Date.now());
    const messages = range(i, i + group - 1).map((n) => ({ data: { text: `flood ${n}` } }));
    await server.call("POST", `/v1/rooms/${room}/messages/batch`, judge, { messages });
  }
}

const noErrors = (...tabs) => assert.deepEqual(tabs.flatMap((tab) => tab.errors), []);

test("two people talk while the server is killed and restarted, and no line is lost or doubled", async () => {
  const [hers, his] = [await browser.context(), await browser.context()];
  const ada = await browser.open(server.url, { context: hers });
  const bob = await browser.open(server.url, { context: his });
  const plain = await browser.open(`${server.url}/about`, { context: his });
  await enter(ada, "Ada", "lobby");
  await enter(bob, "Bob", "lobby");
  const source = new Function(`return async (token) => {
    const { Parley } = await import("/parley.js");
    const { url } = await new Parley({ token }).ticket(["lobby"]);
    window.heard = [];
    window.errors = 0;
    const source = new EventSource(url);
    source.onmessage = (message) => window.heard.push(JSON.parse(message.data));
    source.onerror = () => window.errors++;
    await new Promise((resolve) => source.addEventListener("hello", resolve, { once: true }));
    window.source = source;
  }`)();
  await plain.run(source, await server.token("carol"));
  await say(ada, "Hello Bob");
  await say(bob, "Hello Ada, look: <img src=x onerror=\"document.title='owned'\">");
  await say(ada, "<script>document.title='owned'</script>");
  for (const tab of [ada, bob]) await tab.until(() => document.querySelectorAll("#lines .said").length >= 3, "three lines");
  assert.ok((await lines(ada)).includes("Hello Ada, look: <img src=x onerror=\"document.title='owned'\">"));
  assert.equal(await ada.run(() => document.querySelectorAll("#log img, #log script").length), 0);
  assert.match(await ada.run(() => document.title), /^#lobby/);
  noErrors(ada, bob);

  for (let i = 0; i < 10; i++) await Promise.all([say(ada, `Ada before ${i}`), say(bob, `Bob before ${i}`)]);
  await server.stop("SIGKILL");
  await ada.until(() => document.body.dataset.phase === "waiting", "that the loss is shown");
  for (let i = 0; i < 5; i++) await Promise.all([say(ada, `Ada meanwhile ${i}`), say(bob, `Bob meanwhile ${i}`)]);
  assert.ok((await ada.run(() => document.querySelectorAll("#pending li").length)) >= 5);
  await server.start();
  await Promise.all([live(ada, 40_000), live(bob, 40_000)]);
  for (let i = 0; i < 5; i++) await Promise.all([say(ada, `Ada after ${i}`), say(bob, `Bob after ${i}`)]);
  await Promise.all([settled(ada), settled(bob)]);

  const log = messages(await server.log("lobby", judge));
  assert.equal(log.length, 43);
  assert.equal(new Set(log).size, 43);
  for (const tab of [ada, bob]) {
    await tab.until(`document.querySelectorAll("#lines .who").length >= 43`, "all 43 lines", 20_000);
    assert.deepEqual(
      (await lines(tab)).filter((text) => log.includes(text)),
      log,
    );
    assert.equal(await tab.run(() => document.querySelectorAll(".tear").length), 0);
  }
  await plain.until(() => window.source.readyState === 1, "that the native EventSource has come back by itself", 40_000);
  await plain.until(`window.heard.filter((event) => event.type === "text").length >= 43`, "all lines in the native EventSource", 20_000);
  assert.deepEqual(await plain.run(() => window.heard.filter((event) => event.type === "text").map((event) => event.data.text)), log);
  assert.ok((await plain.run(() => window.errors)) > 0);
  for (const tab of [ada, bob, plain]) await tab.close();
});

test("200 lines a second scroll smoothly, and whoever reads further up is left in peace", async () => {
  const tab = await browser.open(server.url, { context: await browser.context() });
  await enter(tab, "Ada", "flood");
  await flood("flood", 300, 1_000);
  await tab.until(() => document.querySelector("#lines li:last-of-type .said")?.textContent.startsWith("flood"), "the first lines");
  await tab.run(() => {
    window.long = [];
    new PerformanceObserver((list) => window.long.push(...list.getEntries().map((entry) => Math.round(entry.duration)))).observe({ type: "longtask" });
  });
  // What else the machine does only adds to the times, so the best of three counts.
  const longest = [];
  for (let tries = 0; tries < 3 && !longest.some((ms) => ms <= 200); tries++) {
    await tab.run(() => (window.long = []));
    await flood("flood", 700, 200);
    longest.push(await tab.run(() => Math.max(0, ...window.long)));
  }
  console.log(`longest task under 200 lines a second: ${longest} ms`);
  assert.ok(Math.min(...longest) <= 200, `long tasks: ${longest}`);
  const last = await tab.until(() => {
    const { scrollTop, scrollHeight, clientHeight } = document.querySelector("#scroller");
    return [...document.querySelectorAll("#lines .said")].some((said) => said.textContent === "flood 699") && scrollHeight - scrollTop - clientHeight < 50;
  }, "the end is in view");
  assert.ok(last);

  await tab.wheel(-2_000);
  await tab.until(() => {
    const { scrollTop, scrollHeight, clientHeight } = document.querySelector("#scroller");
    return scrollHeight - scrollTop - clientHeight > 1_000;
  }, "scrolled up");
  await pause(300);
  const place = () =>
    tab.run(() => {
      const scroller = document.querySelector("#scroller").getBoundingClientRect();
      window.mark ??= [...document.querySelectorAll("#lines li")].find((line) => line.getBoundingClientRect().top > scroller.top + 100);
      return { top: Math.round(window.mark.getBoundingClientRect().top), text: window.mark.querySelector(".said").textContent, there: window.mark.isConnected };
    });
  const before = await place();
  await flood("flood", 400, 200);
  await tab.until(() => document.querySelector("#newest").textContent.includes("400"), "the count of new lines");
  assert.deepEqual(await place(), before);
  const rows = await tab.run(() => document.querySelectorAll("#lines li").length);
  assert.ok(rows <= 500, `${rows} rows`);
  await tab.click("#newest");
  await tab.until(() => {
    const { scrollTop, scrollHeight, clientHeight } = document.querySelector("#scroller");
    return scrollHeight - scrollTop - clientHeight < 50 && document.querySelector("#lines li:last-of-type .said").textContent === "flood 399";
  }, "the newest line");
  noErrors(tab);
  await tab.close();
});

test("scrolling up brings the whole history without a jump", async () => {
  const room = "flood";
  const tab = await browser.open(server.url, { context: await browser.context() });
  await enter(tab, "Reader", room);
  await tab.until(() => document.querySelectorAll("#lines li").length >= 50, "the newest lines");
  await tab.run(() => {
    // A line in view may move only as the wheel moves it.
    const scroller = document.querySelector("#scroller");
    window.jumps = [];
    let mark = null;
    let was = 0;
    const frame = () => {
      const box = scroller.getBoundingClientRect();
      if (mark?.isConnected) {
        const top = mark.getBoundingClientRect().top;
        if (top < was - 1 || top > was + 900) window.jumps.push([was, top]);
        was = top;
      }
      if (!mark?.isConnected || mark.getBoundingClientRect().top > box.bottom) {
        mark = [...document.querySelectorAll("#lines .said")].find((line) => line.getBoundingClientRect().bottom > box.top) ?? null;
        was = mark?.getBoundingClientRect().top ?? 0;
      }
      requestAnimationFrame(frame);
    };
    frame();
  });
  const seen = new Set();
  await until(
    async () => {
      await tab.wheel(-700);
      const { texts, begun } = await tab.run(() => ({
        texts: [...document.querySelectorAll("#lines li")].map((line) => line.querySelector(".when").title?.split("no. ")[1] ?? ""),
        begun: !document.querySelector("#start").hidden && document.querySelector("#scroller").scrollTop === 0,
      }));
      for (const text of texts) seen.add(Number(text));
      return begun;
    },
    "the beginning of the log",
    30_000,
  );
  const log = await server.log(room, judge);
  assert.deepEqual([...seen].filter((seq) => seq > 0).sort((a, b) => a - b), log.map((event) => event.seq));
  assert.deepEqual(await tab.run(() => window.jumps), []);
  assert.equal(await tab.run(() => document.querySelector("#start").textContent), "Here the log begins.");
  noErrors(tab);
  await tab.close();
});

test("seven tabs of one browser share a stream, the seventh is there within a second, and a sleeping one catches up", async () => {
  const context = await browser.context();
  const tabs = [];
  for (let i = 0; i < 6; i++) {
    const tab = await browser.open(server.url, { context });
    await enter(tab, "Ada", "seven");
    tabs.push(tab);
  }
  const seventh = await browser.open(server.url, { context });
  const took = await seventh.run(() => Math.round(performance.getEntriesByType("navigation")[0].loadEventEnd));
  const called = await seventh.run(async () => {
    const began = performance.now();
    await (await fetch("/readyz")).text();
    return Math.round(performance.now() - began);
  });
  console.log(`the seventh tab took ${took} ms, a request in it ${called} ms`);
  assert.ok(took <= 1_000, `${took} ms`);
  assert.ok(called <= 1_000, `${called} ms`);
  await enter(seventh, "Ada", "seven");
  tabs.push(seventh);
  await say(seventh, "to all");
  for (const tab of tabs) await tab.until(() => [...document.querySelectorAll("#lines .said")].some((said) => said.textContent === "to all"), "the line in every tab");

  const [leader, sleeper] = [tabs[0], tabs[1]];
  for (const tab of [leader, sleeper]) await tab.sleep();
  await flood("seven", 50, 200);
  await seventh.until(() => document.querySelectorAll("#lines .who").length >= 51, "that the others go on while the leader sleeps", 30_000);
  for (const tab of [leader, sleeper]) await tab.wake();
  const log = messages(await server.log("seven", judge));
  for (const tab of tabs) {
    await tab.until(`document.querySelectorAll("#lines .who").length >= ${log.length}`, "all lines", 30_000);
    assert.deepEqual((await lines(tab)).filter((text) => log.includes(text)), log);
  }
  assert.deepEqual(range(0, 49).filter((i) => !log.includes(`flood ${i}`)), []);
  noErrors(...tabs);
});

test("what is no longer kept is shown as a tear, and what follows it is there", async () => {
  await server.call("PUT", "/v1/rooms/short", judge, { kind: "durable", retention: { messages: 10 } });
  const tab = await browser.open(server.url, { context: await browser.context() });
  await enter(tab, "Ada", "short");
  await say(tab, "the first");
  await settled(tab);
  await tab.sleep();
  // More than the 512 events that a server holds in memory, from which a reader is served although they are trimmed.
  await flood("short", 700, 10_000, 100);
  await until(async () => (await server.call("GET", "/v1/rooms/short/messages?limit=0", judge)).first > 600, "trimmed");
  await tab.wake();
  await tab.until(() => document.querySelector(".tear"), "the tear");
  await tab.until(() => document.querySelector("#lines li:last-of-type .said").textContent === "flood 699", "the last line");
  assert.match(await tab.run(() => document.querySelector(".tear .said").textContent), /^Lines \d+ to \d+ are no longer kept\.$/);
  const kept = messages(await server.log("short", judge));
  assert.deepEqual((await lines(tab)).slice(-kept.length), kept);
  noErrors(tab);
  await tab.close();
});

test("hearts add up, whoever writes is seen, and a gift comes in time or not at all", async () => {
  await server.call("PUT", "/v1/rooms/party", judge, { kind: "live" });
  const ada = await browser.open(server.url, { context: await browser.context() });
  const bob = await browser.open(server.url, { context: await browser.context() });
  await enter(ada, "Ada", "party");
  await enter(bob, "Bob", "party");

  await bob.run(() => {
    window.drawn = 0;
    const look = () => {
      const canvas = document.querySelector("#hearts");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      if (data.some((byte) => byte > 0)) window.drawn++;
      requestAnimationFrame(look);
    };
    look();
  });
  for (let i = 0; i < 7; i++) await ada.click("#heart");
  for (const tab of [ada, bob]) await tab.until(() => document.querySelector("#heart-count").value === "7", "seven hearts");
  await bob.until(() => window.drawn > 5, "hearts that fly");
  await bob.click("#heart");
  for (const tab of [ada, bob]) await tab.until(() => document.querySelector("#heart-count").value === "8", "the eighth");

  await bob.type("#text", "I am about to say");
  await ada.until(() => document.querySelector("#typing").textContent === "Bob is writing …", "that Bob writes");
  assert.equal(await bob.run(() => document.querySelector("#typing").hidden), true);
  await bob.press("Enter");
  await ada.until(() => document.querySelector("#typing").hidden && document.querySelectorAll("#lines .who").length === 1, "that he has said it");

  await ada.click("#gift");
  await bob.until(() => !document.querySelector("#gifts").hidden && document.querySelector("#gift-text").textContent === "Ada gives a bouquet", "the gift's moment");
  for (const tab of [ada, bob]) await tab.until(() => document.querySelector("#lines .gift .said")?.textContent === "Ada gives a bouquet", "its line");
  await bob.until(() => document.querySelector("#gifts").hidden, "that its moment is over", 5_000);

  const given = (await server.log("party", judge)).find((event) => event.type === "gift");
  await until(() => Date.now() > (given?.ts ?? 0) + 3_500, "that the gift is worthless");
  const late = await browser.open(server.url, { context: await browser.context() });
  await enter(late, "Late", "party");
  await late.until(() => document.querySelectorAll("#lines .who").length === 1, "what was said before");
  assert.equal(await late.run(() => document.querySelectorAll(".gift").length), 0);
  assert.equal(await late.run(() => document.querySelector("#gifts").hidden), true);
  noErrors(ada, bob, late);
  for (const tab of [ada, bob, late]) await tab.close();
});

test("a busy live room scrolls smoothly under hearts and writers", async () => {
  await server.call("PUT", "/v1/rooms/busy", judge, { kind: "live", inboundPerSecond: 0, senderPerSecond: 0 });
  const tab = await browser.open(server.url, { context: await browser.context() });
  await enter(tab, "Ada", "busy");
  const writers = await Promise.all(range(1, 20).map((n) => server.token(`writer${n}`)));
  await tab.run(() => {
    window.long = [];
    new PerformanceObserver((list) => window.long.push(...list.getEntries().map((entry) => Math.round(entry.duration)))).observe({ type: "longtask" });
  });
  await tab.run(() => {
    window.writing = new Set();
    setInterval(() => window.writing.add(document.querySelector("#typing").textContent), 50);
  });
  const signals = async () => {
    let sent = 0;
    for (let round = 0; round < 10; round++) {
      await Promise.all(
        writers.map(async (token, i) => {
          const sum = i % 2 === 0;
          const body = sum ? { type: "heart", data: { n: 5 }, merge: "sum" } : { type: "typing", ttlMs: 5_000 };
          const answer = await fetch(`${server.url}/v1/rooms/busy/signals`, {
            method: "POST",
            headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
            body: JSON.stringify(body),
          });
          await answer.text();
          if (sum && answer.status === 202) sent += 5;
        }),
      );
      await pause(300);
    }
    return sent;
  };
  const longest = [];
  let hearts = 0;
  for (let tries = 0; tries < 3 && !longest.some((ms) => ms <= 200); tries++) {
    await tab.run(() => (window.long = []));
    const [sent] = await Promise.all([signals(), flood("busy", 700, 200)]);
    hearts += sent;
    longest.push(await tab.run(() => Math.max(0, ...window.long)));
  }
  console.log(`longest task under 200 lines a second, hearts and writers: ${longest} ms`);
  assert.ok(Math.min(...longest) <= 200, `long tasks: ${longest}`);
  // A page that is behind is sent no signals, so there may be fewer.
  const seen = await tab.until(() => Number(document.querySelector("#heart-count").value.replace(/\D/g, "")), "hearts");
  assert.ok(seen <= hearts, `${seen} of ${hearts} hearts`);
  assert.ok((await tab.run(() => document.querySelectorAll("#lines li").length)) <= 400);
  const writing = await tab.run(() => [...window.writing]);
  assert.ok(writing.some((text) => /^writer\d+, writer\d+ and 8 more are writing …$/.test(text)), writing.join("; "));
  noErrors(tab);
  await tab.close();
});
