import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { updateMessage } from "../../src/domains/messages/store/messages.ts";
import type { Embed } from "../../src/protocol/embed.ts";
import { newUser, type Person } from "../support/accounts/people.ts";
import { followLink } from "../support/browser/follow-link.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { makeImage } from "../support/files/make-images.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { type FakeWeb, openFakeWeb, reply } from "../support/unfurl/fake-web.ts";
import { execute, newWebhook } from "../support/webhooks/webhooks.ts";

/** What is looked for in a page. */
interface Findings {
  readonly frames: number;
  readonly addresses: readonly string[];
  readonly sources: readonly string[];
  readonly backgrounds: readonly string[];
  readonly overflow: number;
}

describe.if(hasBrowser)("embeds", () => {
  let outside: FakeWeb;
  let web: WebTest;
  let ann: Person;
  let server: string;
  let page: Page;
  /** Those that the page asks. */
  const hosts = new Set<string>();
  beforeAll(async () => {
    outside = await openFakeWeb();
    web = await openWebTest({ config: { outbound: outside.config().outbound } });
    ann = await newUser(web.server, "Ann");
    const { body } = await web.server.client.post("/servers/create", { name: "Ferrets" }, ann);
    server = body.server._id;
    page = await web.open("/", { as: ann });
    page.on("request", (request) => void hosts.add(new URL(request.url()).hostname));
  });
  afterAll(async () => {
    await web[Symbol.asyncDispose]();
    await outside[Symbol.asyncDispose]();
  });

  const own = new Set(["127.0.0.1", "localhost"]);
  const newChannel = async (): Promise<string> => {
    const name = `links-${crypto.randomUUID().slice(0, 8)}`;
    return (await web.server.client.post(`/servers/${server}/channels`, { name }, ann)).body._id;
  };
  async function show(channel: string): Promise<void> {
    await followLink(page, `/server/${server}/channel/${channel}`);
    const { body } = await web.server.client.get(`/channels/${channel}`, ann);
    await page.getByRole("heading", { level: 1, name: body.name }).waitFor();
  }

  /** A message with embeds that no request could have made. */
  async function sendEmbeds(channel: string, embeds: readonly Embed[]): Promise<void> {
    const id = await sendMessage(web.server, { by: ann, channel }, "Look.");
    const changes = { embeds: JSON.stringify(embeds) };
    await web.server.running.store.write((tx) => updateMessage(tx, { channel_id: channel, id }, changes));
  }

  test("a page that somebody links to is shown as a card, whose image comes through the server", async () => {
    const image = await makeImage("png", { width: 800, height: 400 });
    outside.respondAt("/picture", reply(200, { "Content-Type": "image/png" }, image));
    const head = `<meta property="og:title" content="On ferrets"><meta property="og:site_name" content="Zoo">
      <meta property="og:description" content="All of them."><meta name="theme-color" content="#123456">
      <meta name="twitter:card" content="summary_large_image">
      <meta property="og:image" content="${outside.url("/picture")}">`;
    outside.respondAt(
      "/page",
      reply(200, { "Content-Type": "text/html" }, `<html><head>${head}</head></html>`),
    );
    const channel = await newChannel();
    await sendMessage(web.server, { by: ann, channel }, outside.url("/page"));
    await web.server.drain();
    await show(channel);
    const card = page.getByRole("article").filter({ hasText: "All of them." }).last();
    const link = card.getByRole("link", { name: "On ferrets" });
    expect(await link.getAttribute("href")).toBe(outside.url("/page"));
    expect(await link.getAttribute("rel")).toBe("noopener noreferrer nofollow");
    expect(await link.getAttribute("referrerpolicy")).toBe("no-referrer");
    expect(await card.getAttribute("style")).toBe("border-inline-start-color: rgb(18, 52, 86);");
    const shown = card.getByRole("img", { name: "On ferrets" });
    await shown.evaluate((image) => image.decode());
    expect(await shown.evaluate((image) => image.naturalWidth)).toBe(800);
    expect([...hosts].filter((host) => !own.has(host))).toEqual([]);
  });

  test("the card of a webhook has its title, its text and its colour", async () => {
    const channel = await newChannel();
    const webhook = await newWebhook(web.server, ann, { channel });
    const { status } = await execute(web.server, webhook, {
      embeds: [
        { title: "Build", url: "https://ci.example/1", description: "It is **green**.", colour: "#00ff00" },
        { title: "Gradient", colour: "linear-gradient(red, blue)" },
      ],
    });
    expect(status).toBe(200);
    await show(channel);
    const card = page.getByRole("article").filter({ hasText: "Build" }).last();
    expect(await card.getByRole("link", { name: "Build" }).getAttribute("href")).toBe("https://ci.example/1");
    await card.getByText("green").waitFor();
    expect(await card.getAttribute("style")).toBe("border-inline-start-color: rgb(0, 255, 0);");
    const plain = page.getByRole("article").filter({ hasText: "Gradient" }).last();
    expect(await plain.getAttribute("style")).toBeNull();
  });

  test("hostile embeds run nothing, leave their place nowhere and ask nobody else", async () => {
    const channel = await newChannel();
    const evil = "http://evil.example/x.png";
    await sendEmbeds(channel, [
      {
        type: "Website",
        url: "javascript:alert(1)",
        title: "<script>alert(1)</script>",
        description: "word".repeat(200),
        icon_url: evil,
        site_name: '"><img src=x onerror=alert(1)>',
        colour: `red; background: url(${evil})`,
        image: { url: evil, width: 1_000_000, height: 1, size: "Large" },
      },
      {
        type: "Website",
        url: "https://www.youtube.com/watch?v=ferret",
        title: "A video",
        special: { type: "YouTube", id: "ferret" },
        video: { url: "https://www.youtube.com/embed/ferret", width: 1280, height: 720 },
        image: { url: evil, width: 1280, height: 720, size: "Large" },
      },
      {
        type: "Text",
        title: "Nowhere",
        url: "data:text/html,<script>alert(1)</script>",
        colour: `url(${evil})`,
      },
      { type: "Image", url: "file:///etc/passwd", width: 10, height: 10, size: "Large" },
      { type: "Video", url: "https://evil.example/film.mp4", width: 640, height: 360 },
    ]);
    await show(channel);
    await page.getByText("Nowhere").waitFor();
    expect(await page.getByRole("link", { name: "Nowhere" }).count()).toBe(0);
    const player = page.getByRole("link", { name: "A video" }).last();
    expect(await player.getAttribute("href")).toBe("https://www.youtube.com/watch?v=ferret");
    const found = await page.evaluate<Findings>(`({
      frames: document.querySelectorAll("iframe, object, embed, script:not([src])").length,
      addresses: [...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href")),
      sources: [...document.querySelectorAll("main img, main video")].map((media) => media.getAttribute("src")),
      backgrounds: [...document.querySelectorAll("main article")].map(
        (card) => getComputedStyle(card).backgroundImage,
      ),
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    })`);
    expect(found.frames).toBe(0);
    expect(found.addresses.filter((address) => /^(javascript|data|file):/i.test(address))).toEqual([]);
    expect(found.sources.filter((source) => !own.has(new URL(source).hostname))).toEqual([]);
    expect(new Set(found.backgrounds)).toEqual(new Set(["none"]));
    expect(found.overflow).toBe(0);
    expect([...hosts].filter((host) => !own.has(host))).toEqual([]);
  });

  test("an invite to this server is a card with which one joins", async () => {
    const [bob, channel] = [await newUser(web.server, "Bob"), await newChannel()];
    const { body: place } = await web.server.client.post("/servers/create", { name: "Stoats" }, bob);
    const { body: invite } = await web.server.client.post(
      `/channels/${place.server.channels[0]}/invites`,
      {},
      bob,
    );
    await sendMessage(web.server, { by: ann, channel }, `Come: ${web.url}/invite/${invite._id}`);
    await sendMessage(web.server, { by: ann, channel }, `Gone: ${web.url}/invite/nothing1`);
    await show(channel);
    await page.getByText("1 member").waitFor();
    await page.getByText("This invite no longer exists").waitFor();
    await page.getByRole("button", { name: "Join Stoats" }).click();
    await page.waitForURL(`**/server/${place.server._id}/channel/${place.server.channels[0]}`);
    await page.getByRole("heading", { level: 1, name: "General" }).waitFor();
  });
});
