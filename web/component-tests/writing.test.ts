import { expect, test } from "bun:test";
import { click, fill, press, write } from "./support/actions.ts";
import { all, find, findText, gone, until } from "./support/find.ts";
import { openPage } from "./support/open-page.ts";
import { newMessage, newScene } from "./support/scene.ts";

const edit = "patch /channels/{target}/messages/{msg}";

/** A channel with a message of one's own that is being edited. */
async function openEditor(contentOf: (scene: ReturnType<typeof newScene>) => string) {
  const scene = newScene();
  const own = newMessage(scene.channel, scene.scene.me, contentOf(scene));
  scene.scene.messages.push(own);
  const network = await openPage(scene.path, scene.scene);
  network.on(edit, ({ body }) => ({ ...own, content: body.content ?? "" }));
  const composer = await find("textbox", /^Write to/);
  await find("article", /^Ann/);
  composer.focus();
  press("ArrowUp");
  const field = (await find("textbox", "Edit message")) as HTMLTextAreaElement;
  const edited = () => network.sent(edit).map(({ body }) => body?.content);
  return { ...scene, field, composer, network, edited };
}

/** The page of a channel, and the field to write in. */
async function openComposer() {
  const { scene, path } = newScene();
  const network = await openPage(path, scene);
  const field = (await find("textbox", /^Write to/)) as HTMLTextAreaElement;
  await find("heading", /^This is the beginning of/);
  return { network, field };
}

function choose(field: HTMLTextAreaElement, start: number, end: number): void {
  field.focus();
  field.setSelectionRange(start, end);
  field.dispatchEvent(new Event("select", { bubbles: true }));
}

test("a message is edited as it was written: with names, completion and emoji", async () => {
  const { field, bob, channel, edited } = await openEditor(({ bob }) => `for <@${bob._id}>`);
  expect(field.value).toBe("for @Bob");
  write(field, " see #gen");
  await find("option", /General/);
  press("Enter");
  await until(() => field.value === "for @Bob see #General ");
  write(field, ":thumbsu");
  await find("option", /thumbs up/);
  press("Tab");
  await until(() => field.value === "for @Bob see #General 👍 ");
  const form = field.closest("form");
  if (!form) throw new Error("the field is in no form");
  click(await find("button", "Emoji", form));
  fill(await find("searchbox", "Search emoji"), "otter");
  click(await find("button", "otter"));
  await until(() => field.value.includes("🦦"));
  field.focus();
  press("Enter");
  await until(() => edited().length === 1);
  expect(edited()).toEqual([`for <@${bob._id}> see <#${channel._id}> 👍 🦦`]);
  await gone(() => all("textbox", "Edit message"));
});

test("Escape closes the suggestions of an edited message first, and then the message as it was", async () => {
  const { field, edited, composer } = await openEditor(() => "one");
  write(field, " @bo");
  await find("option", /Bob/);
  press("Escape");
  await gone(() => all("option"));
  expect(field.isConnected).toBe(true);
  press("Escape");
  await gone(() => all("textbox", "Edit message"));
  expect(edited()).toEqual([]);
  await until(() => document.activeElement === composer);
});

test("where Ctrl Enter sends, it also saves, and Enter breaks the line", async () => {
  localStorage.setItem("send-key", '"ctrl-enter"');
  dispatchEvent(new StorageEvent("storage", { key: "send-key" }));
  const { field, edited } = await openEditor(() => "one");
  await findText("Ctrl Enter saves, Esc cancels");
  press("Enter");
  write(field, "\ntwo");
  press("Enter", { ctrlKey: true });
  await until(() => edited().length === 1);
  expect(edited()).toEqual(["one\ntwo"]);
});

test("an edited message is as long as a new one may be", async () => {
  const { field, edited } = await openEditor(() => "one");
  fill(field, "a".repeat(2_001));
  await until(() => document.body.textContent?.includes("-1 characters left") === true);
  press("Enter");
  expect((await find("button", "Save")).matches(":disabled")).toBe(true);
  fill(field, "two");
  press("Enter");
  await until(() => edited().length === 1);
  expect(edited()).toEqual(["two"]);
});

test("keys and the toolbar of a selection format text, and mentions stay mentions", async () => {
  const { field, bob, edited } = await openEditor(({ bob }) => `so <@${bob._id}> said`);
  choose(field, 3, 7);
  press("b", { ctrlKey: true });
  await until(() => field.value === "so **@Bob** said");
  press("i", { ctrlKey: true });
  await until(() => field.value === "so ***@Bob*** said");
  press("b", { ctrlKey: true });
  await until(() => field.value === "so *@Bob* said");
  choose(field, 10, 14);
  await find("toolbar", "Formatting");
  click(await find("button", "Strikethrough"));
  await until(() => field.value === "so *@Bob* ~~said~~");
  press("Enter");
  await until(() => edited().length === 1);
  expect(edited()).toEqual([`so *<@${bob._id}>* ~~said~~`]);
});

test("Enter breaks the line in a block of code, and sends behind it", async () => {
  const { field, network } = await openComposer();
  const sent = () => network.sent("post /channels/{target}/messages").map(({ body }) => body?.content);
  fill(field, "```js");
  press("Enter");
  fill(field, "```js\na()\n```");
  expect(sent()).toEqual([]);
  press("Enter");
  await until(() => sent().length === 1);
  expect(sent()).toEqual(["```js\na()\n```"]);
});

test("a line break continues a list, and an empty item ends it", async () => {
  const { field } = await openComposer();
  fill(field, "1. a");
  press("Enter", { shiftKey: true });
  await until(() => field.value === "1. a\n2. ");
  press("Enter", { shiftKey: true });
  await until(() => field.value === "1. a\n");
});
