import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import {
  hostileInputs,
  hostileUrls,
  registerInternalNames,
} from "../../../../test/support/hostile/hostile-urls.ts";
import { externalAddress, openFakeWeb, redirect, reply } from "../../../../test/support/unfurl/fake-web.ts";
import { fetchOutcome } from "../../../../test/support/unfurl/fetch-outcome.ts";
import { until } from "../../../../test/support/until.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";

const web = await openFakeWeb();
const { port, dns } = web;
const outboundFetch = createGuardedFetch(
  web.config({ blocked_domains: ["blocked.example"] }, { public_url: "https://chat.example" }),
);
const outcome = (url: string) => fetchOutcome(outboundFetch(url.replaceAll("PORT", String(port))));

beforeAll(() => registerInternalNames(dns));
afterEach(() => expect(web.privateConnections()).toBe(0));
afterAll(() => web[Symbol.asyncDispose]());

const rowsOf = (table: typeof hostileUrls) =>
  Object.entries(table).flatMap(([reason, urls]) => urls.map((url): [string, string] => [url, reason]));

describe("a hostile URL", () => {
  test.each([...rowsOf(hostileUrls), ...rowsOf(hostileInputs)])(
    "%j is refused as input: %s",
    async (url, reason) => {
      const before = web.requests.length;
      expect(await outcome(url)).toBe(reason);
      expect(web.requests.length).toBe(before);
    },
  );

  test.each(rowsOf(hostileUrls))("%j is refused as the target of a redirect: %s", async (url, reason) => {
    web.respondAt("/away", redirect(url.replaceAll("PORT", String(port))));
    expect(await outcome(web.url("/away"))).toBe(reason);
  });

  test("of excessive length is refused", async () => {
    expect(await outcome(web.url(`/${"a".repeat(10_000)}`))).toBe("bad-url");
  });

  test.each(["http://outside.example:PORT\\@127.0.0.1/", "http://outside.example:PORT/@127.0.0.1:PORT/"])(
    "%j looks internal but leads to the external host",
    async (url) => expect(await outcome(url)).toBe("404"),
  );
});

describe("a redirect", () => {
  test.each([301, 302, 303, 307, 308])("with status %d does not lead to an internal host", async (status) => {
    web.respondAt("/away", redirect(`http://127.0.0.1:${port}/`, status));
    expect(await outcome(web.url("/away"))).toBe("refused-address");
  });

  test.each([200, 201, 300, 304, 305, 306, 399, 404])("is not followed with status %d", async (status) => {
    web.respondAt("/away", redirect(`http://127.0.0.1:${port}/`, status));
    expect(await outcome(web.url("/away"))).toBe(status < 300 ? "" : String(status));
  });

  test("without a target is not followed", async () => {
    web.respondAt("/away", reply(302));
    expect(await outcome(web.url("/away"))).toBe("302");
  });

  test.each([
    "//127.0.0.1:PORT/",
    "\\\\127.0.0.1:PORT/",
    "/\\127.0.0.1:PORT/",
    "//[::1]:PORT/",
    "///127.0.0.1:PORT",
  ])("to %j does not lead to an internal host", async (location) => {
    web.respondAt("/away", redirect(location.replace("PORT", String(port))));
    expect(await outcome(web.url("/away"))).toBe("refused-address");
  });

  test("with two targets leads to the first", async () => {
    web.respondAt(
      "/away",
      `HTTP/1.1 302 F\r\nLocation: /here\r\nLocation: http://127.0.0.1:${port}/\r\n\r\n`,
    );
    web.respondAt("/here", reply(200, {}, "here"));
    expect(await outcome(web.url("/away"))).toBe("here");
  });

  test("does not lead to an internal host as the last of several", async () => {
    web.respondAt("/1", redirect("/2"));
    web.respondAt("/2", redirect(web.url("/3")));
    web.respondAt("/3", redirect(`http://[::ffff:127.0.0.1]:${port}/`));
    expect(await outcome(web.url("/1"))).toBe("refused-address");
  });

  test("is followed at most three times", async () => {
    for (const number of [1, 2, 3]) web.respondAt(`/${number}`, redirect(`/${number + 1}`));
    web.respondAt("/4", reply(200, {}, "arrived"));
    expect(await outcome(web.url("/1"))).toBe("arrived");
    web.respondAt("/4", redirect("/5"));
    web.respondAt("/5", reply(200, {}, "too far"));
    expect(await outcome(web.url("/1"))).toBe("too-many-redirects");
  });

  test.each(["/round", "", "#", "?", "./round", "//outside.example:PORT/round"])(
    "to itself (%j) ends after the limit",
    async (location) => {
      web.respondAt("/round", redirect(location.replace("PORT", String(port))));
      web.respondAt("/round?", redirect(location));
      const before = web.requests.length;
      expect(await outcome(web.url("/round"))).toBe("too-many-redirects");
      expect(web.requests.length).toBe(before + 4);
    },
  );

  test("between two URLs ends after the limit", async () => {
    web.respondAt("/to", redirect("/fro"));
    web.respondAt("/fro", redirect("/to"));
    expect(await outcome(web.url("/to"))).toBe("too-many-redirects");
  });

  test("is followed before its body ends", async () => {
    web.respondAt("/away", (socket) => socket.write("HTTP/1.1 302 F\r\nLocation: /here\r\n\r\nendless"));
    web.respondAt("/here", async (socket) => {
      await until(() => web.openConnections() === 1);
      socket.end(reply(200, {}, "here"));
    });
    expect(await outcome(web.url("/away"))).toBe("here");
  });

  test("in a Refresh header, a Link header or the body is not followed", async () => {
    const refresh = `0; url=http://127.0.0.1:${port}/`;
    const page = `<meta http-equiv="refresh" content="${refresh}">`;
    web.respondAt(
      "/refresh",
      reply(200, { Refresh: refresh, Link: `<http://127.0.0.1:${port}/>; rel=preload` }, page),
    );
    expect(await outcome(web.url("/refresh"))).toBe(page);
  });
});

describe("a name whose address changes", () => {
  test("is resolved once, and the checked address is the one connected to", async () => {
    dns.setInTurn("rebinding.example", [externalAddress], ["127.0.0.1"]);
    web.respondAt("/", reply(200, {}, "outside"));
    expect(await outcome("http://rebinding.example:PORT/")).toBe("outside");
    expect(dns.queries("rebinding.example")).toEqual({ four: 1, six: 1 });
    expect(await outcome("http://rebinding.example:PORT/")).toBe("refused-address");
  });

  test("is resolved and checked again for a redirect to itself", async () => {
    dns.setInTurn("turning.example", [externalAddress], ["127.0.0.1"]);
    web.respondAt("/turn", redirect("/turned"));
    expect(await outcome("http://turning.example:PORT/turn")).toBe("refused-address");
    expect(dns.queries("turning.example").four).toBe(2);
  });
});

test("the internal services answer if the guard allows them", async () => {
  await using other = await openFakeWeb();
  const unguarded = createGuardedFetch(other.config({ allow_private_hosts: ["127.0.0.0/8", "::1"] }));
  for (const host of ["127.0.0.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"])
    expect(await fetchOutcome(unguarded(`http://${host}:${other.port}/`))).toBe("a secret");
  expect(other.privateConnections()).toBe(4);
});
