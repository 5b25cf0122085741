import { expect, test } from "bun:test";
import type { File as StoredFile } from "../protocol/types.ts";
import { click, fill, pick, press, rightClick, write } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { all, find, findText, gone, until } from "./support/find.ts";
import { goTo, hasFocus } from "./support/keyboard.ts";
import { openPage } from "./support/open-page.ts";
import { newMessage, newScene } from "./support/scene.ts";

const send = "post /channels/{target}/messages";
const edit = "patch /channels/{target}/messages/{msg}";

const image = (_id: string, description?: string): StoredFile => ({
  _id,
  tag: "attachments",
  filename: `${_id}.png`,
  metadata: { type: "Image", width: 40, height: 30 },
  content_type: "image/png",
  size: 100,
  ...(description !== undefined && { description }),
});

test("a file is renamed and an image described before they are sent", async () => {
  const { scene, path } = newScene();
  const network = await openPage(path, scene);
  const field = await find("textbox", /^Write to/);
  const [input] = document.querySelectorAll<HTMLElement>("input[type=file]");
  if (!input) throw new Error("there is no field for files");
  pick(input, new File(["a"], "IMG_1.png", { type: "image/png" }));
  await until(() => network.uploads.length === 1);
  click(await find("button", "Rename or describe IMG_1.png"));
  fill(await find("textbox", "Description"), " Two otters on a stone ");
  fill(await find("textbox", "File name"), "otters.png");
  expect(await problemsOf("file", await find("dialog"))).toEqual([]);
  click(await find("button", "Save"));
  await gone(() => all("dialog"));
  await findText("otters.png");
  // Another name is another upload.
  await until(() => network.uploads.length === 2);
  expect([network.uploads[0]?.isAborted, network.uploads[1]?.file?.name]).toEqual([true, "otters.png"]);
  network.uploads[1]?.finish("file");
  fill(field, "look");
  press("Enter");
  await until(() => network.sent(send).length === 1);
  const descriptions = [{ id: "file", description: "Two otters on a stone" }];
  const [sent] = network.sent(send);
  expect(sent?.body).toMatchObject({ attachments: ["file"], attachment_descriptions: descriptions });
});

test("an image is described by keyboard alone", async () => {
  const { scene, path } = newScene();
  const network = await openPage(path, scene);
  await hasFocus(/^Write to General/);
  const [input] = document.querySelectorAll<HTMLElement>("input[type=file]");
  if (input) pick(input, new File(["a"], "IMG_1.png", { type: "image/png" }));
  await until(() => network.uploads.length === 1);
  await goTo(/^Rename or describe IMG_1.png/, true);
  press("Enter");
  await find("dialog");
  await goTo(/^Description/);
  write(document.activeElement, "Two otters");
  await goTo(/^Save/);
  press("Enter");
  await gone(() => all("dialog"));
  await hasFocus(/^Rename or describe IMG_1.png/);
});

test("what is no image has a name and no description, and sends none", async () => {
  const { scene, path } = newScene();
  const network = await openPage(path, scene);
  await find("textbox", /^Write to/);
  const [input] = document.querySelectorAll<HTMLElement>("input[type=file]");
  if (!input) throw new Error("there is no field for files");
  pick(input, new File(["a"], "a.zip", { type: "application/zip" }));
  click(await find("button", "Rename or describe a.zip"));
  await find("textbox", "File name");
  expect(all("textbox", "Description")).toEqual([]);
  click(await find("button", "Cancel"));
  await until(() => network.uploads.length === 1);
  network.uploads[0]?.finish("file");
  click(await find("button", "Send"));
  await until(() => network.sent(send).length === 1);
  expect(network.sent(send)[0]?.body.attachment_descriptions).toBeUndefined();
});

test("images of an own message are described later, and not those of others", async () => {
  const scene = newScene();
  const { channel, bob } = scene;
  const own = newMessage(channel, scene.scene.me, "mine", {
    attachments: [image("a"), image("b", "a boat")],
  });
  const theirs = newMessage(channel, bob, "theirs", { attachments: [image("c", "a cat")] });
  scene.scene.messages.push(own, theirs);
  const network = await openPage(scene.path, scene.scene);
  network.on(edit, () => own);
  await find("img", "a cat");
  rightClick(await find("article", /^Bob/));
  await find("menuitem", "Copy link");
  expect(all("menuitem", "Describe images…")).toEqual([]);
  press("Escape");
  await gone(() => all("menu"));
  rightClick(await find("article", /^Ann/));
  click(await find("menuitem", "Describe images…"));
  fill(await find("textbox", "a.png"), "an anchor");
  click(await find("button", "Save"));
  await until(() => network.sent(edit).length === 1);
  expect(network.sent(edit)[0]?.body).toEqual({
    attachment_descriptions: [{ id: "a", description: "an anchor" }],
  });
  const attachments = [image("a", "an anchor"), image("b", "a boat")];
  network.tell({
    type: "MessageUpdate",
    id: own._id,
    channel: channel._id,
    data: { attachments },
    clear: [],
  });
  click(await find("button", "an anchor"));
  const viewer = await find("dialog", "a.png");
  await find("img", "an anchor", viewer);
  await findText("an anchor", viewer);
});
