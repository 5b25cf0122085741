import { expect, test } from "bun:test";
import { click, fill, press, rightClick } from "./support/actions.ts";
import { all, find, findText, until } from "./support/find.ts";
import { openPage } from "./support/open-page.ts";
import { newScene } from "./support/scene.ts";

const send = "post /channels/{target}/messages";

async function openComposer() {
  const { scene, path } = newScene();
  const network = await openPage(path, scene);
  const field = (await find("textbox", /^Write to/)) as HTMLTextAreaElement;
  return { field, sent: () => network.sent(send).map(({ body }) => body) };
}

test("a message is sent without notifying anybody, by its first word or by the menu of Send", async () => {
  const { field, sent } = await openComposer();
  fill(field, "@silent good night");
  await findText("Nobody is notified of this message");
  press("Enter");
  await until(() => sent().length === 1);
  fill(field, "until tomorrow");
  rightClick(await find("button", "Send"));
  click(await find("menuitem", "Send without notifying anybody"));
  await until(() => sent().length === 2);
  fill(field, "hello @silent");
  press("Enter");
  await until(() => sent().length === 3);
  expect(sent().map(({ content, flags }) => [content, flags])).toEqual([
    ["good night", 2],
    ["until tomorrow", 2],
    ["hello @silent", undefined],
  ]);
});

test("the word alone is no message", async () => {
  const { field } = await openComposer();
  fill(field, "@silent ");
  await findText("Nobody is notified of this message");
  expect(all("button", "Send")[0]?.matches(":disabled")).toBe(true);
});
