import { expect, test } from "bun:test";
import type { Channel } from "../protocol/types.ts";
import { click, fill, press, rightClick } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { all, find, findText, gone, until } from "./support/find.ts";
import { goTo, hasFocus, openMenu, takeEntry } from "./support/keyboard.ts";
import { Refusal } from "./support/network.ts";
import { openPage } from "./support/open-page.ts";
import { rowOf } from "./support/rows.ts";
import { newId, newMessage, newScene, newUser } from "./support/scene.ts";

const send = "post /channels/{target}/messages";

/** Bob's message, and places to send it to: a channel, one that is closed, notes, and Cyd, who is a friend. */
function newPlaces(more: Partial<Channel> = {}) {
  const given = newScene();
  const { scene, channel, server, bob, path } = given;
  const cyd = newUser("Cyd", { relationship: "Friend" });
  const burrow: Channel = { ...channel, _id: newId(), name: "Burrow" };
  const closed: Channel = {
    ...channel,
    _id: newId(),
    name: "Closed",
    default_permissions: { a: 0, d: 2 ** 22 },
  };
  const notes: Channel = { channel_type: "SavedMessages", _id: newId(), user: scene.me._id };
  scene.users.push(cyd);
  scene.servers = [{ ...server, channels: [channel._id, burrow._id, closed._id] }];
  scene.channels = [{ ...channel, ...more } as typeof channel, burrow, closed, notes];
  const message = newMessage(channel, bob, `hello <@${scene.me._id}> @everyone\nsecond line`);
  scene.messages.push(message);
  const open = async () => {
    const network = await openPage(path, scene);
    rightClick(await rowOf(message));
    click(await find("menuitem", "Forward…"));
    const dialog = await find("dialog", "Forward a message");
    return { network, dialog };
  };
  return { ...given, burrow, cyd, message, open };
}

const places = (dialog: HTMLElement) =>
  all("checkbox", undefined, dialog).map((box) => box.parentElement?.textContent ?? "");

test("a message is forwarded with a comment to a channel and a friend, as a quote that notifies nobody", async () => {
  const { burrow, cyd, scene, channel, server, message, open } = newPlaces();
  const { network, dialog } = await open();
  const conversation: Channel = {
    channel_type: "DirectMessage",
    _id: newId(),
    active: true,
    recipients: [scene.me._id, cyd._id],
  };
  network.on("get /users/{target}/dm", () => conversation);
  expect(await problemsOf("forward", dialog)).toEqual([]);
  await findText(/also those who may not see General/, dialog);
  expect(places(dialog).some((place) => place.includes("Closed"))).toBe(false);
  fill(await find("searchbox", "Search people and channels", dialog), "burr");
  await until(() => places(dialog).length === 1);
  click(await find("checkbox", /Burrow/, dialog));
  fill(await find("searchbox", "Search people and channels", dialog), "");
  click(await find("checkbox", /Cyd/, dialog));
  fill(await find("textbox", "Comment", dialog), "look at this");
  click(await find("button", "Forward", dialog));
  await findText("Forwarded to 2 places");
  await gone(() => all("dialog"));
  const sent = network.sent(send);
  expect(sent.map(({ path: [id] }) => id)).toEqual([burrow._id, conversation._id]);
  const link = `${location.origin}/server/${server._id}/channel/${channel._id}/${message._id}`;
  expect(sent[0]?.body.content).toBe(
    `look at this\n\n> hello @Ann @\u200Beveryone\n> second line\n\nBob: <${link}>`,
  );
});

test("a message is forwarded by keyboard alone", async () => {
  const { scene, path, burrow } = newPlaces();
  const network = await openPage(path, scene);
  await hasFocus(/^Write to General/);
  await goTo(/^Bob, /, true);
  openMenu();
  await takeEntry("menuitem", "Forward…");
  await hasFocus(/^Search people and channels/);
  await goTo(/^Burrow/);
  press(" ");
  await goTo(/^Forward$/);
  press("Enter");
  await findText("Forwarded");
  expect(network.sent(send).map(({ path: [id] }) => id)).toEqual([burrow._id]);
  await hasFocus(/^Bob, /);
});

test("what one place refuses says why and stays chosen, and the others are not sent twice", async () => {
  const { burrow, open } = newPlaces();
  const { network, dialog } = await open();
  let isFull = true;
  const { scene } = newScene();
  network.on(send, ({ path: [channel = ""] }) =>
    channel === burrow._id && isFull
      ? new Refusal("InSlowmode", { retry_after: 5 })
      : { _id: newId(), channel, author: scene.me._id },
  );
  click(await find("checkbox", /Burrow/, dialog));
  click(await find("checkbox", /Saved messages/, dialog));
  click(await find("button", "Forward", dialog));
  await find("alert", undefined, dialog);
  const before = network.sent(send);
  isFull = false;
  click(await find("button", "Forward", dialog));
  await gone(() => all("dialog"));
  const channels = network.sent(send).map(({ path: [id] }) => id);
  expect(new Set(channels).size).toBe(2);
  expect(channels.filter((id) => id === burrow._id).length).toBe(2);
  expect(before.at(-1)?.headers.get("idempotency-key")).toBe(
    network
      .sent(send)
      .find(({ path: [id] }, index) => index >= before.length && id === burrow._id)
      ?.headers.get("idempotency-key") ?? "",
  );
});

test("what was written for adults goes to such channels and to one's notes alone", async () => {
  const { scene, channel, burrow, open } = newPlaces({ nsfw: true });
  scene.settings = { "ermine-adult-channels": [1, JSON.stringify({ ids: [channel._id] })] };
  const { dialog } = await open();
  const names = places(dialog).join();
  expect(names).toContain("Saved messages");
  expect(names).toContain("General");
  expect(names).not.toContain("Cyd");
  expect(names).not.toContain(burrow.channel_type === "TextChannel" ? burrow.name : "");
});
