import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { type Community, joinCommunity, newCommunity } from "../support/servers/communities.ts";
import { until } from "../support/until.ts";

const skip = !hasBrowser;
const limits = { new_user: { file_upload_size_limits: { attachments: 100_000 } } };
let web: WebTest;
let restarted: TestServer | undefined;
let ann: Person;
let bob: Person;
let place: Community;
let path: string;

beforeAll(async () => {
  if (skip) return;
  web = await openWebTest({ config: { limits } });
  ann = await newUser(web.server, "Ann");
  bob = await newUser(web.server, "Bob");
  place = await newCommunity(web.server, ann);
  await joinCommunity(web.server, place, bob);
  path = `/server/${place.id}/channel/${place.channel}`;
}, 120_000);

afterEach(() => web.closePages());
afterAll(async () => {
  await restarted?.[Symbol.asyncDispose]();
  await web?.[Symbol.asyncDispose]();
});

const field = (page: Page) => page.getByRole("textbox", { name: /^Write to/ });
const files = (page: Page) => page.getByRole("list", { name: "Attached files" }).getByRole("listitem");
const image = { name: "a.png", mimeType: "image/png", buffer: onePixel() };

/** Waits until the field holds a text. */
async function holds(page: Page, text: string): Promise<void> {
  await until(async () => (await field(page).inputValue()) === text);
}

/** A new channel of the place, with its page. */
async function newChannel(settings: object = {}) {
  const name = `room-${crypto.randomUUID().slice(0, 8)}`;
  const { body } = await web.server.client.post(`/servers/${place.id}/channels`, { name }, ann);
  await web.server.client.patch(`/channels/${body._id}`, settings, ann);
  return { id: body._id as string, name, path: `/server/${place.id}/channel/${body._id}` };
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

test.skipIf(skip)("Enter sends, Shift Enter breaks the line, and another person reads it", async () => {
  const channel = await newChannel();
  const page = await web.open(channel.path, { as: bob });
  await field(page).pressSequentially("first");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("second");
  await page.keyboard.press("Enter");
  await until(async () => (await contentsIn(channel.id)).includes("first\nsecond"));
  expect(await field(page).inputValue()).toBe("");
  const other = await web.open(channel.path, { as: ann });
  await other.getByText("second").waitFor();
});

test.skipIf(skip)("on a phone Enter breaks the line, and the button sends", async () => {
  const channel = await newChannel();
  const page = await web.open(channel.path, {
    as: bob,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  });
  await field(page).click();
  await page.keyboard.type("one");
  await page.keyboard.press("Enter");
  await page.keyboard.type("two");
  await page.getByRole("button", { name: "Send" }).tap();
  await until(async () => (await contentsIn(channel.id)).includes("one\ntwo"));
});

test.skipIf(skip)("a draft comes back after a reload, with its mention, in its own channel", async () => {
  const channel = await newChannel();
  const page = await web.open(channel.path, { as: bob });
  await field(page).pressSequentially("for @an");
  await page.getByRole("option", { name: "Ann" }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("soon");
  await page.getByRole("link", { name: "General" }).click();
  await page.getByRole("textbox", { name: "Write to General" }).waitFor();
  expect(await field(page).inputValue()).toBe("");
  await page.getByRole("link", { name: channel.name }).click();
  await holds(page, "for @Ann soon");
  await page.reload();
  await holds(page, "for @Ann soon");
  await field(page).press("Enter");
  await until(async () => (await contentsIn(channel.id)).includes(`for <@${ann.id}> soon`));
  expect((await messagesIn(channel.id)).at(-1)?.mentions).toEqual([ann.id]);
});

test.skipIf(skip)("the files of a draft stay with it, in another channel and over a reload", async () => {
  const channel = await newChannel();
  const page = await web.open(channel.path, { as: bob });
  await page.getByLabel("Attach files").and(page.locator("input")).setInputFiles(image);
  await files(page).first().getByRole("button", { name: "Hide a.png as a spoiler" }).click();
  await page.getByRole("link", { name: "General" }).click();
  await page.getByRole("textbox", { name: "Write to General" }).waitFor();
  expect(await files(page).count()).toBe(0);
  await page.getByRole("link", { name: channel.name }).click();
  await files(page).getByRole("img").or(files(page).getByText("a.png")).first().waitFor();
  await page.reload();
  await files(page).getByText("Spoiler").waitFor();
  await field(page).press("Enter");
  await until(async () => (await messagesIn(channel.id)).length === 1);
  const [sent] = await messagesIn(channel.id);
  expect(sent?.attachments?.map(({ filename }) => filename)).toEqual(["SPOILER_a.png"]);
  await page.reload();
  await page.getByRole("article").first().waitFor();
  expect(await files(page).count()).toBe(0);
});

test.skipIf(skip)("a file that is too large to be kept is named after a reload", async () => {
  const channel = await newChannel();
  const page = await web.open(channel.path, { as: bob });
  const kept = { files: [], lost: ["film.mp4"] };
  await field(page).waitFor();
  await page.evaluate(keepInDrafts([bob.id, channel.id, "files"], kept));
  await page.reload();
  await page.getByText("Too large to be kept on this device: film.mp4").waitFor();
});

test.skipIf(skip)("channels, roles and emoji are completed by key and by pointer", async () => {
  const channel = await newChannel();
  const { body } = await web.server.client.post(`/servers/${place.id}/roles`, { name: "Keepers" }, ann);
  const page = await web.open(channel.path, { as: ann });
  await field(page).pressSequentially("#gen");
  await page.getByRole("option", { name: "General" }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type("%kee");
  await page.getByRole("option", { name: "Keepers" }).click();
  await page.keyboard.type(":thumbsu");
  await page.getByRole("option").filter({ hasText: "thumbs up" }).waitFor();
  await page.keyboard.press("Enter");
  expect(await field(page).inputValue()).toBe("#General @Keepers 👍 ");
  await page.keyboard.press("Enter");
  await until(async () => (await contentsIn(channel.id)).includes(`<#${place.channel}> <%${body.id}> 👍`));
});

test.skipIf(skip)("an emoji is found in the picker by name and put into the text", async () => {
  const page = await web.open(path, { as: bob });
  await field(page).fill("look ");
  await page.getByRole("button", { name: "Emoji" }).click();
  await page.getByRole("searchbox", { name: "Search emoji" }).fill("otter");
  await page.getByRole("button", { name: "otter" }).click();
  await holds(page, "look 🦦 ");
});

test.skipIf(skip)("files are picked, dropped and pasted, and go with the message", async () => {
  const channel = await newChannel();
  const page = await web.open(channel.path, { as: bob });
  await page.getByLabel("Attach files").and(page.locator("input")).setInputFiles(image);
  await files(page).first().getByRole("button", { name: "Hide a.png as a spoiler" }).click();
  const hand = (kind: "drop" | "paste") => page.evaluate(handFile(kind));
  await hand("drop");
  await hand("paste");
  await files(page).nth(2).waitFor();
  await field(page).press("Enter");
  await until(async () => (await messagesIn(channel.id)).length === 1);
  const [sent] = await messagesIn(channel.id);
  expect(sent?.attachments?.map(({ filename }) => filename)).toEqual([
    "SPOILER_a.png",
    "drop.txt",
    "paste.txt",
  ]);
  expect(await files(page).count()).toBe(0);
});

test.skipIf(skip)(
  "an upload shows its progress and can be cancelled; a file that is too large is refused",
  async () => {
    const channel = await newChannel();
    const page = await web.open(channel.path, { as: bob });
    const held = Promise.withResolvers<void>();
    await page.route("**/attachments", async (route) => {
      await held.promise;
      await route.abort();
    });
    const input = page.getByLabel("Attach files").and(page.locator("input"));
    await input.setInputFiles(image);
    await page.getByRole("progressbar", { name: "a.png is being uploaded" }).waitFor();
    await page.getByRole("button", { name: "Cancel the upload of a.png" }).click();
    await files(page).waitFor({ state: "detached" });
    held.resolve();
    await input.setInputFiles({ ...image, name: "huge.png", buffer: Buffer.alloc(100_001) });
    await page.getByText("huge.png is too large: at most 100 kB.").waitFor();
    await field(page).fill("without");
    await field(page).press("Enter");
    await until(async () => (await contentsIn(channel.id)).includes("without"));
    expect((await messagesIn(channel.id))[0]?.attachments).toBeUndefined();
  },
);

test.skipIf(skip)("a reply is shown, with or without mention, and goes by Escape", async () => {
  const channel = await newChannel();
  const { body } = await web.server.client.post(`/channels/${channel.id}/messages`, { content: "who?" }, ann);
  const page = await web.open(channel.path, { as: bob });
  const reply = async () => {
    await field(page).waitFor();
    await page.evaluate(keepReply(bob.id, channel.id, body._id));
    await page.reload();
    await page.getByRole("list", { name: "Replies to" }).getByText("who?").waitFor();
  };
  await reply();
  await field(page).press("Escape");
  await page.getByRole("list", { name: "Replies to" }).waitFor({ state: "detached" });
  await page.reload();
  await reply();
  await page.getByRole("button", { name: "They are notified" }).click();
  await page.getByRole("button", { name: "They are not notified" }).waitFor();
  await field(page).fill("me");
  await field(page).press("Enter");
  await until(async () => (await contentsIn(channel.id)).includes("me"));
  const sent = (await messagesIn(channel.id)).at(-1);
  expect(sent?.replies).toEqual([body._id]);
  expect(sent?.mentions).toBeUndefined();
});

test.skipIf(skip)("slowmode counts down, and binds nobody who is exempt", async () => {
  const channel = await newChannel({ slowmode: 60 });
  const page = await web.open(channel.path, { as: bob });
  await page.getByText("Slowmode: one message every 1:00").waitFor();
  await field(page).fill("once");
  await field(page).press("Enter");
  await page.getByText(/^Slowmode: write again in (1:00|\d+s)$/).waitFor();
  await field(page).fill("twice");
  await field(page).press("Enter");
  expect(await field(page).inputValue()).toBe("twice");
  expect(await page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
  const owner = await web.open(channel.path, { as: ann });
  await field(owner).waitFor();
  expect(await owner.getByText("Slowmode").count()).toBe(0);
  expect(await contentsIn(channel.id)).toEqual(["once"]);
});

test.skipIf(skip)("whoever may not write reads why, as soon as it is so", async () => {
  const channel = await newChannel();
  const page = await web.open(channel.path, { as: bob });
  await field(page).waitFor();
  const denied = { permissions: { allow: 0, deny: 1 << 22 } };
  await web.server.client.put(`/channels/${channel.id}/permissions/default`, denied, ann);
  await page.getByText("You may read here, and not write.").waitFor();
  expect(await field(page).count()).toBe(0);
});

test.skipIf(skip)("the room that is left is counted near the limit", async () => {
  const page = await web.open(path, { as: bob });
  await field(page).fill("ä".repeat(950));
  await page.getByText("100 characters left").waitFor();
  await field(page).fill("a".repeat(2_001));
  await page.getByText("-1 characters left").waitFor();
  expect(await page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
});

test.skipIf(skip)("a message whose answer is lost is sent again, and is there once", async () => {
  const channel = await newChannel();
  const page = await web.open("/", { as: bob, fresh: true });
  // The event of the message is lost as well: it would show that the message is there.
  await page.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((data) => String(data).includes('"nonce"') || socket.send(data));
  });
  await page.goto(`${web.url}${channel.path}`);
  let attempts = 0;
  await page.route(/\/messages$/, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    attempts += 1;
    if (attempts > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await field(page).fill("once");
  await field(page).press("Enter");
  await until(() => attempts === 2);
  await until(async () => (await page.evaluate(countPending)) === 0);
  expect(await contentsIn(channel.id)).toEqual(["once"]);
});

test.skipIf(skip)(
  "what is sent while the server is down arrives once it is back, in order and once",
  async () => {
    const channel = await newChannel();
    const page = await web.open(channel.path, { as: bob });
    await field(page).waitFor();
    await web.server.stop();
    for (const text of ["one", "two", "three"]) {
      await field(page).fill(text);
      await field(page).press("Enter");
    }
    const { port } = new URL(web.server.url);
    restarted = await openServer("sqlite", { home: web.server.home, config: { port: Number(port) } });
    await until(async () => (await contentsIn(channel.id)).length >= 3);
    // A later message goes behind all that waited: had one been sent again, it would be there by now.
    await field(page).fill("four");
    await field(page).press("Enter");
    await until(async () => (await contentsIn(channel.id)).includes("four"));
    expect(await contentsIn(channel.id)).toEqual(["one", "two", "three", "four"]);
  },
  60_000,
);

/** Runs in the page: keeps a draft that answers a message, as the button of the message does. */
function keepReply(user: string, channel: string, messageId: string): string {
  return keepInDrafts([user, channel], {
    field: { text: "", tokens: [] },
    replies: [{ messageId, mention: true }],
  });
}

/** Runs in the page. */
function keepInDrafts(key: readonly string[], value: object): string {
  return `new Promise((resolve) => {
    const request = indexedDB.open("composer");
    request.onsuccess = () => {
      const transaction = request.result.transaction("drafts", "readwrite");
      transaction.objectStore("drafts").put(${JSON.stringify(value)}, ${JSON.stringify(key)});
      transaction.oncomplete = () => resolve();
      request.result.close();
    };
  })`;
}

/** Runs in the page: how many messages are kept until they are sent. */
const countPending = `new Promise((resolve) => {
  const request = indexedDB.open("composer");
  request.onsuccess = () => {
    const count = request.result.transaction("outbox").objectStore("outbox").count();
    count.onsuccess = () => resolve(count.result);
    request.result.close();
  };
})`;

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
