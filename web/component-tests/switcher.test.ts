import { expect, test } from "bun:test";
import { fill, press } from "./support/actions.ts";
import { all, find, findText, gone, until } from "./support/find.ts";
import { Refusal } from "./support/network.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newMessage, newScene, newUser } from "./support/scene.ts";

/** The quick switcher, opened by its key, for somebody who has a friend and two further channels. */
async function openSwitcher() {
  const base = newScene();
  const { scene, server, channel } = base;
  const friend = newUser("Otto", { relationship: "Friend" });
  scene.users.push(friend);
  const further = ["Burrows", "Tunnels"].map((name) => ({ ...channel, _id: newId(), name }));
  scene.channels.push(...further);
  scene.servers = [{ ...server, channels: scene.channels.map(({ _id }) => _id) }];
  const network = await openPage(base.path, scene);
  await find("heading", "General");
  const open = async () => {
    press("k", { ctrlKey: true });
    return find("combobox", "Go to");
  };
  return { ...base, friend, further, network, open };
}

const names = () => all("option").map(({ textContent }) => textContent);

test("people are found by their names, and a friend's conversation is opened", async () => {
  const { network, scene, friend, open } = await openSwitcher();
  network.on("get /users/{target}/dm", () => ({
    channel_type: "DirectMessage" as const,
    _id: newId(),
    active: true,
    recipients: [scene.me._id, friend._id],
  }));
  fill(await open(), "@");
  await until(() => expect(names()).toEqual(["OOttoOtto#1234", "BBobBob#1234"]));
  fill(await find("combobox", "Go to"), "@ot");
  press("Enter");
  await until(() => all("heading", "Otto").some(({ tagName }) => tagName === "H1"));
});

test("somebody whom one cannot write to is shown instead", async () => {
  const { network, bob, open } = await openSwitcher();
  network.on("get /users/{target}/profile", () => ({}));
  network.on("get /users/{target}/mutual", () => ({ users: [], servers: [], channels: [] }));
  network.on("get /users/{target}", () => bob);
  fill(await open(), "@bob");
  press("Enter");
  await find("dialog", "Profile of Bob");
});

test("actions follow >, by keyboard alone", async () => {
  const { network, server, channel, open } = await openSwitcher();
  network.on("post /sync/settings/set", () => undefined);
  fill(await open(), ">appear");
  press("ArrowDown");
  press("ArrowUp");
  press("Enter");
  await until(() => location.pathname === "/settings/appearance");
  history.back();
  await find("heading", "General");
  fill(await open(), ">mute general");
  press("Enter");
  await until(() => network.sent("post /sync/settings/set").length === 1);
  const written = network.sent("post /sync/settings/set")[0]?.body.notifications;
  expect(JSON.parse(String(written))).toEqual({ channel_mutes: { [channel._id]: {} } });
  fill(await open(), ">mute");
  await until(() => expect(names()).toContain("Unmute General"));
  expect(names()).toContain(`Mute ${server.name}`);
});

test("channels that were open last come first, and # leaves out everything else", async () => {
  const { open } = await openSwitcher();
  for (const name of ["Tunnels", "Burrows"]) {
    fill(await open(), `#${name}`);
    press("Enter");
    await until(() => all("heading", name).some(({ tagName }) => tagName === "H1"));
  }
  await open();
  await until(() => expect(names().slice(0, 2)).toEqual(["TunnelsFerrets", "GeneralFerrets"]));
  fill(await find("combobox", "Go to"), "#");
  await until(() => expect(names()).toHaveLength(3));
});

test("messages are searched everywhere, and a chosen one is jumped to", async () => {
  const { network, scene, bob, channel, path, open } = await openSwitcher();
  const message = newMessage(channel, bob, "An **otter** is in the tunnel.");
  scene.messages.push(message);
  network.on("post /search", () => ({ messages: [message], marks: {}, users: [bob], members: [] }));
  fill(await open(), "otter");
  const group = await find("group", "Messages");
  await findText("An otter is in the tunnel.", group);
  await findText("Bob · General · Ferrets", group);
  expect(network.sent("post /search").map(({ body }) => body.query)).toEqual(["otter"]);
  press("ArrowUp");
  press("Enter");
  await until(() => location.pathname === `${path}/${message._id}`);
  await gone(() => all("dialog"));
});

test("a search for messages that fails says so, and names are found all the same", async () => {
  const { network, open } = await openSwitcher();
  network.on("post /search", () => new Refusal("InternalError"));
  fill(await open(), "burrows");
  await findText("The search for messages did not work.");
  expect(names()).toEqual(["BurrowsFerrets"]);
});
