import { expect, test } from "bun:test";
import type { Message } from "../protocol/types.ts";
import { click, fill, write } from "./support/actions.ts";
import { all, allTexts, find, findText, gone, until } from "./support/find.ts";
import { openPage } from "./support/open-page.ts";
import { newMember, newMessage, newScene, newUser } from "./support/scene.ts";
import { newSettingsScene } from "./support/settings-scene.ts";

/** A reply of a server that keeps to no protocol. */
const strange = (value: unknown) => value as never;

test("a message that a strange answer breaks fails in its place, and the others stay", async () => {
  const { scene, channel, bob, path } = newScene();
  scene.messages.push(newMessage(channel, bob, "Hello"), newMessage(channel, bob, strange(5)));
  await openPage(path, scene);
  await findText("This message cannot be shown.");
  await findText("Hello");
  fill(await find("textbox", /^Write to/), "The page works");
});

test("a page of the settings that a strange answer breaks can be tried again", async () => {
  const { open } = newSettingsScene();
  const network = await open("/settings/account");
  let isBroken = true;
  network.on("get /users/{target}/profile", () => ({ content: isBroken ? strange(5) : "I keep ferrets." }));
  click(await find("link", "Profile"));
  await findText("Something went wrong here.");
  isBroken = false;
  click(await find("button", "Try again"));
  await find("textbox", "Display name");
  await gone(() => all("alert"));
});

test("a message that fails while it is rendered takes neither the others nor the next page down", async () => {
  const { scene, channel, bob, path } = newScene();
  scene.messages.push(newMessage(channel, bob, "Hello"));
  const kept = Date.prototype.toISOString;
  Date.prototype.toISOString = () => {
    throw new Error("broken");
  };
  try {
    await openPage(path, scene);
    await findText("This message cannot be shown.");
  } finally {
    Date.prototype.toISOString = kept;
  }
  click(await find("button", "Try again"));
  await findText("Hello");
  click(await find("link", "Home"));
  await find("heading", "No friends yet");
  expect(all("alert")).toEqual([]);
});

test("somebody who types while the connection is lost does no harm", async () => {
  const { scene, path } = newScene();
  const network = await openPage(path, scene);
  const field = await find("textbox", /^Write to/);
  write(field, "a");
  network.disconnect();
  write(field, "b");
  await findText(/^No connection/);
  write(field, "c");
  network.isDown = false;
  dispatchEvent(new Event("online"));
  await gone(() => allTexts(/^No connection/));
  const typing = network.told.filter(({ type }) => type === "BeginTyping");
  expect(typing).toHaveLength(1);
});

test("somebody who types and is not known yet is shown, and then by name", async () => {
  const { scene, channel, path, server } = newScene();
  const network = await openPage(path, scene);
  await find("textbox", /^Write to/);
  const carol = newUser("Carol");
  const known = Promise.withResolvers<void>();
  network.on("get /users/{target}", async () => {
    await known.promise;
    return carol;
  });
  network.on("get /servers/{target}/members/{member}", () => newMember(server, carol));
  network.tell({ type: "ChannelStartTyping", id: channel._id, user: carol._id });
  await until(() => document.body.textContent?.includes("is typing") === true);
  known.resolve();
  await until(() => document.body.textContent?.includes("Carol is typing") === true);
});

test("what comes twice is shown once", async () => {
  const { scene, channel, bob, path } = newScene();
  const network = await openPage(path, scene);
  await find("heading", /^This is the beginning of/);
  const message: Message = newMessage(channel, bob, "Echo");
  for (let time = 0; time < 2; time += 1) network.tell({ type: "Message", ...message });
  await find("article", /^Bob/);
  expect(all("article")).toHaveLength(1);
});
