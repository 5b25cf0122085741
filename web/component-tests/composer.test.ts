import { expect, test } from "bun:test";
import { openDB } from "idb";
import { click, fill, pick, press, write } from "./support/actions.ts";
import { all, allTexts, find, findText, gone, until } from "./support/find.ts";
import { Refusal } from "./support/network.ts";
import { closePages, openPage } from "./support/open-page.ts";
import { newId, newMember, newMessage, newScene, newUser, usualPermissions } from "./support/scene.ts";

const send = "post /channels/{target}/messages";

/** The page of a channel, and the field to write in. */
async function openComposer({ scene, path } = newScene()) {
  const network = await openPage(path, scene);
  const field = (await find("textbox", /^Write to/)) as HTMLTextAreaElement;
  await find("heading", /^This is the beginning of/);
  const sent = () => network.sent(send).map(({ body }) => body);
  return { network, field, sent, isDisabled: () => all("button", "Send")[0]?.matches(":disabled") };
}

const file = (name: string, size = 5) => new File(["a".repeat(size)], name, { type: "text/plain" });
const files = () => all("list", "Attached files").flatMap((list) => all("listitem", undefined, list));

test("Enter sends, Shift Enter does not, and the field is empty afterwards", async () => {
  const { field, sent, network } = await openComposer();
  write(field, "first");
  press("Enter", { shiftKey: true });
  write(field, "\nsecond");
  press("Enter");
  await until(() => sent().length === 1);
  expect(sent()[0]).toMatchObject({ content: "first\nsecond" });
  expect(field.value).toBe("");
  const told = network.told.map(({ type }) => type).filter((type) => /Typing/.test(type));
  expect(told).toEqual(["BeginTyping", "EndTyping"]);
});

test("where Ctrl Enter sends, Enter does not", async () => {
  localStorage.setItem("send-key", '"ctrl-enter"');
  dispatchEvent(new StorageEvent("storage", { key: "send-key" }));
  const { field, sent } = await openComposer();
  write(field, "one");
  press("Enter");
  write(field, "\ntwo");
  press("Enter", { ctrlKey: true });
  await until(() => sent().length === 1);
  expect(sent()[0]?.content).toBe("one\ntwo");
});

test("people, channels, roles and emoji are completed by key and by pointer", async () => {
  const scene = newScene();
  const keepers = { _id: "01ROLE", name: "Keepers", permissions: { a: 0, d: 0 }, rank: 1 };
  const permissions = usualPermissions + 2 ** 37 + 2 ** 38;
  scene.scene.servers = [{ ...scene.server, roles: { "01ROLE": keepers }, default_permissions: permissions }];
  const { field, sent } = await openComposer(scene);
  write(field, "@bo");
  const suggested = await find("option", /Bob/);
  expect(suggested.querySelector("img")?.src).toEndWith("/default_avatar");
  press("Enter");
  await until(() => field.value === "@Bob ");
  write(field, "#gen");
  await find("option", /General/);
  press("Tab");
  await until(() => field.value === "@Bob #General ");
  write(field, "%kee");
  click(await find("option", /Keepers/));
  await until(() => field.value === "@Bob #General @Keepers ");
  write(field, ":thumbsu");
  await find("option", /thumbs up/);
  press("Enter");
  await until(() => field.value === "@Bob #General @Keepers 👍 ");
  press("Enter");
  await until(() => sent().length === 1);
  const { bob, channel } = scene;
  expect(sent()[0]?.content).toBe(`<@${bob._id}> <#${channel._id}> <%01ROLE> 👍`);
});

test("suggestions are walked by arrows and closed by Escape, which sends nothing", async () => {
  const scene = newScene();
  scene.scene.users.push(newUser("Bonnie"));
  const { field, sent } = await openComposer(scene);
  scene.scene.members.push(...scene.scene.users.map((user) => newMember(scene.server, user)));
  write(field, "@bo");
  await until(() => all("option").length > 0);
  const chosen = () => all("option").findIndex((option) => option.getAttribute("aria-selected") === "true");
  expect(chosen()).toBe(0);
  const count = all("option").length;
  press("ArrowUp");
  expect(chosen()).toBe(count - 1);
  press("Escape");
  await gone(() => all("option"));
  expect([field.value, sent()]).toEqual(["@bo", []]);
});

test("an emoji is found in the picker by name and put into the text", async () => {
  const { field } = await openComposer();
  fill(field, "look ");
  click(await find("button", "Emoji"));
  fill(await find("searchbox", "Search emoji"), "otter");
  click(await find("button", "otter"));
  await until(() => field.value === "look 🦦 ");
});

test("a reply is shown, with or without mention, and goes by Escape", async () => {
  const scene = newScene();
  const asked = newMessage(scene.channel, scene.bob, "who?");
  scene.scene.messages.push(asked);
  const { field, sent } = await openComposer(scene);
  const reply = async () => {
    (await find("article", /^Bob/)).focus();
    press("r");
    await findText("who?", await find("list", "Replies to"));
  };
  await reply();
  field.focus();
  press("Escape");
  await gone(() => all("list", "Replies to"));
  await reply();
  click(await find("button", "They are notified"));
  await find("button", "They are not notified");
  fill(field, "me");
  press("Enter");
  await until(() => sent().length === 1);
  expect(sent()[0]?.replies).toEqual([{ id: asked._id, mention: false, fail_if_not_exists: false }]);
  await gone(() => all("list", "Replies to"));
});

test("files are attached, hidden as spoilers, removed, and go with the message", async () => {
  const { field, network, sent } = await openComposer();
  const [input] = document.querySelectorAll<HTMLElement>("input[type=file]");
  if (!input) throw new Error("there is no field for files");
  pick(input, file("a.txt"), file("b.txt"));
  await until(() => files().length === 2);
  click(await find("button", "Hide a.txt as a spoiler"));
  for (const [index, upload] of network.uploads.entries()) upload.finish(`file${index}`);
  click(await find("button", "Remove b.txt"));
  await until(() => files().length === 1);
  fill(field, "see");
  press("Enter");
  await until(() => sent().length === 1);
  // A spoiler has another name, and so another upload.
  const spoiler = network.uploads.findIndex((upload) => upload.file?.name === "SPOILER_a.txt");
  expect(sent()[0]).toMatchObject({ content: "see", attachments: [`file${spoiler}`] });
  expect(files()).toEqual([]);
});

test("an upload shows its progress, holds the message, and can be cancelled", async () => {
  const { field, network, sent } = await openComposer();
  const [input] = document.querySelectorAll<HTMLElement>("input[type=file]");
  if (!input) throw new Error("there is no field for files");
  pick(input, file("a.txt"));
  await find("progressbar", "a.txt is being uploaded");
  fill(field, "soon");
  press("Enter");
  await findText("Sent as soon as the files are uploaded");
  expect(sent()).toEqual([]);
  click(await find("button", "Cancel the upload of a.txt"));
  await until(() => files().length === 0);
  expect(network.uploads[0]?.isAborted).toBe(true);
  pick(input, file("huge.txt", 100_001));
  await findText("huge.txt is too large: at most 100 kB.");
  pick(input, ...["1", "2", "3", "4", "5", "6"].map((name) => file(name)));
  await findText("You can attach up to 5 files. Not added: 6.");
  expect(files()).toHaveLength(5);
});

test("a file that the server refuses says why and can be uploaded again", async () => {
  const { network, isDisabled } = await openComposer();
  const [input] = document.querySelectorAll<HTMLElement>("input[type=file]");
  if (!input) throw new Error("there is no field for files");
  pick(input, file("a.txt"));
  await until(() => network.uploads.length === 1);
  network.uploads[0]?.dispatchEvent(new Event("error"));
  const again = await find("button", "Upload a.txt again");
  expect(isDisabled()).toBe(true);
  click(again);
  await until(() => network.uploads.length === 2);
  network.uploads[1]?.finish("file");
  await until(() => isDisabled() === false);
});

test("slowmode counts down, and binds nobody who is exempt", async () => {
  const scene = newScene();
  scene.scene.channels = [{ ...scene.channel, slowmode: 60 }];
  const { field, sent, isDisabled } = await openComposer(scene);
  await findText("Slowmode: one message every 1:00");
  fill(field, "once");
  press("Enter");
  await findText(/^Slowmode: write again in (1:00|\d+s)$/);
  fill(field, "twice");
  press("Enter");
  expect([field.value, isDisabled()]).toEqual(["twice", true]);
  expect(sent().map(({ content }) => content)).toEqual(["once"]);
});

test("the owner of a server is exempt from slowmode", async () => {
  const scene = newScene();
  scene.scene.channels = [{ ...scene.channel, slowmode: 60 }];
  scene.scene.servers = [{ ...scene.server, owner: scene.scene.me._id }];
  await openComposer(scene);
  expect(allTexts(/Slowmode/)).toEqual([]);
});

test("whoever may not write reads why, as soon as it is so, and writes again afterwards", async () => {
  const scene = newScene();
  const { network } = await openComposer(scene);
  const edit = (deny: number) =>
    network.tell({
      type: "ChannelUpdate",
      id: scene.channel._id,
      data: { default_permissions: { a: 0, d: deny } },
      clear: [],
    });
  edit(2 ** 22);
  await findText("You can read here, but not write.");
  expect(all("textbox", /^Write to/)).toEqual([]);
  edit(0);
  await find("textbox", /^Write to/);
});

test("somebody in a timeout reads until when", async () => {
  const scene = newScene();
  const { network } = await openComposer(scene);
  const timeout = new Date(Date.now() + 3_600_000).toISOString();
  const id = { server: scene.server._id, user: scene.scene.me._id };
  network.tell({ type: "ServerMemberUpdate", id, data: { timeout }, clear: [] });
  await findText(/^You are timed out and can write again on /);
});

test("the room that is left is counted near the limit, in bytes", async () => {
  const { field, isDisabled } = await openComposer();
  fill(field, "ä".repeat(950));
  await until(() => document.body.textContent?.includes("100 characters left") === true);
  expect(isDisabled()).toBe(false);
  fill(field, "a".repeat(2_001));
  await until(() => document.body.textContent?.includes("-1 characters left") === true);
  expect(isDisabled()).toBe(true);
});

test("the last own message is edited by the arrow up", async () => {
  const scene = newScene();
  const { channel, bob } = scene;
  const [earlier, own] = ["zeroth", "frist"].map((text) => newMessage(channel, scene.scene.me, text));
  if (!earlier || !own) throw new Error("there are two messages");
  scene.scene.messages.push(earlier, own, newMessage(channel, bob, "no"));
  const { network, field } = await openComposer(scene);
  network.on("patch /channels/{target}/messages/{msg}", () => ({ ...own, content: "first" }));
  await findText("frist");
  field.focus();
  press("ArrowUp");
  const editor = await find("textbox", "Edit message");
  fill(editor, "first");
  press("Enter");
  await until(() => network.sent("patch /channels/{target}/messages/{msg}").length === 1);
  const [edit] = network.sent("patch /channels/{target}/messages/{msg}");
  expect([edit?.path[1], edit?.body]).toEqual([own._id, { content: "first" }]);
  await gone(() => all("textbox", "Edit message"));
});

test("a draft stays in its channel, with its mention, and is there for the next session", async () => {
  const scene = newScene();
  const other = { ...scene.channel, _id: newId(), name: "other" };
  scene.scene.channels.push(other);
  scene.scene.servers = [{ ...scene.server, channels: [scene.channel._id, other._id] }];
  const { field } = await openComposer(scene);
  write(field, "for @bo");
  await find("option", /Bob/);
  press("Enter");
  await until(() => field.value === "for @Bob ");
  write(field, "soon");
  click(await find("link", "other"));
  const empty = (await find("textbox", "Write to other")) as HTMLTextAreaElement;
  expect(empty.value).toBe("");
  click(await find("link", "General"));
  const again = (await find("textbox", "Write to General")) as HTMLTextAreaElement;
  await until(() => again.value === "for @Bob soon");
  closePages();
  const { field: later } = await openComposer(scene);
  await until(() => later.value === "for @Bob soon");
});

test("a file of a draft that was too large to be kept is named", async () => {
  const scene = newScene();
  await openComposer(scene);
  const database = await openDB("composer", 1);
  const key = [scene.scene.me._id, scene.channel._id, "files"];
  await database.put("drafts", { files: [], lost: ["film.mp4"] }, key);
  database.close();
  closePages();
  await openComposer(scene);
  await findText(/^Too large to be kept on this device: film.mp4/);
});

test("a message whose answer is lost is sent again with the same key, and found", async () => {
  const scene = newScene();
  const { network, field } = await openComposer(scene);
  network.on(send, ({ headers }) => {
    const nonce = headers.get("idempotency-key") ?? "";
    if (scene.scene.messages.some((message) => message.nonce === nonce)) return new Refusal("DuplicateNonce");
    scene.scene.messages.push(newMessage(scene.channel, scene.scene.me, "once", { nonce }));
    throw new TypeError("the answer is lost");
  });
  fill(field, "once");
  press("Enter");
  await findText("Not sent yet. It is sent as soon as the server can be reached.");
  click(await find("button", "Try again"));
  await until(() => network.sent(send).length === 2);
  await gone(() => all("article", "Sending…"));
  await until(() => all("article", /^Ann/).length === 1);
});
