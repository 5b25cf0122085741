import { expect, test } from "bun:test";
import { click, fill, press, write } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
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
async function openComposer({ scene, path } = newScene()) {
  const network = await openPage(path, scene);
  const field = (await find("textbox", /^Write to/)) as HTMLTextAreaElement;
  await find("heading", /^This is the beginning of/);
  const sent = () => network.sent("post /channels/{target}/messages").map(({ body }) => body?.content);
  return { network, field, sent };
}

function paste(field: HTMLTextAreaElement, text: string): boolean {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData });
  return field.dispatchEvent(event);
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
  expect(await problemsOf("toolbar", await find("toolbar", "Formatting"))).toEqual([]);
  choose(field, 10, 14);
  click(await find("button", "Strikethrough"));
  await until(() => field.value === "so *@Bob* ~~said~~");
  for (const value of ["1. so *@Bob* ~~said~~", "so *@Bob* ~~said~~"]) {
    press("/", { code: "Digit7", ctrlKey: true, shiftKey: true });
    await until(() => field.value === value);
  }
  press("Enter");
  await until(() => edited().length === 1);
  expect(edited()).toEqual([`so *<@${bob._id}>* ~~said~~`]);
});

test("Enter breaks the line in a block of code, and sends behind it", async () => {
  const { field, sent } = await openComposer();
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

test("a link that is pasted over a selection becomes a link of Markdown", async () => {
  const { field } = await openComposer();
  fill(field, "see here");
  choose(field, 4, 8);
  expect(paste(field, "https://a.example/")).toBe(false);
  await until(() => field.value === "see [here](https://a.example/)");
});

test("a paste that is too long becomes a file, and a text again", async () => {
  const { field, network } = await openComposer();
  const files = () => all("list", "Attached files").flatMap((list) => all("listitem", undefined, list));
  const text = "a".repeat(2_001);
  expect(paste(field, "short")).toBe(true);
  expect(paste(field, text)).toBe(false);
  await until(() => files().length === 1);
  expect(await network.uploads[0]?.file?.text()).toBe(text);
  expect(field.value).toBe("");
  await findText("Too long for a message: the text is attached as message.txt.");
  click(await find("button", "Write it here instead"));
  await until(() => field.value === text);
  expect([files(), network.uploads[0]?.isAborted]).toEqual([[], true]);
});

test("what is typed anywhere goes to the composer, and to nothing that takes keys itself", async () => {
  const scene = newScene();
  scene.scene.messages.push(newMessage(scene.channel, scene.bob, "hi"));
  await openPage(scene.path, scene.scene);
  const field = await find("textbox", /^Write to/);
  const row = await find("article", /^Bob/);
  const goesThere = (key: string, from: HTMLElement | undefined, modifiers = {}) => {
    field.blur();
    from?.focus();
    press(key, modifiers);
    return document.activeElement === field;
  };
  expect(goesThere("a", undefined)).toBe(true);
  expect(goesThere("Dead", undefined)).toBe(true);
  expect(goesThere("v", undefined, { ctrlKey: true })).toBe(true);
  expect(goesThere("a", row)).toBe(true);
  for (const key of [" ", "Enter", "ArrowUp", "Tab", "Shift", "F5"])
    expect(goesThere(key, undefined)).toBe(false);
  expect(goesThere("a", undefined, { ctrlKey: true })).toBe(false);
  expect(goesThere("a", undefined, { isComposing: true })).toBe(false);
  const other = document.body.appendChild(document.createElement("input"));
  expect(goesThere("a", other)).toBe(false);
  other.remove();
  expect(goesThere("?", undefined)).toBe(false);
  await find("dialog", "Keyboard");
  expect(goesThere("a", undefined)).toBe(false);
});

test("a key that acts on a message is not typed", async () => {
  const scene = newScene();
  scene.scene.messages.push(newMessage(scene.channel, scene.scene.me, "mine"));
  await openPage(scene.path, scene.scene);
  await find("textbox", /^Write to/);
  (await find("article", /^Ann/)).focus();
  press("e");
  const editor = await find("textbox", "Edit message");
  await until(() => document.activeElement === editor);
});

test("tables keep the side of their columns, and tasks are boxes with names", async () => {
  const scene = newScene();
  const table = "| a | b |\n|:-:|--:|\n| c | d |";
  scene.scene.messages.push(newMessage(scene.channel, scene.bob, `${table}\n\n- [x] eat\n- [ ] sleep`));
  await openPage(scene.path, scene.scene);
  const cells = [...(await find("table")).querySelectorAll("td")];
  expect(cells.map((cell) => cell.dataset.align)).toEqual(["center", "right"]);
  const done = (await find("checkbox", "Done")) as HTMLInputElement;
  const open = (await find("checkbox", "Not done")) as HTMLInputElement;
  expect([done.checked, done.disabled, open.checked]).toEqual([true, true, false]);
  expect(done.closest("li")?.textContent).toBe("eat");
});
