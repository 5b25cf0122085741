import { expect, test } from "bun:test";
import type { Emoji } from "../protocol/types.ts";
import { click, fill, hover, press, rightClick } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { all, find, gone, until } from "./support/find.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newMessage, newScene } from "./support/scene.ts";

const bar = () => find("toolbar", "Groups of emoji");

/** The picker above the composer, in a server with an emoji of its own. */
async function openPicker(favourites: readonly string[] = []) {
  const scene = newScene();
  const { server, bob } = scene;
  if (favourites.length > 0)
    scene.scene.settings = { "ermine-emoji": [1, JSON.stringify({ favourites, other: "stays" })] };
  const network = await openPage(scene.path, scene.scene);
  network.on("post /sync/settings/set", () => undefined);
  const field = (await find("textbox", /^Write to/)) as HTMLTextAreaElement;
  const stoat: Emoji = {
    _id: newId(),
    name: "stoat",
    creator_id: bob._id,
    parent: { type: "Server", id: server._id },
  };
  network.tell({ type: "EmojiCreate", ...stoat });
  click(await find("button", "Emoji"));
  await bar();
  const stored = () =>
    JSON.parse(network.sent("post /sync/settings/set").at(-1)?.body["ermine-emoji"] ?? "{}");
  return { ...scene, network, field, stoat, stored };
}

/** Looking for roles among two thousand emoji would take seconds. */
const named = (label: string, group = "") => {
  const found = document.querySelector<HTMLElement>(`${group} button[aria-label="${label}"]`);
  if (!found) throw new Error(`there is no ${label}`);
  return found;
};
const favourites = () =>
  [...document.querySelectorAll('[data-group="favourites"] button')].map(({ textContent }) => textContent);
const search = async (text: string) => fill(await find("searchbox", "Search emoji"), text);

test("a bar leads to the groups of emoji and to those of servers", async () => {
  await openPicker(["🦦"]);
  const names = all("button", undefined, await bar()).map((button) => button.getAttribute("aria-label"));
  expect(names.slice(0, 3)).toEqual(["Favourites", "Ferrets", "Smileys"]);
  expect(names.at(-1)).toBe("Flags");
  await search("otter");
  await find("heading", "Found");
  expect(await problemsOf("picker", await find("dialog"))).toEqual([]);
  const flags = await find("button", "Flags", await bar());
  click(flags);
  await until(() => document.querySelectorAll("[data-group]").length > 9);
  expect(flags.getAttribute("aria-current")).toBe("true");
});

test("favourites are added and removed by menu and by button, and kept for all devices", async () => {
  const { stored, field } = await openPicker(["🦦"]);
  expect(favourites()).toEqual(["🦦"]);
  await search("crab");
  const crab = await find("button", "crab");
  hover(crab);
  rightClick(crab);
  click(await find("menuitem", "Add to favourites"));
  await until(() => stored().favourites?.length === 2);
  expect(stored()).toEqual({ favourites: ["🦦", "🦀"], other: "stays" });
  await search("otter");
  (await find("button", "otter")).focus();
  click(await find("button", "otter as a favourite"));
  await until(() => stored().favourites.length === 1);
  await search("");
  await until(() => favourites().join() === "🦀");
  click(named("crab", '[data-group="favourites"]'));
  await until(() => field.value === "🦀 ");
});

test("the emoji under the pointer or the focus is named", async () => {
  const { stoat, stored } = await openPicker();
  const isNamed = (name: string) => until(() => named(`${name} as a favourite`));
  hover(named(":stoat:"));
  await isNamed(":stoat:");
  (await find("searchbox", "Search emoji")).focus();
  press("ArrowDown");
  press("ArrowRight");
  await isNamed(document.activeElement?.getAttribute("aria-label") ?? "nothing");
  hover(named(":stoat:"));
  await isNamed(":stoat:");
  click(named(":stoat: as a favourite"));
  await until(() => stored().favourites?.[0] === stoat._id);
});

test("the skin tone is chosen in the picker", async () => {
  await openPicker();
  click(named("Skin tone: Without skin tone"));
  click(await find("menuitem", "Dark"));
  await until(() => named("Skin tone: Dark"));
  expect(named("waving hand").textContent).toBe("👋🏿");
});

test("the menu of a message leads to all emoji, as on a phone there is no toolbar", async () => {
  const scene = newScene();
  const message = newMessage(scene.channel, scene.bob, "look");
  scene.scene.messages.push(message);
  const network = await openPage(scene.path, scene.scene);
  const reaction = "put /channels/{target}/messages/{msg}/reactions/{emoji}";
  network.on(reaction, () => undefined);
  rightClick(await find("article", /^Bob/));
  click(await find("menuitem", "React with another emoji…"));
  fill(await find("searchbox", "Search emoji"), "otter");
  click(await find("button", "otter"));
  await until(() => network.sent(reaction).length === 1);
  expect(network.sent(reaction)[0]?.path).toEqual([scene.channel._id, message._id, "🦦"]);
  await gone(() => all("dialog"));
});

test("emoji of other servers are offered for a message only where they are allowed", async () => {
  const { network, field, stoat, server } = await openPicker();
  const weasel: Emoji = { ...stoat, _id: newId(), name: "weasel", parent: { type: "Server", id: newId() } };
  network.tell({ type: "EmojiCreate", ...weasel });
  const allow = (bits: number) => {
    const data = { default_permissions: server.default_permissions + bits };
    network.tell({ type: "ServerUpdate", id: server._id, data, clear: [] });
  };
  const found = () => all("button", /^:(stoat|weasel):$/).map((button) => button.getAttribute("aria-label"));
  await search("s");
  await until(() => expect(found()).toEqual([":stoat:"]));
  allow(2 ** 41);
  await until(() => expect(found()).toEqual([":stoat:", ":weasel:"]));
  fill(field, ":weas");
  await find("option", /weasel/);
  allow(0);
  fill(field, ":stoa");
  await find("option", /stoat/);
  fill(field, ":wease");
  await gone(() => all("option", /stoat/));
  expect(all("option", /weasel/)).toEqual([]);
});
