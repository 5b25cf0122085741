import { describe, expect, test } from "bun:test";
import type { Socket } from "node:net";
import { findLinks, unfurl } from "../../../src/domains/unfurl/index.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { reply } from "../../support/unfurl/fake-web.ts";
import { openUnfurlServer } from "../../support/unfurl/unfurl-server.ts";
import { until } from "../../support/until.ts";

const title = '<meta property="og:title" content="A">';
const picture = await makeImage("png");

describe.each(["embed", "proxy"] as const)("%s", (name) => {
  const media = {
    embed: reply(200, { "Content-Type": "text/html" }, title),
    proxy: reply(200, { "Content-Type": "image/png" }, picture),
  };

  test("fetches a link once a minute", async () => {
    await using fixture = await openUnfurlServer();
    const { web, server, hits } = fixture;
    web.respondAt("/a", media[name]);
    const fetchPage = async () => (await fixture[name]("/a")).bytes();
    const first = await fetchPage();
    expect(await fetchPage()).toEqual(first);
    expect(hits("/a")).toBe(1);
    server.clock.advance(61_000);
    expect(await fetchPage()).toEqual(first);
    expect(hits("/a")).toBe(2);
  });

  test("caches failures", async () => {
    await using fixture = await openUnfurlServer();
    const { web, server, hits } = fixture;
    for (const _ of [1, 2]) expect((await fixture[name]("/a")).status).toBe(400);
    expect(hits("/a")).toBe(1);
    web.respondAt("/a", media[name]);
    server.clock.advance(61_000);
    expect((await fixture[name]("/a")).status).toBe(200);
  });

  test("fetches a link once for requests at the same time", async () => {
    await using fixture = await openUnfurlServer();
    const { web, hits } = fixture;
    const waiting: Socket[] = [];
    web.respondAt("/a", (socket) => void waiting.push(socket));
    const responses = Array.from({ length: 5 }, () => fixture[name]("/a"));
    await until(() => waiting.length > 0);
    // Once a later request is answered, the earlier ones have arrived as well.
    await fetch(`${fixture.server.url}/january/`);
    for (const socket of waiting) socket.end(media[name]);
    for (const response of responses) expect((await response).status).toBe(200);
    expect(hits("/a")).toBe(1);
  });

  test("caches by the whole address", async () => {
    await using fixture = await openUnfurlServer();
    fixture.web.respondAt("/a?b=1", media[name]);
    expect((await fixture[name]("/a?b=1")).status).toBe(200);
    expect((await fixture[name]("/a?b=2")).status).toBe(400);
  });
});

describe("for messages", () => {
  test("a link becomes an embed, or nothing", async () => {
    await using fixture = await openUnfurlServer();
    const { page, web, server } = fixture;
    const { services } = server.running;
    const content = `see ${page("/a", title)}, ${web.url("/b")} and http://127.0.0.1/`;
    const [first = "", second = "", third = ""] = findLinks(content, 5);
    expect(await unfurl(services, first, "somebody")).toMatchObject({
      type: "Website",
      title: "A",
      original_url: first,
    });
    expect(await unfurl(services, second, "somebody")).toBeUndefined();
    expect(await unfurl(services, third, "somebody")).toBeUndefined();
    expect(await unfurl(services, "no link", "somebody")).toBeUndefined();
  });
});
