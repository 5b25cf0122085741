import { expect, test } from "bun:test";
import { click, press } from "./support/actions.ts";
import { all, find, findText, gone, until } from "./support/find.ts";
import { focused, goTo } from "./support/keyboard.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newMessage, newScene } from "./support/scene.ts";

/** Ann's inbox: five mentions in General, two unread messages in Burrows, and a group. */
async function openInbox(more = 0) {
  const base = newScene();
  const { scene, server, bob, channel, path } = base;
  const burrows = { ...channel, _id: newId(), name: "Burrows" };
  const others = Array.from({ length: more }, (_, at) => ({ ...channel, _id: newId(), name: `Other ${at}` }));
  const group = {
    channel_type: "Group" as const,
    _id: newId(),
    name: "Diggers",
    owner: bob._id,
    recipients: [scene.me._id, bob._id],
  };
  scene.channels = [channel, burrows, ...others];
  scene.servers = [{ ...server, channels: scene.channels.map(({ _id }) => _id) }];
  scene.channels.push(group);
  const read = newMessage(burrows, bob, "Read long ago");
  const mentions = [1, 2, 3, 4, 5].map((at) =>
    newMessage(channel, bob, `Mention ${at} of <@${scene.me._id}>`),
  );
  scene.messages.push(read, ...mentions);
  for (const place of [burrows, burrows, group, ...others])
    scene.messages.push(newMessage(place, bob, `News of ${place.name}`));
  for (const place of scene.channels)
    Object.assign(place, {
      last_message_id: scene.messages.findLast(({ channel: of }) => of === place._id)?._id,
    });
  const user = scene.me._id;
  scene.unreads = [
    { _id: { channel: channel._id, user }, mentions: mentions.map(({ _id }) => _id) },
    { _id: { channel: burrows._id, user }, last_id: read._id },
  ];
  const network = await openPage("/friends", scene);
  await find("navigation", "Friends");
  press("E", { ctrlKey: true, shiftKey: true });
  await find("heading", "Inbox");
  return { ...base, network, mentions, burrows, group, path };
}

test("mentions and unread channels are grouped, with excerpts that lead to their place", async () => {
  const { mentions, path } = await openInbox();
  const part = await find("region", "Mentions");
  await find("heading", "Ferrets", part);
  // The latest three, and how many more there are.
  await findText("Mention 5 of @Ann", part);
  expect(all("link", /Mention/, part)).toHaveLength(3);
  await findText("2 more mentions", part);
  const unread = await find("region", "Unread");
  await find("heading", "Direct messages", unread);
  await until(() => all("link", /News of Burrows/, unread).length === 2);
  await find("link", /News of Diggers/, unread);
  expect(all("link", /Read long ago/)).toEqual([]);
  click(await find("link", /Mention 4/, part));
  await until(() => location.pathname === `${path}/${mentions[3]?._id}`);
});

test("one channel is marked as read, then everything", async () => {
  const { network, server, burrows, group } = await openInbox();
  network.on("put /servers/{target}/ack", () => undefined);
  click(await find("button", "Mark Burrows as read"));
  await gone(() => all("heading", "Burrows"));
  const acks = () => network.sent("put /channels/{target}/ack/{message}").map(({ path: [id] }) => id);
  await until(() => expect(acks()).toEqual([burrows._id]));
  click(await find("button", "Mark everything as read"));
  await findText("Everything is read.");
  expect(network.sent("put /servers/{target}/ack").map(({ path }) => path)).toEqual([[server._id]]);
  expect(acks()).toEqual([burrows._id, group._id]);
});

test("everything is marked as read by keyboard alone", async () => {
  const { network, burrows } = await openInbox();
  network.on("put /servers/{target}/ack", () => undefined);
  await goTo(/^Mark Burrows as read/);
  press("Enter");
  await gone(() => all("heading", "Burrows"));
  expect(network.sent("put /channels/{target}/ack/{message}")[0]?.path[0]).toBe(burrows._id);
  await until(() => focused() !== "nothing");
  await goTo(/^Mark everything as read/, true);
  press("Enter");
  await findText("Everything is read.");
});

test("many channels are loaded some at a time", async () => {
  const { network } = await openInbox(20);
  await find("button", "Show 10 more channels");
  await gone(() => all("status", /^Loading/));
  const asked = () =>
    new Set(network.sent("get /channels/{target}/messages").map(({ path: [id] }) => id)).size;
  expect(asked()).toBe(10);
  click(await find("button", "Show 10 more channels"));
  await find("button", "Show 3 more channels");
  await until(() => asked() === 20);
});

test("without anything new the inbox says so", async () => {
  const { scene } = newScene();
  await openPage("/inbox", scene);
  await find("heading", "Nothing new");
  expect(all("button", "Mark everything as read")).toEqual([]);
  await find("link", "Inbox", await find("navigation", "Servers"));
});
