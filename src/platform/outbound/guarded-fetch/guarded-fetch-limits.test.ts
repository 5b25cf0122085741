import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { openFakeWeb, redirect, reply, type WebReply } from "../../../../test/support/unfurl/fake-web.ts";
import { fetchOutcome } from "../../../../test/support/unfurl/fetch-outcome.ts";
import { until } from "../../../../test/support/until.ts";
import type { Config } from "../../../config/schema.ts";
import type { OutboundRequestOptions } from "../port.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";

const web = await openFakeWeb();
const fetchWith = (outbound: Partial<Config["outbound"]> = {}) => createGuardedFetch(web.config(outbound));
const outcome = (path: string, options: OutboundRequestOptions) =>
  fetchOutcome(fetchWith()(web.url(path), options));

afterEach(() => until(() => web.openConnections() === 0));
afterAll(() => web[Symbol.asyncDispose]());

/** Sends `head`, and then `drop` again and again until the connection closes. */
function dripping(head: string, drop: string | Buffer): WebReply {
  return (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(drop), 1);
    socket.on("close", () => clearInterval(timer));
  };
}

const ok = "HTTP/1.1 200 OK\r\n";

describe("size", () => {
  test("may be exactly the limit, and not one byte more", async () => {
    web.respondAt("/", reply(200, {}, "a".repeat(1000)));
    expect(await outcome("/", { maxBytes: 1000 })).toBe("a".repeat(1000));
    expect(await outcome("/", { maxBytes: 999 })).toBe("too-large");
    expect(await fetchOutcome(fetchWith({ max_bytes: 999 })(web.url("/")))).toBe("too-large");
  });

  test("in Content-Length is refused before the body is read", async () => {
    web.respondAt("/", (socket) => socket.write(`${ok}Content-Length: 1001\r\n\r\n`));
    await expect(fetchWith()(web.url("/"), { maxBytes: 1000 })).rejects.toMatchObject({
      reason: "too-large",
    });
  });

  test.each([
    ["unannounced", `${ok}\r\n`, "a".repeat(500)],
    ["in pieces", `${ok}Transfer-Encoding: chunked\r\n\r\n`, `1f4\r\n${"a".repeat(500)}\r\n`],
  ])("that comes %s is counted while it is read", async (_, head, drop) => {
    web.respondAt("/", dripping(head, drop));
    const { body } = await fetchWith()(web.url("/"), { maxBytes: 10_000 });
    let bytes = 0;
    const read = async () => {
      for await (const chunk of body) bytes += chunk.byteLength;
    };
    await expect(read()).rejects.toMatchObject({ reason: "too-large" });
    expect(bytes).toBeLessThanOrEqual(10_000);
  });

  test("counts decompressed bytes", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    expect(bomb.length).toBeLessThan(100_000);
    web.respondAt("/", reply(200, { "Content-Encoding": "gzip" }, bomb));
    expect(await outcome("/", { maxBytes: 1_000_000 })).toBe("too-large");
  });

  test("counts compressed bytes, too", async () => {
    // A gzip stream may consist of many members, and empty ones decompress to nothing.
    const empty = gzipSync("");
    web.respondAt(
      "/",
      dripping(`${ok}Content-Encoding: gzip\r\n\r\n`, Buffer.concat(Array(100).fill(empty))),
    );
    expect(await outcome("/", { maxBytes: 10_000 })).toBe("too-large");
    web.respondAt("/", reply(200, { "Content-Encoding": "gzip" }, gzipSync(randomBytes(5000))));
    expect(await outcome("/", { maxBytes: 5000 })).toBe("too-large");
  });
});

describe("time", () => {
  const options = { timeoutMs: 100 };
  const head = `${ok}Content-Length: 1000000\r\n\r\n`;

  test.each<[string, WebReply]>([
    ["nothing comes", () => {}],
    ["half a head comes", (socket) => socket.write(ok)],
    ["the head comes slowly", dripping(ok, "A: a\r\n")],
    ["hints come for ever", dripping("", "HTTP/1.1 103 Early Hints\r\n\r\n")],
    ["no body comes", (socket) => socket.write(head)],
    ["the body stops", (socket) => socket.write(`${head}hello`)],
    ["the body comes slowly", dripping(head, "a")],
    ["pieces come slowly", dripping(`${ok}Transfer-Encoding: chunked\r\n\r\n`, "1\r\na\r\n")],
    ["a packed body stops", (socket) => socket.write(`${ok}Content-Encoding: gzip\r\n\r\n`)],
  ])("is up when %s", async (_, answer) => {
    web.respondAt("/", answer);
    expect(await outcome("/", options)).toBe("timeout");
    expect(await fetchOutcome(fetchWith({ timeout_ms: 100 })(web.url("/")))).toBe("timeout");
  });

  test("is up when DNS does not respond", async () => {
    web.dns.silence("silent.example");
    expect(await fetchOutcome(fetchWith()(`http://silent.example:${web.port}/`, options))).toBe("timeout");
  });

  test("is for all redirects together", async () => {
    const later =
      (answer: Buffer): WebReply =>
      (socket) =>
        void setTimeout(() => socket.end(answer), 180);
    web.respondAt("/first", later(redirect("/second")));
    web.respondAt("/second", later(reply(200, {}, "in time")));
    expect(await outcome("/first", { timeoutMs: 300 })).toBe("timeout");
    expect(await outcome("/second", { timeoutMs: 30_000 })).toBe("in time");
  });

  test("is up for an unread body, which frees its connection and its slot", async () => {
    web.respondAt("/unread", dripping(head, "a".repeat(100)));
    web.respondAt("/next", reply(200, {}, "next"));
    const fetch = fetchWith({ concurrency: 1 });
    const { body } = await fetch(web.url("/unread"), { timeoutMs: 1000 });
    await until(() => web.openConnections() === 0);
    expect(await fetchOutcome(fetch(web.url("/next")))).toBe("next");
    await expect(new Response(body).text()).rejects.toMatchObject({ reason: "timeout" });
  });
});

describe("the caller's signal", () => {
  test("aborts a request before it begins", async () => {
    const before = web.requests.length;
    expect(await outcome("/", { signal: AbortSignal.abort() })).toBe("aborted");
    expect(web.requests.length).toBe(before);
  });

  test("aborts waiting for a response, and reading one", async () => {
    for (const answer of [() => {}, (socket: Socket) => socket.write(`${ok}\r\nhello`)]) {
      const caller = new AbortController();
      web.respondAt("/", answer);
      const ending = outcome("/", { signal: caller.signal });
      await until(() => web.openConnections() === 1);
      caller.abort();
      expect(await ending).toBe("aborted");
    }
  });

  test("does nothing once the body has been read", async () => {
    const caller = new AbortController();
    web.respondAt("/", reply(200, {}, "hello"));
    expect(await outcome("/", { signal: caller.signal })).toBe("hello");
    caller.abort();
  });
});

describe("concurrency", () => {
  /** Responds on demand, and counts the most requests that waited. */
  function holdAnswers(path: string) {
    const held: Socket[] = [];
    let most = 0;
    web.respondAt(path, (socket) => {
      held.push(socket);
      most = Math.max(most, web.openConnections());
    });
    return { held, most: () => most };
  }

  test("is limited, and other requests wait", async () => {
    const { held, most } = holdAnswers("/");
    const fetch = fetchWith({ concurrency: 2 });
    const outcomes = Array.from({ length: 7 }, () => fetchOutcome(fetch(web.url("/"))));
    for (let answered = 0; answered < 7; answered += 1) {
      await until(() => held.length > 0);
      held.shift()?.end(reply(200, {}, "hello"));
    }
    expect(await Promise.all(outcomes)).toEqual(Array(7).fill("hello"));
    expect(most()).toBe(2);
  });

  test("counts unread bodies until they are cancelled", async () => {
    web.respondAt("/long", dripping(`${ok}\r\n`, "a"));
    const fetch = fetchWith({ concurrency: 1 });
    const first = await fetch(web.url("/long"));
    const { held, most } = holdAnswers("/");
    const second = fetchOutcome(fetch(web.url("/")));
    await first.body.cancel();
    await until(() => held.length > 0);
    held[0]?.end(reply(200, {}, "hello"));
    expect(await second).toBe("hello");
    expect(most()).toBe(1);
  });

  test("counts the waiting towards the timeout, and a request that timed out is not sent", async () => {
    web.respondAt("/long", dripping(`${ok}\r\n`, "a"));
    web.respondAt("/late", reply(200));
    web.respondAt("/next", reply(200, {}, "next"));
    const fetch = fetchWith({ concurrency: 1 });
    const first = await fetch(web.url("/long"));
    expect(await fetchOutcome(fetch(web.url("/late"), { timeoutMs: 20 }))).toBe("timeout");
    await first.body.cancel();
    expect(await fetchOutcome(fetch(web.url("/next")))).toBe("next");
    expect(web.requests.filter((head) => head.startsWith("GET /late "))).toEqual([]);
  });

  test("every failure frees its slot", async () => {
    const fetch = fetchWith({ concurrency: 1 });
    web.respondAt("/fine", reply(200, {}, "fine"));
    web.respondAt("/broken", "nonsense");
    web.respondAt("/large", reply(200, {}, "a".repeat(100)));
    web.respondAt("/silent", () => {});
    const urls = [
      "http://10.0.0.1/",
      "ftp://a.example/",
      "http://nobody.example/",
      ...["/broken", "/large"].map(web.url),
    ];
    for (const url of urls) await fetchOutcome(fetch(url, { maxBytes: 10 }));
    await fetchOutcome(fetch(web.url("/silent"), { timeoutMs: 20 }));
    expect(await fetchOutcome(fetch(web.url("/fine")))).toBe("fine");
  });
});
