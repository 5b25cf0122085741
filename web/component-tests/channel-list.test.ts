import { expect, test } from "bun:test";
import { click, press, rightClick } from "./support/actions.ts";
import { all, find, findText, gone, until } from "./support/find.ts";
import { goTo, hasFocus, openMenu, takeEntry } from "./support/keyboard.ts";
import { type Network, Refusal } from "./support/network.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newScene, setCalls } from "./support/scene.ts";

/** Ann's own server, whose channels are General and, in the category Digging, Burrows and Tunnels. */
async function openList() {
  const base = newScene();
  const { scene, server, channel, path } = base;
  const [burrows, tunnels] = ["Burrows", "Tunnels"].map((name) => ({ ...channel, _id: newId(), name }));
  if (!burrows || !tunnels) throw new Error("there are two");
  scene.channels = [channel, burrows, tunnels];
  const categories = [{ id: "digging", title: "Digging", channels: [burrows._id, tunnels._id] }];
  scene.servers = [
    { ...server, owner: scene.me._id, channels: scene.channels.map(({ _id }) => _id), categories },
  ];
  const network = await openPage(path, scene);
  network.on("post /sync/settings/set", () => undefined);
  await find("heading", "General");
  const list = await find("navigation", "Channels");
  return { ...base, network, list, burrows, tunnels };
}

const names = (list: HTMLElement) => all("link", undefined, list).map(({ textContent }) => textContent);
const written = (network: Network, key: string) =>
  JSON.parse(String(network.sent("post /sync/settings/set").at(-1)?.body[key]));

test("a favourite is on top of the list, on all devices, until it is none any more", async () => {
  const { network, list, tunnels } = await openList();
  rightClick(await find("link", "Tunnels", list));
  click(await find("menuitem", "Add to favourites"));
  await find("button", "Favourites", list);
  expect(names(list)).toEqual(["Tunnels", "General", "Burrows"]);
  expect(written(network, "ermine-lists")).toEqual({ favourites: [tunnels._id] });
  // The keys go through the list as it is shown.
  press("ArrowUp", { altKey: true });
  await until(() => location.pathname.endsWith(tunnels._id));
  await gone(() => all("menu"));
  rightClick(await find("link", "Tunnels", list));
  click(await find("menuitem", "Remove from favourites"));
  await gone(() => all("button", "Favourites", list));
  expect(names(list)).toEqual(["General", "Burrows", "Tunnels"]);
});

test("muted channels are hidden where the user wants it, but for the one that is open", async () => {
  const { network, list, server, burrows, channel } = await openList();
  network.tell({
    type: "UserSettingsUpdate",
    id: newId(),
    update: {
      notifications: [2, JSON.stringify({ channel_mutes: { [burrows._id]: {}, [channel._id]: {} } })],
    },
  });
  expect(names(list)).toEqual(["General", "Burrows", "Tunnels"]);
  click(await find("button", "Ferrets: menu"));
  click(await find("menuitem", "Hide muted channels"));
  await until(() => expect(names(list)).toEqual(["General", "Tunnels"]));
  expect(written(network, "ermine-lists")).toEqual({ hidingMuted: [server._id] });
  await gone(() => all("menu"));
  click(await find("button", "Ferrets: menu"));
  click(await find("menuitem", "Show muted channels"));
  await until(() => expect(names(list)).toEqual(["General", "Burrows", "Tunnels"]));
});

test("a channel is dragged to another place in the list itself", async () => {
  const { network, list, server, channel, burrows, tunnels } = await openList();
  network.on("patch /servers/{target}", () => server);
  const moved = await find("link", "General", list);
  const target = await find("link", "Burrows", list);
  // Nothing lays out the page.
  const elementFromPoint = document.elementFromPoint;
  document.elementFromPoint = () => target;
  const pointer = { bubbles: true, button: 0, pointerType: "mouse" };
  moved.dispatchEvent(new PointerEvent("pointerdown", { ...pointer, clientY: 0 }));
  moved.dispatchEvent(new PointerEvent("pointermove", { ...pointer, clientY: 50 }));
  moved.dispatchEvent(new PointerEvent("pointerup", { ...pointer, clientY: 50 }));
  document.elementFromPoint = elementFromPoint;
  expect(names(list)).toEqual(["Burrows", "General", "Tunnels"]);
  await until(() => network.sent("patch /servers/{target}").length === 1);
  expect(network.sent("patch /servers/{target}")[0]?.body.categories).toEqual([
    { id: "digging", title: "Digging", channels: [burrows._id, channel._id, tunnels._id] },
  ]);
});

test("a channel is moved by keys, and a move that is refused is taken back", async () => {
  const { network, list } = await openList();
  network.on(
    "patch /servers/{target}",
    () => new Refusal("MissingPermission", { permission: "ManageChannel" }),
  );
  (await find("link", "Tunnels", list)).focus();
  press("ArrowUp", { ctrlKey: true, shiftKey: true });
  expect(names(list)).toEqual(["General", "Tunnels", "Burrows"]);
  await findText("Tunnels is now in Digging.", list);
  await until(() => expect(names(list)).toEqual(["General", "Burrows", "Tunnels"]));
  await find("alert");
});

test("categories are moved by the menu, and whoever may not manage channels moves nothing", async () => {
  const { network, list, server, bob } = await openList();
  network.on("patch /servers/{target}", () => server);
  rightClick(await find("button", "Digging", list));
  click(await find("menuitem", "Move up"));
  await until(() => expect(names(list)).toEqual(["Burrows", "Tunnels", "General"]));
  network.tell({ type: "ServerUpdate", id: server._id, data: { owner: bob._id }, clear: [] });
  await gone(() => all("menu"));
  rightClick(await find("link", "General", list));
  await find("menuitem", "Copy ID");
  expect(all("menuitem", "Move up")).toEqual([]);
  expect((await find("link", "General", list)).hasAttribute("data-drop-id")).toBe(false);
});

test("a category is moved by keyboard alone", async () => {
  const { network, list, server } = await openList();
  network.on("patch /servers/{target}", () => server);
  await goTo(/^Digging/, true);
  openMenu();
  await takeEntry("menuitem", "Move up");
  await until(() => expect(names(list)).toEqual(["Burrows", "Tunnels", "General"]));
  await hasFocus(/^Digging/);
});

test("the title of the tab names channel and server, and what is unread", async () => {
  const { network, scene, burrows } = await openList();
  await until(() => document.title === "#General · Ferrets · Ermine");
  const user = scene.me._id;
  const message = {
    _id: newId(),
    channel: burrows._id,
    author: newId(),
    content: `<@${user}>`,
    mentions: [user],
  };
  network.tell({ type: "Message", ...message });
  await until(() => document.title === "(1) #General · Ferrets · Ermine");
  press("E", { ctrlKey: true, shiftKey: true });
  await until(() => document.title === "(1) Inbox · Ermine");
});

test("a click on a voice channel joins its call, unless it opens another tab", async () => {
  const { scene, server, channel, path } = newScene();
  setCalls(scene, true);
  const [talk, lounge] = ["Talk", "Lounge"].map((name) => ({ ...channel, _id: newId(), name, voice: {} }));
  if (!talk || !lounge) throw new Error("there are two");
  scene.channels = [channel, talk, lounge];
  scene.servers = [{ ...server, owner: scene.me._id, channels: scene.channels.map(({ _id }) => _id) }];
  const network = await openPage(path, scene);
  network.on("post /channels/{target}/join_call", () => new Refusal("VosoUnavailable"));
  click(await find("link", "Talk"), { ctrlKey: true });
  click(await find("link", "Lounge"));
  await until(() => network.sent("post /channels/{target}/join_call").length > 0);
  const asked = network.sent("post /channels/{target}/join_call").map(({ path: [id] }) => id);
  expect(asked).toEqual([lounge._id]);
});
