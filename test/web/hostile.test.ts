import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { updateMessage } from "../../src/domains/messages/store/messages.ts";
import type { Embed } from "../../src/protocol/embed.ts";
import { newUser, type Person } from "../support/accounts/people.ts";
import { followLink } from "../support/browser/follow-link.ts";
import { addresses, colours, longWord, nasties, salad } from "../support/browser/nasty-texts.ts";
import { hasBrowser, type Page, WebBrowser } from "../support/browser/web-browser.ts";
import { openWebTest, storeAccount, type WebTest } from "../support/browser/web-client.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { amount, isThorough } from "../support/run/is-thorough.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { joinCommunity } from "../support/servers/communities.ts";
import { execute, newWebhook } from "../support/webhooks/webhooks.ts";

/** The same words in every run. */
const generated = fc.sample(salad, { seed: 19, numRuns: amount(25, 60) });
const inspector = join(import.meta.dir, "../support/browser/inspect-page.js");
const own = new Set(["127.0.0.1", "localhost"]);
const narrow = { width: 360, height: 740 };
const wide = { width: 1440, height: 900 };
const viewports = [wide, narrow];

describe.if(hasBrowser)("hostile words", () => {
  let web: WebTest;
  let ann: Person;
  let bob: Person;
  let server: string;
  let channels: { readonly messages: string; readonly media: string };
  beforeAll(async () => {
    web = await openWebTest();
    ann = await newUser(web.server, "Ann");
    bob = await newUser(web.server, "Bob");
    channels = await newScene();
  }, 120_000);
  afterEach(() => web.closePages());
  afterAll(() => web?.[Symbol.asyncDispose]());

  /** Asks for something that the server may refuse, and returns whether it did not. */
  async function attempt(method: "post" | "put" | "patch", path: string, body: object, by = ann) {
    const { status, body: answer } = await web.server.client[method](path, body, by);
    if (status >= 500) throw new Error(`${path}: ${status}`);
    return status < 300 ? answer : undefined;
  }

  async function newScene() {
    const name = '<img src=x onerror="hacked()">';
    const created = await attempt("post", "/servers/create", { name: name.slice(0, 32) });
    server = created.server._id;
    const main = created.channels[0]._id as string;
    await joinCommunity(web.server, { id: server }, bob);
    const ids: string[] = [];
    for (const [index, text] of nasties.entries()) {
      const short = text.slice(0, 32);
      const channel = await attempt("post", `/servers/${server}/channels`, {
        name: short,
        description: text,
      });
      if (channel) ids.push(channel._id);
      const role = await attempt("post", `/servers/${server}/roles`, { name: short });
      if (!role) continue;
      const look = { colour: colours[index % colours.length], hoist: true };
      await attempt("patch", `/servers/${server}/roles/${role.id}`, look);
      if (index < 6) await addMember(text, role.id, index);
    }
    const categories = nasties.slice(0, 6).map((text, index) => ({
      id: `category${index}`,
      title: text.slice(0, 32),
      channels: ids.slice(index * 2, index * 2 + 2),
    }));
    await attempt("patch", `/servers/${server}`, {
      categories,
      description: nasties.join(" ").slice(0, 1024),
    });
    for (const text of [...nasties, ...generated])
      await attempt("post", `/channels/${main}/messages`, { content: text.slice(0, 2000) }, bob);
    return { messages: main, media: await newMediaChannel() };
  }

  async function addMember(text: string, role: string, index: number): Promise<void> {
    const person = await newUser(web.server, `Member${index}`);
    await joinCommunity(web.server, { id: server }, person);
    const profile = { content: text.slice(0, 2000) };
    await attempt("patch", "/users/@me", { display_name: text.slice(0, 32) }, person);
    await attempt(
      "patch",
      "/users/@me",
      { status: { text: text.slice(0, 128), presence: "Online" }, profile },
      person,
    );
    await attempt("put", `/users/${ann.id}/friend`, {}, person);
    await attempt("patch", `/servers/${server}/members/${person.id}`, {
      roles: [role],
      nickname: text.slice(0, 32),
    });
  }

  /** Files, embeds, and names that come with a message. */
  async function newMediaChannel(): Promise<string> {
    const { _id: channel } = await attempt("post", `/servers/${server}/channels`, { name: "media" });
    const webhook = await newWebhook(web.server, ann, { channel, name: "<b>door</b>" });
    for (const [index, text] of nasties.entries()) {
      const form = new FormData();
      form.append(
        "file",
        new File([index % 2 ? "text" : "\0\x01"], `${text.slice(0, 80)}.${index % 2 ? "txt" : "bin"}`),
      );
      const uploaded = await fetch(`${web.url}/autumn/attachments`, {
        method: "POST",
        headers: { "x-session-token": ann.token },
        body: form,
      });
      const { id } = uploaded.ok ? ((await uploaded.json()) as { id: string }) : {};
      const masquerade = { name: text.slice(0, 32), colour: colours[index % colours.length] };
      await attempt("post", `/channels/${channel}/messages`, {
        content: "file",
        attachments: id ? [id] : [],
        masquerade,
      });
      const embed = {
        title: text.slice(0, 100),
        description: text.slice(0, 2000),
        url: addresses[index % addresses.length],
        icon_url: addresses[(index + 1) % addresses.length],
        colour: colours[index % colours.length],
      };
      await execute(web.server, webhook, { embeds: [embed] });
    }
    // What no request could have stored: another server of the protocol may be less strict.
    for (const url of addresses) {
      const id = await sendMessage(web.server, { by: ann, channel }, "Look.");
      const image = { url, width: 90_000, height: 3, size: "Large" } as const;
      const embeds: Embed[] = [
        {
          type: "Website",
          url,
          original_url: url,
          title: longWord,
          description: nasties[0],
          site_name: longWord,
          icon_url: url,
          image,
          colour: "red; background: url(https://evil.example)",
        },
        {
          type: "Text",
          url,
          icon_url: url,
          title: "<b>",
          description: `[x](${url})`,
          colour: "url(https://evil.example)",
        },
        { type: "Image", ...image },
        { type: "Video", url, width: 4, height: 4 },
      ];
      const changes = { embeds: JSON.stringify(embeds) };
      await web.server.running.store.write((tx) => updateMessage(tx, { channel_id: channel, id }, changes));
    }
    return channel;
  }

  /** Opens the page of a channel, which remembers every host that it asks. */
  async function open(channel: string) {
    const hosts = new Set<string>();
    const page = await web.open("/health", { as: ann, viewport: wide });
    await page.addInitScript({ path: inspector });
    page.on("request", (request) => void hosts.add(new URL(request.url()).hostname));
    page.on("dialog", (dialog) => void hosts.add(`dialog ${dialog.message()}`));
    await page.goto(`${web.url}/server/${server}/channel/${channel}`);
    return { page, foreign: () => [...hosts].filter((host) => !own.has(host)) };
  }

  const inspect = (page: Page) => page.evaluate<string[]>("inspectPage()");

  /** Reads a channel from its end to its beginning, in a high window, which takes fewer steps. */
  async function readThrough(page: Page, { width }: { width: number }): Promise<string[]> {
    await page.setViewportSize({ width, height: 3_000 });
    const found = new Set<string>();
    await page.getByRole("article").last().waitFor();
    for (let isDone = false; !isDone; ) {
      for (const problem of await inspect(page)) found.add(problem);
      isDone = await page.evaluate("scrollBack('section[aria-label=Messages]')");
    }
    return [...found];
  }

  // What is too wide anywhere is so on the narrow one.
  for (const viewport of isThorough ? viewports : [narrow])
    for (const name of ["messages", "media"] as const)
      test(`in ${name} of a channel, ${viewport.width} pixels wide`, async () => {
        const { page, foreign } = await open(channels[name]);
        expect(await readThrough(page, viewport)).toEqual([]);
        expect(foreign()).toEqual([]);
      });

  thoroughTest("in profiles and lists, and in names on the other pages", async () => {
    const { page, foreign } = await open(channels.media);
    const found = new Set<string>();
    /** At both widths: the same page is laid out again, which is quicker than loading it again. */
    const inspectAt = async (name: string, at = viewports) => {
      for (const viewport of at) {
        await page.setViewportSize(viewport);
        await page.evaluate("new Promise(requestAnimationFrame)");
        for (const problem of await inspect(page)) found.add(`${name}, ${viewport.width} pixels: ${problem}`);
      }
    };
    await page.getByRole("article").last().waitFor();
    const members = page
      .getByRole("complementary", { name: "Members" })
      .getByRole("button", { name: /hacked/ });
    for (const viewport of viewports) {
      await page.setViewportSize(viewport);
      if (viewport === narrow) {
        await page.getByRole("button", { name: "Open the lists" }).click();
        await inspectAt("lists", [narrow]);
        await page
          .getByRole("button", { name: "Close", exact: true })
          .click({ position: { x: 350, y: 300 } });
        await page.getByRole("button", { name: "Members", exact: true }).click();
      }
      await members.first().waitFor();
      for (let index = 0; index < 3; index++) {
        await members.nth(index).click();
        await page.getByRole("dialog").getByRole("heading").first().waitFor();
        await page.locator("[role=status][aria-label]").first().waitFor({ state: "detached" });
        await inspectAt(`profile ${index}`, [viewport]);
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      }
    }
    await page.setViewportSize(wide);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("option").first().waitFor();
    await inspectAt("switcher");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.setViewportSize(wide);
    await followLink(page, "/friends");
    await page.getByRole("navigation", { name: "Friends" }).waitFor();
    await inspectAt("friends");
    await page.setViewportSize(wide);
    await followLink(page, `/server/${server}/settings`);
    const links = page.getByRole("navigation", { name: "Pages of the settings" }).getByRole("link");
    await links.first().waitFor();
    for (const name of await links.allTextContents()) {
      await links.filter({ hasText: name }).first().click();
      await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
      await page.locator("[role=status][aria-label]").first().waitFor({ state: "detached" });
      await inspectAt(name);
      await page.setViewportSize(wide);
    }
    expect([...found]).toEqual([]);
    expect(foreign()).toEqual([]);
  });

  // The others show the same in the fonts that the tests bring.
  test.if(isThorough)("in messages, in the fonts of this machine", async () => {
    await using browser = await WebBrowser.launch({ fonts: "machine" });
    const page = await browser.newPage({ viewport: narrow, serviceWorkers: "block" });
    await page.addInitScript(storeAccount, ann);
    await page.addInitScript({ path: inspector });
    for (const channel of Object.values(channels)) {
      await page.goto(`${web.url}/server/${server}/channel/${channel}`);
      expect(await readThrough(page, narrow)).toEqual([]);
    }
  });
});
