import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { isAtTop, topRow, watchPlaces } from "../support/browser/watch-places.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { openServer } from "../support/server/server.ts";

describe.if(hasBrowser)("messages", () => {
  let web: WebTest;
  let ann: Person;
  let bob: Person;
  let serverId: string;

  beforeAll(async () => {
    web = await openWebTest();
    [ann, bob] = [await newUser(web.server, "Ann"), await newUser(web.server, "Bob")];
    const { body } = await web.server.client.post("/servers/create", { name: "Ferrets" }, ann);
    serverId = body.server._id;
    const invite = await web.server.client.post(`/channels/${body.channels[0]._id}/invites`, {}, ann);
    await web.server.client.post(`/invites/${invite.body._id}`, {}, bob);
  }, 120_000);
  afterEach(() => web.closePages());
  afterAll(() => web[Symbol.asyncDispose]());

  const newChannel = async (name: string): Promise<string> => {
    const { body } = await web.server.client.post(`/servers/${serverId}/channels`, { name }, ann);
    return body._id;
  };
  const send = async (channel: string, as: Person, content: string, more: object = {}): Promise<string> => {
    const { body } = await web.server.client.post(`/channels/${channel}/messages`, { content, ...more }, as);
    return body._id;
  };
  const sendMany = async (channel: string, as: Person, count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let number = 1; number <= count; number += 1) {
      // Lines of different length, so that the heights of the rows cannot be guessed.
      ids.push(await send(channel, as, `message ${number} ${"and more words ".repeat((number * 7) % 40)}`));
    }
    return ids;
  };
  const pathOf = (channel: string) => `/server/${serverId}/channel/${channel}`;
  const rowOf = (page: Page, id: string) => page.locator(`[data-message="${id}"]`);
  const list = (page: Page) => page.getByRole("region", { name: "Messages" });

  test("history scrolls both ways and keeps the place", async () => {
    const channel = await newChannel("history");
    const ids = await sendMany(channel, bob, 340);
    const page = await web.open(pathOf(channel), { as: ann });
    await rowOf(page, ids.at(-1) ?? "").waitFor();

    let pages = 0;
    await page.route(
      (url) => url.searchParams.has("before"),
      async (route) => {
        pages += 1;
        // Every other page is late: the reader waits for it at the upper edge.
        if (pages % 2 === 0) await page.waitForFunction(isAtTop);
        await route.continue();
      },
    );
    const upwards = await page.evaluate(watchPlaces, -1);
    expect(upwards.jumps).toEqual([]);
    await page.getByRole("heading", { name: "This is the beginning of #history" }).waitFor();
    await rowOf(page, ids[0] ?? "").waitFor();

    const downwards = await page.evaluate(watchPlaces, 1);
    expect(downwards.jumps).toEqual([]);
    await rowOf(page, ids.at(-1) ?? "").waitFor();
    await page.getByRole("button", { name: "Jump to the latest" }).waitFor({ state: "hidden" });
  }, 90_000);

  test("what is written appears at once, follows the end, and is counted elsewhere", async () => {
    const channel = await newChannel("live");
    await sendMany(channel, ann, 60);
    const page = await web.open(pathOf(channel), { as: ann });
    await page.getByText("message 60").waitFor();
    await send(channel, bob, "hello from bob");
    await page.getByText("hello from bob").first().waitFor();
    await rowOf(page, await send(channel, bob, "and again")).waitFor();

    await list(page).hover();
    await page.mouse.wheel(0, -3_000);
    await page.getByRole("button", { name: "Jump to the latest" }).waitFor();
    const third = await send(channel, bob, "while you read");
    await page.getByRole("button", { name: "1 new message" }).click();
    await rowOf(page, third).waitFor();
  }, 60_000);

  test("a channel is where it was left, without asking the server again", async () => {
    const [channel, other] = [await newChannel("here"), await newChannel("elsewhere")];
    const ids = await sendMany(channel, ann, 60);
    const page = await web.open(pathOf(channel), { as: ann });
    await rowOf(page, ids.at(-1) ?? "").waitFor();
    await list(page).hover();
    await page.mouse.wheel(0, -900);
    await page.getByRole("button", { name: "Jump to the latest" }).waitFor();
    const top = await page.evaluate(topRow);
    await page.locator(`a[href="${pathOf(other)}"]`).click();
    await page.getByRole("heading", { name: "This is the beginning of #elsewhere" }).waitFor();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.locator(`a[href="${pathOf(channel)}"]`).click();
    await rowOf(page, top).waitFor();
    expect(await page.evaluate(topRow)).toBe(top);
    expect(requests.filter((url) => url.includes(`/channels/${channel}/messages`))).toEqual([]);
  }, 60_000);

  test("a channel opens at the first unread message, which the end acknowledges", async () => {
    const channel = await newChannel("unread");
    const ids = await sendMany(channel, bob, 80);
    await web.server.client.put(`/channels/${channel}/ack/${ids[29]}`, {}, ann);
    await web.server.drain();
    const page = await web.open(`${pathOf(channel)}/${ids[60]}`, { as: ann });
    await rowOf(page, ids[60] ?? "").waitFor();
    const toUnread = page.getByRole("button", { name: "Jump to the first unread message" });
    await toUnread.click();
    await page.getByRole("heading", { name: "New messages", exact: true }).waitFor();
    await rowOf(page, ids[30] ?? "").waitFor();
    await toUnread.waitFor({ state: "detached" });

    await page.goto(web.url + pathOf(channel));
    await page.getByRole("heading", { name: "New messages", exact: true }).waitFor();
    await rowOf(page, ids[30] ?? "").waitFor();
    expect(await toUnread.count()).toBe(0);
    await page.locator(`a[href="${pathOf(channel)}"][data-unread]`).waitFor();

    const acknowledged = page.waitForRequest((request) => request.url().includes(`/ack/${ids.at(-1)}`));
    await page.getByRole("button", { name: "Jump to the latest" }).click();
    await acknowledged;
    await page.locator(`a[href="${pathOf(channel)}"]:not([data-unread])`).waitFor();

    await rowOf(page, ids.at(-2) ?? "").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Mark as unread from here" }).click();
    await page.locator(`a[href="${pathOf(channel)}"][data-unread]`).waitFor();
    await page.keyboard.press("Escape");
    await page.locator(`a[href="${pathOf(channel)}"]:not([data-unread])`).waitFor();
  }, 60_000);

  test("own messages are edited in place, and deleted with a way back", async () => {
    const channel = await newChannel("changes");
    const id = await send(channel, ann, "frist");
    const other = await send(channel, ann, "away with it");
    const page = await web.open(pathOf(channel), { as: ann });
    const reader = await web.open(pathOf(channel), { as: bob });
    await rowOf(page, id).focus();
    await page.keyboard.press("e");
    const editor = page.getByRole("textbox", { name: "Edit message" });
    await editor.fill("first");
    await editor.press("Enter");
    await rowOf(reader, id).getByText("first").waitFor();
    // On the line of the text.
    await rowOf(reader, id).locator("p").getByText("(edited)").waitFor();

    await rowOf(page, other).hover();
    await rowOf(page, other).getByRole("button", { name: "Delete" }).click();
    await rowOf(page, other).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await rowOf(page, other).waitFor();
    await rowOf(page, other).hover();
    await rowOf(page, other)
      .getByRole("button", { name: "Delete" })
      .click({ modifiers: ["Shift"] });
    await rowOf(reader, other).waitFor({ state: "detached" });
  }, 60_000);

  test("replies lead to what they answer, and addresses to their message", async () => {
    const channel = await newChannel("replies");
    const ids = await sendMany(channel, bob, 130);
    const first = ids[0] ?? "";
    const reply = await send(channel, ann, "I agree", { replies: [{ id: first, mention: false }] });
    const page = await web.open(pathOf(channel), { as: ann });
    await rowOf(page, reply).getByRole("button", { name: "Reply to Bob" }).click();
    await rowOf(page, first).and(page.locator("[data-highlighted]")).waitFor();

    const deep = ids[40] ?? "";
    await page.goto(`${web.url}${pathOf(channel)}/${deep}`);
    await rowOf(page, deep).and(page.locator("[data-highlighted]")).waitFor();
    expect(await rowOf(page, deep).isVisible()).toBe(true);
  }, 60_000);

  test("reactions are counted, named and taken back", async () => {
    const channel = await newChannel("reactions");
    const id = await send(channel, bob, "look at this");
    const page = await web.open(pathOf(channel), { as: ann });
    await web.server.client.put(
      `/channels/${channel}/messages/${id}/reactions/${encodeURIComponent("🎉")}`,
      {},
      bob,
    );
    const chip = rowOf(page, id).getByRole("button", { name: "🎉 1", exact: true });
    await chip.click();
    const both = rowOf(page, id).getByRole("button", { name: "🎉 2", exact: true });
    await both.and(page.locator('[aria-pressed="true"]')).waitFor();
    await both.hover();
    await page.getByRole("tooltip").getByText("Ann").waitFor();
    await both.click();
    await chip.waitFor();
    await rowOf(page, id).hover();
    await rowOf(page, id).getByRole("button", { name: "React", exact: true }).click();
    await page.getByRole("searchbox").fill("rocket");
    await page.getByRole("searchbox").press("Enter");
    await rowOf(page, id).getByRole("button", { name: "🚀 1" }).waitFor();
    await rowOf(page, id).click({ button: "right" });
    await page.getByRole("menuitem", { name: "React 👍" }).click();
    await rowOf(page, id).getByRole("button", { name: "👍 1" }).waitFor();
  }, 60_000);

  // The last one: it replaces the server.
  test("after the server was away nothing is missing", async () => {
    const channel = await newChannel("outage");
    const [id = "", gone = ""] = await sendMany(channel, bob, 2);
    // The server of this page is gone afterwards.
    const page = await web.open(pathOf(channel), { as: ann, fresh: true });
    await rowOf(page, gone).waitFor();
    const { home, url } = web.server;
    await web.server.stop();
    await page.getByText("No connection").waitFor();
    const port = Number(new URL(url).port);
    await using again = await openServer("sqlite", { home, config: { port } });
    const { client } = again;
    // As if other people had been quicker than this page.
    await client.post(`/channels/${channel}/messages`, { content: "you were away" }, bob);
    await client.patch(`/channels/${channel}/messages/${id}`, { content: "changed meanwhile" }, bob);
    await client.delete(`/channels/${channel}/messages/${gone}`, {}, bob);
    await page.getByText("you were away").first().waitFor();
    await rowOf(page, id).getByText("changed meanwhile").waitFor();
    await rowOf(page, gone).waitFor({ state: "detached" });
  }, 60_000);
});
