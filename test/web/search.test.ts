import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { joinCommunity } from "../support/servers/communities.ts";
import { until } from "../support/until.ts";

describe.if(hasBrowser)("search and pins", () => {
  let web: WebTest;
  let ann: Person;
  let bob: Person;
  let server: string;
  beforeAll(async () => {
    web = await openWebTest();
    ann = await newUser(web.server, "Ann");
    bob = await newUser(web.server, "Bob");
    const { body } = await web.server.client.post("/servers/create", { name: "Ferrets" }, ann);
    server = body.server._id;
    await joinCommunity(web.server, { id: server }, bob);
  });
  afterEach(() => web.closePages());
  afterAll(() => web[Symbol.asyncDispose]());

  const newChannel = async (): Promise<string> =>
    (await web.server.client.post(`/servers/${server}/channels`, { name: "talk" }, ann)).body._id;
  const send = (by: Person, channel: string, draft: unknown) =>
    sendMessage(web.server, { by, channel }, draft);
  async function open(channel: string, person: Person): Promise<Page> {
    const page = await web.open(`/server/${server}/channel/${channel}`, { as: person });
    await page.getByRole("heading", { level: 1, name: "talk" }).waitFor();
    return page;
  }
  const panelOf = (page: Page, name: string) => page.getByRole("complementary", { name });
  const pin = (channel: string, id: string) =>
    web.server.client.post(`/channels/${channel}/messages/${id}/pin`, {}, ann);

  test("a search finds words, and leads to the place of what it found", async () => {
    const channel = await newChannel();
    const wanted = await send(bob, channel, "The ferret sleeps in the *drawer*.");
    await send(ann, channel, "Nothing of interest.");
    const page = await open(channel, ann);
    await page.keyboard.press("Control+f");
    const panel = panelOf(page, "Search");
    const words = panel.getByLabel("Words");
    await words.waitFor();
    await until(() => words.evaluate((field) => field === field.ownerDocument.activeElement));
    await page.keyboard.type("?!");
    await page.keyboard.press("Enter");
    await panel.getByText("Type at least one letter or digit.").waitFor();
    await words.fill("hedgehog");
    await page.keyboard.press("Enter");
    await panel.getByRole("heading", { name: "Nothing found" }).waitFor();
    await words.fill("ferret");
    await page.keyboard.press("Enter");
    await panel.getByText("1 message", { exact: true }).waitFor();
    await until(() => page.evaluate("CSS.highlights.get('found')?.size === 1"));
    await send(bob, await newChannel(), "Another ferret.");
    await panel.getByText("Server", { exact: true }).click();
    await panel.getByText("2 messages", { exact: true }).waitFor();
    await panel.getByText("Channel", { exact: true }).click();
    await panel.getByText("1 message", { exact: true }).waitFor();
    await panel.getByRole("article", { name: /^Bob/ }).getByRole("link", { name: "Jump" }).click();
    await page.waitForURL(`**/channel/${channel}/${wanted}`);
    await page.keyboard.press("Escape");
    await web.server.client.delete(`/channels/${channel}/messages/${wanted}`, ann);
    await panel.getByRole("article", { name: /^Bob/ }).waitFor({ state: "detached" });
  });

  test("a panel and the members stand in the same place", async () => {
    const page = await open(await newChannel(), ann);
    const [search, members] = [panelOf(page, "Search"), panelOf(page, "Members")];
    await members.waitFor();
    await page.keyboard.press("Control+f");
    await search.waitFor();
    await members.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Members", exact: true }).click();
    await members.waitFor();
    await search.waitFor({ state: "detached" });
  });

  thoroughTest("filters leave what one person wrote, and what has a file", async () => {
    const channel = await newChannel();
    const file = await uploadFile(web.server, bob, { content: "a list", filename: "list.txt" });
    await send(bob, channel, { content: "See the list.", attachments: [file] });
    await send(bob, channel, "Without one.");
    await send(ann, channel, "By Ann.");
    const page = await open(channel, ann);
    await page.getByRole("button", { name: "Search" }).click();
    const panel = panelOf(page, "Search");
    await panel.getByRole("button", { name: "Filters" }).click();
    await panel.getByLabel("Written by").fill("bob");
    await panel.getByText("2 messages", { exact: true }).waitFor();
    await panel.getByRole("button", { name: "With" }).click();
    await page.getByRole("option", { name: "a file" }).click();
    await panel.getByText("1 message", { exact: true }).waitFor();
    await panel.getByText("list.txt").waitFor();
    await panel.getByRole("button", { name: /^To/ }).click();
    await page.getByRole("grid").waitFor();
    await page.keyboard.press("PageUp");
    await page.keyboard.press("Enter");
    await panel.getByRole("heading", { name: "Nothing found" }).waitFor();
  });

  thoroughTest("pins come and go as they are made, and only moderators can take one away", async () => {
    const channel = await newChannel();
    const [first, second] = [
      await send(ann, channel, "First rule."),
      await send(bob, channel, "Second rule."),
    ];
    const pages = await Promise.all([ann, bob].map((person) => open(channel, person)));
    const panels = pages.map((page) => panelOf(page, "Pinned messages"));
    for (const page of pages) await page.getByRole("button", { name: "Pinned messages" }).click();
    for (const panel of panels) await panel.getByText("Nothing is pinned").waitFor();
    await pin(channel, first);
    await pin(channel, second);
    for (const panel of panels) await panel.getByText("First rule.").waitFor();
    for (const panel of panels) await panel.getByText("Second rule.").waitFor();
    expect(await panels[1]?.getByRole("button", { name: "Unpin" }).count()).toBe(0);
    await panels[0]?.getByRole("article", { name: /^Bob/ }).getByRole("button", { name: "Unpin" }).click();
    for (const panel of panels) await panel.getByText("Second rule.").waitFor({ state: "detached" });
    await pages[0]?.getByRole("button", { name: "Undo" }).click();
    for (const panel of panels) await panel.getByText("Second rule.").waitFor();
  });
});
