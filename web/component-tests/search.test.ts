import { expect, test } from "bun:test";
import { click, fill, press, write } from "./support/actions.ts";
import { choose } from "./support/choose.ts";
import { all, find, findText, gone, until } from "./support/find.ts";
import { markedAs } from "./support/highlights.ts";
import { arrowTo, focused, goTo, hasFocus } from "./support/keyboard.ts";
import { Refusal } from "./support/network.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newMessage, newScene } from "./support/scene.ts";

const search = "post /servers/{target}/search";

/** The search of a channel, in which there are some messages with a number. */
async function openSearch(count: number, text = "otter") {
  const base = newScene();
  const { scene, bob, channel } = base;
  for (let number = 1; number <= count; number += 1)
    scene.messages.push(newMessage(channel, bob, `${text} ${number}`));
  const network = await openPage(base.path, scene);
  network.on(search, ({ body }) => {
    const { query = "", sort = "Latest", before, after, limit = 50 } = body;
    const found = scene.messages.filter(
      ({ _id, content = "" }) =>
        content.includes(query) && (!before || _id < before) && (!after || _id > after),
    );
    const messages = (sort === "Oldest" ? found : found.toReversed()).slice(0, limit);
    const last = messages.at(-1)?._id;
    const next = messages.length === limit && last !== undefined ? { next: last } : {};
    return { messages, marks: {}, users: [bob, scene.me], members: scene.members, ...next };
  });
  click(await find("button", "Search"));
  const panel = await find("complementary", "Search");
  return { ...base, network, panel };
}

test("many results come in pages, in the order that is chosen", async () => {
  const { panel } = await openSearch(30);
  fill(await find("searchbox", "Words", panel), "otter");
  press("Enter");
  click(await find("button", "Search", panel));
  await findText("otter 30", panel);
  expect(all("article", undefined, panel)).toHaveLength(25);
  click(await find("button", "Show more", panel));
  await findText("30 messages", panel);
  click(await find("button", "Filters", panel));
  await choose(/Order/, "Oldest first", panel);
  await until(() => all("article", undefined, panel)[0]?.textContent?.includes("otter 1") === true);
});

test("a search that fails says so and can be tried again", async () => {
  const { network, panel, scene } = await openSearch(1, "weasel");
  let isBroken = true;
  network.on(search, () =>
    isBroken ? new Refusal("InternalError") : { messages: scene.messages, marks: {} },
  );
  fill(await find("searchbox", "Words", panel), "weasel");
  click(await find("button", "Search", panel));
  await find("alert", undefined, panel);
  isBroken = false;
  click(await find("button", "Try again", panel));
  await findText("weasel 1", panel);
});

test("the server filters, and stays in the channel, in its server or looks everywhere", async () => {
  const { network, panel, scene, channel, bob } = await openSearch(1);
  network.on("post /search", () => ({ messages: [], marks: {} }));
  network.on("get /servers/{target}/members_experimental_query", () => ({
    members: scene.members,
    users: [bob],
  }));
  fill(await find("searchbox", "Words", panel), "otter");
  click(await find("button", "Filters", panel));
  fill(await find("combobox", "Written by", panel), "bob");
  await until(() => network.sent(search).at(-1)?.body.author === bob._id);
  await choose(/With/, "a link", panel);
  click(await find("switch", "Pinned only", panel));
  const filters = {
    query: "otter",
    author: bob._id,
    has: "Link",
    pinned: true,
    sort: "Latest",
    limit: 25,
    include_users: true,
  } as const;
  await until(() => network.sent(search).at(-1)?.body.pinned === true);
  const inChannel = network.sent(search).at(-1);
  expect(inChannel?.body).toEqual({ ...filters, channel: channel._id });
  expect(inChannel?.path).toEqual([channel.server]);
  click(await find("radio", "Server", panel));
  await until(() => network.sent(search).at(-1)?.body.channel === undefined);
  expect(network.sent(search).at(-1)?.body).toEqual(filters);
  click(await find("radio", "Everywhere", panel));
  await findText("Nothing found", panel);
  expect(network.sent("post /search").at(-1)?.body).toEqual(filters);
});

test("what was found elsewhere names its place, and stays next to it after the jump", async () => {
  const { network, panel, scene, server, channel, bob } = await openSearch(1);
  const other = { ...channel, _id: newId(), name: "Burrow" };
  const message = newMessage(other, bob, "an otter here");
  scene.messages.push(message);
  network.tell({ type: "ChannelCreate", ...other });
  network.on("post /search", () => ({ messages: [message], marks: {} }));
  fill(await find("searchbox", "Words", panel), "otter");
  click(await find("radio", "Everywhere", panel));
  const hit = await find("article", /^Bob/, panel);
  await findText("Burrow in Ferrets", hit);
  click(await find("link", "Jump", hit));
  await until(() => location.pathname === `/server/${server._id}/channel/${other._id}/${message._id}`);
  await find("heading", "Burrow");
  const after = await find("complementary", "Search");
  await findText("Burrow in Ferrets", after);
  expect(await find("searchbox", "Words", after)).toHaveProperty("value", "otter");
  expect(network.sent("post /search")).toHaveLength(1);
});

test("a server is searched by keyboard alone", async () => {
  const { scene, bob, channel, path } = newScene();
  const message = newMessage(channel, bob, "an otter");
  scene.messages.push(message);
  const network = await openPage(path, scene);
  network.on(search, () => ({ messages: [message], marks: {} }));
  await hasFocus(/^Write to General/);
  press("f", { ctrlKey: true });
  await hasFocus(/^Words/);
  write(document.activeElement, "otter");
  press("Enter");
  await until(() => network.sent(search).length === 1);
  await goTo(/^Channel/);
  arrowTo(/^Server/);
  await until(() => network.sent(search).length === 2);
  expect(network.sent(search)[1]?.body.channel).toBeUndefined();
  await find("link", "Jump");
  await goTo(/^Jump/);
  press("Enter");
  await until(() => location.pathname === `${path}/${message._id}`);
  await goTo(/^Close/, true);
  press("Enter");
  await gone(() => all("complementary", "Search"));
  await until(() => focused() !== "nothing");
});

test("the words that the server marks are highlighted as they are shown", async () => {
  const { network, panel, channel, bob } = await openSearch(1);
  const message = newMessage(channel, bob, "**Otters** swim, `otter`");
  const marks = [
    { start: 2, end: 8 },
    { start: 18, end: 23 },
  ];
  network.on(search, () => ({ messages: [message], marks: { [message._id]: marks } }));
  fill(await find("searchbox", "Words", panel), "otter");
  click(await find("button", "Search", panel));
  await until(() => markedAs("found").length === 2);
  expect(markedAs("found")).toEqual(["Otters", "otter"]);
  click(await find("button", "Close", panel));
  await until(() => markedAs("found").length === 0);
});

test("the list of conversations searches everywhere, next to the home page", async () => {
  const { scene, bob, channel } = newScene();
  const message = newMessage(channel, bob, "an otter");
  const network = await openPage("/friends", scene);
  network.on("post /search", () => ({ messages: [message], marks: {} }));
  click(await find("button", "Search everywhere"));
  const panel = await find("complementary", "Search");
  const words = await find("searchbox", "Words", panel);
  await until(() => document.activeElement === words);
  expect(all("radio", undefined, panel)).toEqual([]);
  fill(words, "otter");
  click(await find("button", "Search", panel));
  click(await find("link", "Jump", await find("article", undefined, panel)));
  await until(() => location.pathname.endsWith(`/channel/${channel._id}/${message._id}`));
  await findText("General in Ferrets", await find("complementary", "Search"));
});
