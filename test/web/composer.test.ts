import { afterAll, beforeAll, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { followLink } from "../support/browser/follow-link.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { isThorough } from "../support/run/is-thorough.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { type Community, joinCommunity, newCommunity } from "../support/servers/communities.ts";
import { until } from "../support/until.ts";

const skip = !hasBrowser;
let web: WebTest;
let restarted: TestServer | undefined;
let ann: Person;
let bob: Person;
let place: Community;
/** Bob's, of which all tests use the same two. */
let page: Page;
let phone: Page;

beforeAll(async () => {
  if (skip) return;
  web = await openWebTest();
  ann = await newUser(web.server, "Ann");
  bob = await newUser(web.server, "Bob");
  place = await newCommunity(web.server, ann);
  await joinCommunity(web.server, place, bob);
  page = await web.open("/", { as: bob });
  const viewport = { width: 360, height: 740 };
  phone = await web.open("/", { as: bob, hasTouch: true, isMobile: true, viewport });
}, 120_000);

afterAll(async () => {
  // While there is a server: the pages go back to one of its addresses.
  await web?.closePages();
  await restarted?.[Symbol.asyncDispose]();
  await web?.[Symbol.asyncDispose]();
});

const field = (at = page) => at.getByRole("textbox", { name: /^Write to/ });
/** How much the browser keeps of drafts, texts and files. */
const countDrafts = () =>
  page.evaluate<number>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open("composer");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction("drafts").objectStore("drafts").count();
      counting.onsuccess = () => {
        opening.result.close();
        resolve(counting.result);
      };
    };
  })`);
const files = () => page.getByRole("list", { name: "Attached files" }).getByRole("listitem");
const image = { name: "a.png", mimeType: "image/png", buffer: onePixel() };

/** Drags a finger to the side over a page that has touch. */
async function swipe(page: Page, from: ReturnType<Page["getByText"]>, by: number): Promise<void> {
  // Rows move while the composer shrinks: a trial click waits until this one stands still.
  await from.click({ trial: true });
  const box = await from.boundingBox();
  if (!box) throw new Error("there is nothing to swipe");
  const [x, y] = [Math.max(box.x, 180), box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", { x, y });
  for (const part of [0.25, 0.5, 0.75, 1]) await touch("touchMove", { x: x + by * part, y });
  await touch("touchEnd");
}

/** Waits until the field holds a text. */
async function holds(text: string): Promise<void> {
  await until(async () => (await field().inputValue()) === text);
}

/** Opens a new channel of the place in which Bob has written something. What others write would be announced, too. */
async function openChannel({ on = page, messages = [] }: { on?: Page; messages?: string[] } = {}) {
  const name = `room-${crypto.randomUUID().slice(0, 8)}`;
  const { body } = await web.server.client.post(`/servers/${place.id}/channels`, { name }, ann);
  const channel = { id: body._id as string, name, messages: [] as string[] };
  for (const text of messages)
    channel.messages.push(await sendMessage(web.server, { by: bob, channel: channel.id }, text));
  await followLink(on, `/server/${place.id}/channel/${channel.id}`);
  await on.getByRole("textbox", { name: `Write to ${name}` }).waitFor();
  return channel;
}

/** The messages of a channel, the oldest first. */
async function messagesIn(channel: string) {
  const { body } = await web.server.client.get(`/channels/${channel}/messages?sort=Oldest`, ann);
  return body as {
    content?: string;
    attachments?: { filename: string }[];
    replies?: string[];
    mentions?: string[];
  }[];
}

async function contentsIn(channel: string): Promise<(string | undefined)[]> {
  return (await messagesIn(channel)).map(({ content }) => content);
}

test.skipIf(skip)("Enter sends, and Shift Enter breaks the line", async () => {
  const channel = await openChannel();
  await field().pressSequentially("first");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("second");
  await page.keyboard.press("Enter");
  await until(async () => (await contentsIn(channel.id)).includes("first\nsecond"));
  expect(await field().inputValue()).toBe("");
});

test.skipIf(skip)(
  "keys pressed anywhere write, formats can be undone, and an edit is completed in sight",
  async () => {
    const channel = await openChannel({ messages: [`<@${ann.id}> hi`] });
    const row = page.getByRole("article", { name: /^Bob/ });
    await row.click();
    await page.keyboard.type("what");
    await holds("what");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("ControlOrMeta+b");
    await holds("**what**");
    await page.keyboard.press("ControlOrMeta+z");
    await page.keyboard.press("ControlOrMeta+z");
    await holds("what");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Delete");
    await page.keyboard.press("ArrowUp");
    const editor = page.getByRole("textbox", { name: "Edit message" });
    await until(async () => (await editor.inputValue()) === "@Ann hi");
    const focused = "document.activeElement?.getAttribute('aria-label')";
    await until(async () => (await page.evaluate<string>(focused)) === "Edit message");
    await page.keyboard.type(" @bo");
    const option = page.getByRole("option", { name: "Bob" });
    await option.click();
    await until(async () => (await editor.inputValue()) === "@Ann hi @Bob ");
    await page.keyboard.press("Enter");
    await until(async () => (await contentsIn(channel.id)).includes(`<@${ann.id}> hi <@${bob.id}>`));
  },
);

test.skipIf(skip)("on a phone Enter breaks the line, and the button sends", async () => {
  const channel = await openChannel({ on: phone });
  await phone.getByRole("button", { name: "More to send" }).tap();
  await until(async () => {
    const box = await phone.getByRole("menu").boundingBox();
    return box?.x === 0 && box.width === 360 && box.y + box.height === 740;
  });
  await phone.keyboard.press("Escape");
  await field(phone).click();
  await phone.keyboard.type("one");
  await phone.keyboard.press("Enter");
  await phone.keyboard.type("two");
  await phone.getByRole("button", { name: "Send", exact: true }).tap();
  await until(async () => (await contentsIn(channel.id)).includes("one\ntwo"));
  await swipe(phone, phone.getByRole("article", { name: /^Bob/ }), -120);
  await phone.getByRole("list", { name: "Replies to" }).waitFor();
});

test.if(isThorough && !skip)(
  "on a phone the picker follows the scroll position, jumps, and reacts with any emoji",
  async () => {
    const channel = await openChannel({ on: phone, messages: ["look"] });
    await phone.getByText("look").click({ button: "right" });
    await phone.getByRole("menuitem", { name: "React with another emoji…" }).tap();
    const dialog = phone.getByRole("dialog");
    const group = (name: string) => dialog.getByRole("toolbar", { name: "Groups of emoji" }).getByLabel(name);
    const isCurrent = (name: string) =>
      until(async () => (await group(name).getAttribute("aria-current")) === "true");
    await isCurrent("Smileys");
    // The keyboard would cover the emoji.
    expect(await phone.evaluate("document.activeElement.type")).not.toBe("search");
    await group("Activities").tap();
    await isCurrent("Activities");
    await phone.evaluate(`document.querySelector("[data-group='8']").scrollIntoView()`);
    await isCurrent("Symbols");
    await group("Food and drink").tap();
    await dialog.getByRole("button", { name: "hot beverage", exact: true }).tap();
    await dialog.waitFor({ state: "detached" });
    const path = `/channels/${channel.id}/messages/${channel.messages[0]}`;
    await until(async () => "☕" in ((await web.server.client.get(path, ann)).body.reactions ?? {}));
  },
);

test.skipIf(skip)("a draft comes back after a reload, with its mention, in its own channel", async () => {
  const channel = await openChannel();
  await field().pressSequentially("for @an");
  await page.getByRole("option", { name: "Ann" }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("soon");
  await page.getByRole("link", { name: "General" }).click();
  await page.getByRole("textbox", { name: "Write to General" }).waitFor();
  expect(await field().inputValue()).toBe("");
  await page.getByRole("link", { name: channel.name }).click();
  await holds("for @Ann soon");
  await page.reload();
  await holds("for @Ann soon");
  await field().press("Enter");
  await until(async () => (await contentsIn(channel.id)).includes(`for <@${ann.id}> soon`));
  expect((await messagesIn(channel.id)).at(-1)?.mentions).toEqual([ann.id]);
});

test.skipIf(skip)("the files of a draft stay with it, in another channel and over a reload", async () => {
  const channel = await openChannel();
  await page.getByLabel("Attach files").and(page.locator("input")).setInputFiles(image);
  await files().first().getByRole("button", { name: "Hide a.png as a spoiler" }).click();
  await page.getByRole("link", { name: "General" }).click();
  await page.getByRole("textbox", { name: "Write to General" }).waitFor();
  expect(await files().count()).toBe(0);
  await page.getByRole("link", { name: channel.name }).click();
  await files().getByRole("img").or(files().getByText("a.png")).first().waitFor();
  await page.reload();
  await files().getByText("Spoiler").waitFor();
  await field().press("Enter");
  await until(async () => (await messagesIn(channel.id)).length === 1);
  const [sent] = await messagesIn(channel.id);
  expect(sent?.attachments?.map(({ filename }) => filename)).toEqual(["SPOILER_a.png"]);
  await until(async () => (await countDrafts()) === 0);
  await page.reload();
  await page.getByRole("article").first().waitFor();
  expect(await files().count()).toBe(0);
});

test.skipIf(skip)("files are picked, dropped and pasted, and go with the message", async () => {
  const channel = await openChannel();
  await page.getByLabel("Attach files").and(page.locator("input")).setInputFiles(image);
  await files().first().getByRole("button", { name: "Hide a.png as a spoiler" }).click();
  const hand = (kind: "drop" | "paste") => page.evaluate(handFile(kind));
  await hand("drop");
  await hand("paste");
  await files().nth(2).waitFor();
  await field().press("Enter");
  await until(async () => (await messagesIn(channel.id)).length === 1);
  const [sent] = await messagesIn(channel.id);
  expect(sent?.attachments?.map(({ filename }) => filename)).toEqual([
    "SPOILER_a.png",
    "drop.txt",
    "paste.txt",
  ]);
  expect(await files().count()).toBe(0);
});

test.skipIf(skip)(
  "what is sent while the server is down arrives once it is back, in order and once",
  async () => {
    const channel = await openChannel();
    await web.server.stop();
    for (const text of ["one", "two", "three"]) {
      await field().fill(text);
      await field().press("Enter");
    }
    const { port } = new URL(web.server.url);
    restarted = await openServer("sqlite", { home: web.server.home, config: { port: Number(port) } });
    await until(async () => (await contentsIn(channel.id)).length >= 3);
    // A later message goes behind all that waited: had one been sent again, it would be there by now.
    await field().fill("four");
    await field().press("Enter");
    await until(async () => (await contentsIn(channel.id)).includes("four"));
    expect(await contentsIn(channel.id)).toEqual(["one", "two", "three", "four"]);
  },
  60_000,
);

/** Runs in the page: drops a file on the field, or pastes it there. */
function handFile(kind: "drop" | "paste"): string {
  const event =
    kind === "drop"
      ? "new DragEvent('drop', { ...init, dataTransfer: data })"
      : "new ClipboardEvent('paste', { ...init, clipboardData: data })";
  return `{
    const data = new DataTransfer();
    data.items.add(new File(["hello"], "${kind}.txt", { type: "text/plain" }));
    const init = { bubbles: true, cancelable: true };
    document.querySelector("textarea").dispatchEvent(${event});
  }`;
}

function onePixel(): Buffer {
  const base64 =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  return Buffer.from(base64, "base64");
}
