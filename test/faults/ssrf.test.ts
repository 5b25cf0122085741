import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { createGuardedFetch } from "../../src/platform/outbound/guarded-fetch.ts";
import { openOutsideWeb, outsideAddress, redirect, reply } from "../support/outside-web.ts";
import { outcomeOf } from "../support/outside-web-outcome.ts";
import { hostileTyping, hostileUrls, nameInside } from "../support/outside-web-urls.ts";
import { until } from "../support/until.ts";

const web = await openOutsideWeb();
const { port, dns } = web;
const outboundFetch = createGuardedFetch(
  web.config({ blocked_domains: ["blocked.example"] }, { public_url: "https://chat.example" }),
);
const outcome = (url: string) => outcomeOf(outboundFetch(url.replaceAll("PORT", String(port))));

beforeAll(() => nameInside(dns));
afterEach(() => expect(web.privateConnections()).toBe(0));
afterAll(() => web[Symbol.asyncDispose]());

const rowsOf = (table: typeof hostileUrls) =>
  Object.entries(table).flatMap(([reason, urls]) => urls.map((url): [string, string] => [url, reason]));

describe("a hostile URL", () => {
  test.each([...rowsOf(hostileUrls), ...rowsOf(hostileTyping)])("%j, typed: %s", async (url, reason) => {
    const before = web.requests.length;
    expect(await outcome(url)).toBe(reason);
    expect(web.requests.length).toBe(before);
  });

  test.each(rowsOf(hostileUrls))("%j, as a redirect: %s", async (url, reason) => {
    web.answer("/away", redirect(url.replaceAll("PORT", String(port))));
    expect(await outcome(web.url("/away"))).toBe(reason);
  });

  test("that is very long is none", async () => {
    expect(await outcome(web.url(`/${"a".repeat(10_000)}`))).toBe("bad-url");
  });

  test.each(["http://outside.example:PORT\\@127.0.0.1/", "http://outside.example:PORT/@127.0.0.1:PORT/"])(
    "%j only looks like one that leads inside",
    async (url) => expect(await outcome(url)).toBe("404"),
  );
});

describe("a redirect", () => {
  test.each([301, 302, 303, 307, 308])("%d does not lead inside", async (status) => {
    web.answer("/away", redirect(`http://127.0.0.1:${port}/`, status));
    expect(await outcome(web.url("/away"))).toBe("refused-address");
  });

  test.each([200, 201, 300, 304, 305, 306, 399, 404])("%d is none", async (status) => {
    web.answer("/away", redirect(`http://127.0.0.1:${port}/`, status));
    expect(await outcome(web.url("/away"))).toBe(status < 300 ? "" : String(status));
  });

  test("without a target is none", async () => {
    web.answer("/away", reply(302));
    expect(await outcome(web.url("/away"))).toBe("302");
  });

  test.each([
    "//127.0.0.1:PORT/",
    "\\\\127.0.0.1:PORT/",
    "/\\127.0.0.1:PORT/",
    "//[::1]:PORT/",
    "///127.0.0.1:PORT",
  ])("to %j does not lead inside", async (location) => {
    web.answer("/away", redirect(location.replace("PORT", String(port))));
    expect(await outcome(web.url("/away"))).toBe("refused-address");
  });

  test("with two targets leads to the first or nowhere", async () => {
    web.answer("/away", `HTTP/1.1 302 F\r\nLocation: /here\r\nLocation: http://127.0.0.1:${port}/\r\n\r\n`);
    web.answer("/here", reply(200, {}, "here"));
    expect(await outcome(web.url("/away"))).toBe("here");
  });

  test("does not lead inside as the last of several", async () => {
    web.answer("/1", redirect("/2"));
    web.answer("/2", redirect(web.url("/3")));
    web.answer("/3", redirect(`http://[::ffff:127.0.0.1]:${port}/`));
    expect(await outcome(web.url("/1"))).toBe("refused-address");
  });

  test("is followed three times", async () => {
    for (const number of [1, 2, 3]) web.answer(`/${number}`, redirect(`/${number + 1}`));
    web.answer("/4", reply(200, {}, "arrived"));
    expect(await outcome(web.url("/1"))).toBe("arrived");
    web.answer("/4", redirect("/5"));
    web.answer("/5", reply(200, {}, "too far"));
    expect(await outcome(web.url("/1"))).toBe("too-many-redirects");
  });

  test.each(["/round", "", "#", "?", "./round", "//outside.example:PORT/round"])(
    "to where it is from (%j) has an end",
    async (location) => {
      web.answer("/round", redirect(location.replace("PORT", String(port))));
      web.answer("/round?", redirect(location));
      const before = web.requests.length;
      expect(await outcome(web.url("/round"))).toBe("too-many-redirects");
      expect(web.requests.length).toBe(before + 4);
    },
  );

  test("to and fro has an end", async () => {
    web.answer("/to", redirect("/fro"));
    web.answer("/fro", redirect("/to"));
    expect(await outcome(web.url("/to"))).toBe("too-many-redirects");
  });

  test("is not waited for to end", async () => {
    web.answer("/away", (socket) => socket.write("HTTP/1.1 302 F\r\nLocation: /here\r\n\r\nendless"));
    web.answer("/here", async (socket) => {
      await until(() => web.open() === 1);
      socket.end(reply(200, {}, "here"));
    });
    expect(await outcome(web.url("/away"))).toBe("here");
  });

  test("in other places than the head of the answer is none", async () => {
    const refresh = `0; url=http://127.0.0.1:${port}/`;
    const page = `<meta http-equiv="refresh" content="${refresh}">`;
    web.answer(
      "/refresh",
      reply(200, { Refresh: refresh, Link: `<http://127.0.0.1:${port}/>; rel=preload` }, page),
    );
    expect(await outcome(web.url("/refresh"))).toBe(page);
  });
});

describe("a name that changes its mind", () => {
  test("is asked for once, and what was checked is what is connected to", async () => {
    dns.setInTurn("rebinding.example", [outsideAddress], ["127.0.0.1"]);
    web.answer("/", reply(200, {}, "outside"));
    expect(await outcome("http://rebinding.example:PORT/")).toBe("outside");
    expect(dns.queries("rebinding.example")).toEqual({ four: 1, six: 1 });
    expect(await outcome("http://rebinding.example:PORT/")).toBe("refused-address");
  });

  test("is checked again for a redirect to itself", async () => {
    dns.setInTurn("turning.example", [outsideAddress], ["127.0.0.1"]);
    web.answer("/turn", redirect("/turned"));
    expect(await outcome("http://turning.example:PORT/turn")).toBe("refused-address");
    expect(dns.queries("turning.example").four).toBe(2);
  });
});

test("the services inside would answer, were they asked", async () => {
  await using other = await openOutsideWeb();
  const unguarded = createGuardedFetch(other.config({ allow_private_hosts: ["127.0.0.0/8", "::1"] }));
  for (const host of ["127.0.0.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"])
    expect(await outcomeOf(unguarded(`http://${host}:${other.port}/`))).toBe("a secret");
  expect(other.privateConnections()).toBe(4);
});
