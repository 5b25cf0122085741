import { describe, expect, test } from "bun:test";
import type { Socket } from "node:net";
import { findLinks, unfurl } from "../../src/domains/unfurl/index.ts";
import { makeImage } from "../support/make-images.ts";
import { reply } from "../support/outside-web.ts";
import { openUnfurling } from "../support/unfurling.ts";
import { until } from "../support/until.ts";

const title = '<meta property="og:title" content="A">';
const picture = await makeImage("png");

describe.each(["embed", "proxy"] as const)("%s", (name) => {
  const media = {
    embed: reply(200, { "Content-Type": "text/html" }, title),
    proxy: reply(200, { "Content-Type": "image/png" }, picture),
  };

  test("asks once a minute", async () => {
    await using unfurling = await openUnfurling();
    const { web, server, hits } = unfurling;
    web.answer("/a", media[name]);
    const ask = async () => (await unfurling[name]("/a")).bytes();
    const first = await ask();
    expect(await ask()).toEqual(first);
    expect(hits("/a")).toBe(1);
    server.clock.advance(61_000);
    expect(await ask()).toEqual(first);
    expect(hits("/a")).toBe(2);
  });

  test("remembers what went wrong", async () => {
    await using unfurling = await openUnfurling();
    const { web, server, hits } = unfurling;
    for (const _ of [1, 2]) expect((await unfurling[name]("/a")).status).toBe(400);
    expect(hits("/a")).toBe(1);
    web.answer("/a", media[name]);
    server.clock.advance(61_000);
    expect((await unfurling[name]("/a")).status).toBe(200);
  });

  test("asks once for all who want it at the same time", async () => {
    await using unfurling = await openUnfurling();
    const { web, hits } = unfurling;
    const waiting: Socket[] = [];
    web.answer("/a", (socket) => void waiting.push(socket));
    const answers = Array.from({ length: 5 }, () => unfurling[name]("/a"));
    await until(() => waiting.length > 0);
    // By the time that a later request is answered, those before it have come as well.
    await fetch(`${unfurling.server.url}/january/`);
    for (const socket of waiting) socket.end(media[name]);
    for (const answer of answers) expect((await answer).status).toBe(200);
    expect(hits("/a")).toBe(1);
  });

  test("keeps two addresses apart", async () => {
    await using unfurling = await openUnfurling();
    unfurling.web.answer("/a?b=1", media[name]);
    expect((await unfurling[name]("/a?b=1")).status).toBe(200);
    expect((await unfurling[name]("/a?b=2")).status).toBe(400);
  });
});

describe("for messages", () => {
  test("a link becomes an embed, or nothing", async () => {
    await using unfurling = await openUnfurling();
    const { page, web, server } = unfurling;
    const { services } = server.running;
    const content = `see ${page("/a", title)}, ${web.url("/b")} and http://127.0.0.1/`;
    const [first = "", second = "", third = ""] = findLinks(content, 5);
    expect(await unfurl(services, first)).toMatchObject({ type: "Website", title: "A", original_url: first });
    expect(await unfurl(services, second)).toBeUndefined();
    expect(await unfurl(services, third)).toBeUndefined();
    expect(await unfurl(services, "no link")).toBeUndefined();
  });
});
