import { expect, test } from "bun:test";
import type { Emoji } from "../protocol/types.ts";
import { click, fill, pick } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { all, find, findText, gone, until } from "./support/find.ts";
import { Refusal } from "./support/network.ts";
import { newSettingsScene } from "./support/settings-scene.ts";

const put = "put /custom/emoji/{id}";
const file = (name: string) => new File(["image"], name, { type: "image/png" });

test("several images become emoji at once, and what fails says why and stays", async () => {
  const { open, paths, scene, server } = newSettingsScene();
  const network = await open(`${paths.server}/emoji`);
  let isFull = true;
  network.on(put, ({ path: [_id = ""], body }) => {
    if (isFull && body.name === "second") return new Refusal("TooManyEmoji");
    const parent = { type: "Server" as const, id: server._id };
    const emoji: Emoji = { _id, name: body.name, parent, creator_id: scene.me._id, animated: false };
    network.tell({ type: "EmojiCreate", ...emoji });
    return emoji;
  });
  await find("heading", "No emoji yet");
  const input = document.querySelector<HTMLInputElement>("input[type=file][multiple]");
  pick(input as HTMLElement, file("Happy Ferret.png"), file("second.png"), file("漢字.png"));
  const name = async (of: string) => (await find("textbox", `Name of ${of}`)) as HTMLInputElement;
  expect((await name("Happy Ferret.png")).value).toBe("happy_ferret");
  // A name that no part of the file's name can be is asked for.
  const add = await find("button", "Add 3 emoji");
  expect(add.hasAttribute("disabled")).toBe(true);
  fill(await name("漢字.png"), "Kanji");
  await until(() => !add.hasAttribute("disabled"));
  expect(await problemsOf("new emoji", await find("main"))).toEqual([]);
  click(add);
  const upload = async (index: number, id: string) => {
    await until(() => network.uploads.length === index + 1);
    await find("progressbar");
    network.uploads[index]?.finish(id);
  };
  await upload(0, "first");
  await upload(1, "second");
  await upload(2, "third");
  await findText(":kanji:");
  await findText(":happy_ferret:");
  await gone(() => all("progressbar"));
  expect(all("textbox").map((field) => (field as HTMLInputElement).value)).toEqual(["second"]);
  await findText(/emoji/i, (await name("second.png")).closest("li") as HTMLElement);

  isFull = false;
  click(await find("button", "Add emoji"));
  await upload(3, "again");
  await findText(":second:");
  expect(network.sent(put).map(({ body }) => body.name)).toEqual([
    "happy_ferret",
    "second",
    "kanji",
    "second",
  ]);
});

test("an upload that is too quick waits in sight, and is repeated", async () => {
  const { open, paths } = newSettingsScene();
  const network = await open(`${paths.server}/emoji`);
  network.on(put, ({ path: [_id = ""], body }) => ({
    _id,
    name: body.name,
    parent: { type: "Server" as const, id: "" },
    creator_id: "",
    animated: false,
  }));
  await find("heading", "No emoji yet");
  pick(document.querySelector("input[type=file][multiple]") as HTMLElement, file("one.png"));
  click(await find("button", "Add emoji"));
  await until(() => network.uploads.length === 1);
  const [first] = network.uploads;
  if (!first) throw new Error("nothing is uploaded");
  Object.assign(first, { status: 429, responseText: JSON.stringify({ retry_after: 300 }) });
  first.dispatchEvent(new Event("load"));
  await findText(/^Busy right now/);
  await until(() => network.uploads.length === 2);
  network.uploads[1]?.finish("one");
  await until(() => network.sent(put).length === 1);
  expect(all("alert")).toEqual([]);
});

test("an emoji is renamed", async () => {
  const { open, paths, scene, server } = newSettingsScene();
  const network = await open(`${paths.server}/emoji`);
  const parent = { type: "Server" as const, id: server._id };
  const emoji: Emoji = { _id: "emoji", name: "old", parent, creator_id: scene.me._id, animated: false };
  await find("heading", "No emoji yet");
  network.tell({ type: "EmojiCreate", ...emoji });
  network.on("patch /custom/emoji/{emoji_id}", ({ body }) => {
    network.tell({ type: "EmojiUpdate", id: emoji._id, data: { name: body.name ?? "" } });
    return emoji;
  });
  click(await find("button", "Rename :old:"));
  const dialog = await find("dialog", "Rename :old:");
  fill(await find("textbox", "Name", dialog), "new");
  click(await find("button", "Save", dialog));
  await findText(":new:");
  expect(network.sent("patch /custom/emoji/{emoji_id}").map(({ body }) => body)).toEqual([{ name: "new" }]);
});
