import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { externalAddress, openFakeWeb, redirect, reply } from "../../../../test/support/unfurl/fake-web.ts";
import { fetchOutcome } from "../../../../test/support/unfurl/fetch-outcome.ts";
import { until } from "../../../../test/support/until.ts";
import type { Config } from "../../../config/schema.ts";
import type { OutboundRequestOptions } from "../port.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";

const web = await openFakeWeb();
const fetchWith = (outbound: Partial<Config["outbound"]> = {}) => createGuardedFetch(web.config(outbound));
const guardedFetch = fetchWith();
const outcome = (path: string, options?: OutboundRequestOptions) =>
  fetchOutcome(guardedFetch(web.url(path), options));
const lastHead = () => web.requests.at(-1) ?? "";

afterEach(() => until(() => web.openConnections() === 0));
afterAll(() => web[Symbol.asyncDispose]());

describe("a request", () => {
  test("has the host's name, and a connection of its own", async () => {
    web.respondAt("/a?b=%20c", reply(200, {}, "hello"));
    expect(await outcome("/a?b=%20c#d")).toBe("hello");
    expect(lastHead().split("\r\n").toSorted()).toEqual(
      [
        ...["", "", "GET /a?b=%20c HTTP/1.1", `host: outside.example:${web.port}`, "connection: close"],
        ...["accept: */*", "accept-encoding: gzip", "user-agent: Ermine"],
      ].toSorted(),
    );
  });

  test("has the caller's headers, except those that callers cannot set", async () => {
    web.respondAt("/", reply(200));
    const headers = {
      "User-Agent": "Other",
      Accept: "image/*",
      "X-More": "1",
      Host: "inside",
      Connection: "keep-alive",
    };
    await outcome("/", { headers: { ...headers, "Accept-Encoding": "br" } });
    expect(lastHead()).toInclude("user-agent: Other\r\naccept: image/*\r\nx-more: 1\r\n");
    expect(lastHead()).toInclude(
      `host: outside.example:${web.port}\r\nconnection: close\r\naccept-encoding: gzip\r\n`,
    );
    expect(lastHead()).not.toInclude("inside");
  });

  test("has no secrets for another origin, and no cookies", async () => {
    web.dns.set("other.example", externalAddress);
    const cookie = { "Set-Cookie": "a=b" };
    web.respondAt("/1", reply(302, { Location: "/2", ...cookie }));
    web.respondAt("/2", reply(302, { Location: `http://other.example:${web.port}/3`, ...cookie }));
    web.respondAt("/3", reply(302, { Location: web.url("/4"), ...cookie }));
    web.respondAt("/4", reply(200, {}, "end"));
    const headers = { Authorization: "Bearer secret", Accept: "image/*", "Accept-Language": "en" };
    const answer = await guardedFetch(web.url("/1"), { headers });
    expect(await new Response(answer.body).text()).toBe("end");
    expect(answer.url).toBe(web.url("/4"));
    const [first = "", second = "", third = "", fourth = ""] = web.requests.slice(-4);
    for (const head of [first, second]) expect(head).toInclude("authorization: Bearer secret");
    for (const head of [third, fourth]) expect(head).not.toInclude("secret");
    for (const head of [first, second, third, fourth]) {
      expect(head).toInclude("accept: image/*");
      expect(head).toInclude("accept-language: en");
      expect(head.toLowerCase()).not.toInclude("cookie");
      expect(head.toLowerCase()).not.toInclude("referer");
    }
    expect(third).toInclude(`host: other.example:${web.port}`);
  });

  test("has no secrets for another port of the same host", async () => {
    await using other = await openFakeWeb();
    other.respondAt("/", reply(200, {}, "end"));
    web.respondAt("/", redirect(`http://outside.example:${other.port}/`));
    expect(await outcome("/", { headers: { Authorization: "Bearer secret" } })).toBe("end");
    expect(lastHead()).toInclude("authorization: Bearer secret");
    expect(other.requests).toHaveLength(1);
    expect(other.requests[0]).not.toInclude("secret");
  });

  test("goes to the next address when the first refuses the connection", async () => {
    // Nothing listens at the other one.
    web.dns.set("several.example", "127.7.0.2", externalAddress);
    web.respondAt("/", reply(200, {}, "second"));
    const fetch = fetchWith({ allow_private_hosts: ["127.7.0.0/24"] });
    expect(await fetchOutcome(fetch(`http://several.example:${web.port}/`))).toBe("second");
  });

  test("by HEAD has no body, whatever Content-Length says", async () => {
    web.respondAt(
      "/",
      reply(200, { "Content-Length": "999999999", "Content-Encoding": "gzip", "Content-Type": "image/png" }),
    );
    const answer = await guardedFetch(web.url("/"), { method: "HEAD" });
    expect(answer).toMatchObject({ status: 200, contentType: "image/png" });
    expect(answer.headers.get("content-length")).toBe("999999999");
    expect(await new Response(answer.body).text()).toBe("");
    expect(lastHead()).toStartWith("HEAD / HTTP/1.1\r\n");
  });

  test("by HEAD stays HEAD after a redirect", async () => {
    web.respondAt("/away", redirect("/here", 303));
    web.respondAt("/here", reply(200));
    await outcome("/away", { method: "HEAD" });
    expect(lastHead()).toStartWith("HEAD /here ");
  });

  test("follows a redirect with letters that are not ASCII", async () => {
    web.dns.set("xn--bcher-kva.example", externalAddress);
    web.respondAt("/away", redirect(`http://bücher.example:${web.port}/größe`));
    web.respondAt("/gr%C3%B6%C3%9Fe", reply(200, {}, "there"));
    expect(await outcome("/away")).toBe("there");
  });

  test("uses the system's DNS by default", async () => {
    const fetch = fetchWith({ dns_servers: [], allow_private_hosts: ["localhost"] });
    expect(await fetchOutcome(fetch(`http://localhost:${web.port}/`))).toBe("a secret");
    // The name servers of a busy machine may take seconds for it.
    const patient = { timeoutMs: 50_000 };
    expect(await fetchOutcome(fetch(`http://nobody.invalid:${web.port}/`, patient))).toBe("unknown-host");
  });

  test("of a trusted name may reach private addresses", async () => {
    web.dns.set("wiki", externalAddress);
    web.respondAt("/", reply(200, {}, "wiki"));
    const fetch = fetchWith({ allow_private_hosts: ["wiki"] });
    expect(await fetchOutcome(fetch(`http://wiki:${web.port}/`))).toBe("wiki");
    expect(await fetchOutcome(fetch(web.url("/")))).toBe("refused-address");
  });
});

describe("a response", () => {
  test("is returned unchanged", async () => {
    web.respondAt(
      "/",
      reply(203, { "Content-Type": "text/html; charset=x", "X-A": "1", "x-a": "2" }, "päge"),
    );
    const answer = await guardedFetch(web.url("/"));
    expect(answer).toMatchObject({ status: 203, url: web.url("/"), contentType: "text/html; charset=x" });
    expect(answer.headers.get("X-A")).toBe("1, 2");
    expect(await new Response(answer.body).text()).toBe("päge");
  });

  test("is decompressed", async () => {
    const packed = gzipSync("hello ".repeat(1000));
    for (const encoding of ["gzip", "X-GZIP", " gzip "]) {
      web.respondAt("/", reply(200, { "Content-Encoding": encoding }, packed));
      expect(await outcome("/")).toBe("hello ".repeat(1000));
    }
  });

  test.each([
    ["in pieces", "", "Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"],
    ["of no announced length", "", "\r\nhello"],
    ["longer than announced, as long as announced", "", "Content-Length: 5\r\n\r\nhello and more"],
    ["after hints", "HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n", "Content-Length: 5\r\n\r\nhello"],
  ])("may come %s", async (_, before, rest) => {
    web.respondAt("/", `${before}HTTP/1.1 200 OK\r\n${rest}`);
    expect(await outcome("/")).toBe("hello");
  });

  test.each([
    ["shorter than announced", "network", "Content-Length: 5\r\n\r\nhel"],
    ["with a piece missing", "network", "Transfer-Encoding: chunked\r\n\r\n5\r\nhel"],
    ["in broken pieces", "network", "Transfer-Encoding: chunked\r\n\r\nx\r\nhello"],
    ["of two lengths", "bad-response", "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!"],
    ["of a length below nothing", "bad-response", "Content-Length: -5\r\n\r\nhello"],
    [
      "of a length and in pieces",
      "bad-response",
      "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["with a huge header", "bad-response", `A: ${"a".repeat(20_000)}\r\n\r\n`],
    ["with many headers", "bad-response", `${"A: a\r\n".repeat(20_000)}\r\n`],
    [
      "with a huge trailer",
      "network",
      `Transfer-Encoding: chunked\r\n\r\n0\r\n${"A: a\r\n".repeat(20_000)}\r\n`,
    ],
    ["packed otherwise", "bad-response", "Content-Encoding: br\r\n\r\nhello"],
    ["packed twice", "bad-response", "Content-Encoding: gzip, gzip\r\n\r\nhello"],
    ["not packed as announced", "bad-response", "Content-Encoding: gzip\r\n\r\nhello"],
    ["packed, but without anything", "bad-response", "Content-Encoding: gzip\r\nContent-Length: 0\r\n\r\n"],
  ])("does not come %s (%s)", async (_, reason, rest) => {
    web.respondAt("/", `HTTP/1.1 200 OK\r\n${rest}`);
    expect(await outcome("/")).toBe(reason);
  });

  test.each([
    ["SSH-2.0-OpenSSH_9.6\r\n", "bad-response"],
    ["HTTP/1.1 200 OK\n\nhello", "bad-response"],
    ["HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n", "bad-response"],
    ["", "network"],
  ])("is malformed: %j", async (text, reason) => {
    web.respondAt("/", text);
    expect(await outcome("/")).toBe(reason);
  });

  test("is an error with its status unless it is a success", async () => {
    for (const status of [400, 404, 429, 500, 503, 999]) {
      web.respondAt("/", reply(status, {}, "sorry"));
      expect(await outcome("/")).toBe(String(status));
      await expect(guardedFetch(web.url("/"))).rejects.toMatchObject({
        reason: "bad-status",
        status,
        refused: false,
      });
    }
  });

  test("that is compressed and truncated fails", async () => {
    web.respondAt(
      "/",
      reply(200, { "Content-Encoding": "gzip" }, gzipSync("hello".repeat(100)).subarray(0, -12)),
    );
    expect(await outcome("/")).toBe("bad-response");
  });

  test("from a closed port is a network error", async () => {
    const fetch = fetchWith({ allow_private_hosts: ["127.7.0.2"] });
    web.dns.set("down.example", "127.7.0.2");
    expect(await fetchOutcome(fetch(`http://down.example:${web.port}/`))).toBe("network");
    await expect(fetch(`http://10.0.0.1:${web.port}/`)).rejects.toMatchObject({ refused: true });
  });
});
