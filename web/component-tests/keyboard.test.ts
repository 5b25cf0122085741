import { describe, expect, test } from "bun:test";
import type { Channel, Emoji } from "../protocol/types.ts";
import { fill, press, write } from "./support/actions.ts";
import { recordClipboard } from "./support/clipboard.ts";
import { all, allTexts, find, findText, gone, until } from "./support/find.ts";
import { arrowTo, goTo, hasFocus, openMenu, takeEntry } from "./support/keyboard.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newMessage, newScene, usualPermissions } from "./support/scene.ts";
import { newSettingsScene } from "./support/settings-scene.ts";

const store = "post /sync/settings/set";
const inField = /^Write to General/;

describe("by keyboard alone, around a message", () => {
  test("one is sent without notifying anybody", async () => {
    const { scene, path } = newScene();
    const network = await openPage(path, scene);
    await hasFocus(inField);
    write(document.activeElement, "until tomorrow");
    await goTo(/^Send/);
    openMenu();
    await takeEntry("menuitem", "Send without notifying anybody");
    const sent = () => network.sent("post /channels/{target}/messages");
    await until(() => sent().length === 1);
    expect(sent()[0]?.body).toMatchObject({ content: "until tomorrow", flags: 2 });
  });

  test("a moderator sees who reacted, and removes a reaction", async () => {
    const { scene, channel, bob, server, path } = newScene();
    const message = newMessage(channel, bob, "look", { reactions: { "👍": [bob._id, scene.me._id] } });
    scene.messages.push(message);
    scene.servers = [{ ...server, default_permissions: usualPermissions + 2 ** 23 }];
    const network = await openPage(path, scene);
    network.on("delete /channels/{target}/messages/{msg}/reactions/{emoji}", () => {
      const about = { id: message._id, channel_id: channel._id, emoji_id: "👍", user_id: bob._id };
      network.tell({ type: "MessageUnreact", ...about });
      return undefined;
    });
    await hasFocus(inField);
    await goTo(/^Bob, /, true);
    openMenu();
    await takeEntry("menuitem", "Show reactions");
    await find("dialog", "Reactions");
    await goTo(/^Remove the reaction of Bob/);
    press("Enter");
    await gone(() => all("button", "Remove the reaction of Bob"));
    await goTo(/^Close/, true);
    press("Enter");
    await gone(() => all("dialog"));
    await hasFocus(/^Bob, /);
  });

  test("its previews are hidden", async () => {
    const { scene, channel, bob, path } = newScene();
    const card = { type: "Website" as const, title: "A page about ferrets", url: "https://ferrets.example/" };
    scene.messages.push(newMessage(channel, bob, "https://ferrets.example/", { embeds: [card] }));
    const network = await openPage(path, scene);
    network.on(store, () => undefined);
    await hasFocus(inField);
    await goTo(/^Bob, /, true);
    openMenu();
    await takeEntry("menuitem", "Hide previews for me");
    await gone(() => allTexts("A page about ferrets"));
    await hasFocus(/^Bob, /);
  });

  test("the card of a linked message leads there", async () => {
    const { scene, channel, server, bob, path } = newScene();
    const other: Channel = { ...channel, _id: newId(), name: "Burrow" };
    scene.channels.push(other);
    scene.servers = [{ ...server, channels: [channel._id, other._id] }];
    const linked = newMessage(other, bob, "Dig here");
    const place = `/server/${server._id}/channel/${other._id}/${linked._id}`;
    scene.messages.push(newMessage(channel, scene.me, `see ${location.origin}${place}`));
    const network = await openPage(path, scene);
    network.on("get /channels/{target}/messages/{msg}", () => linked);
    await find("link", /^Message of Bob in Burrow/);
    await hasFocus(inField);
    await goTo(/^Ann, /, true);
    await goTo(/^Message of Bob in Burrow/);
    press("Enter");
    await until(() => location.pathname === place);
  });

  test("a link that says something else than its address asks first", async () => {
    const { scene, channel, bob, path } = newScene();
    scene.messages.push(newMessage(channel, bob, "[bank.example](https://evil.example/a)"));
    await openPage(path, scene);
    await hasFocus(inField);
    await goTo(/^Bob, /, true);
    await goTo(/^bank.example/);
    press("Enter");
    await find("dialog", "This link leads elsewhere");
    await goTo(/^Trust evil.example/);
    press("Escape");
    await gone(() => all("dialog"));
    await hasFocus(/^bank.example/);
  });

  test("a person gets a note", async () => {
    const { scene, channel, bob, path } = newScene();
    scene.messages.push(newMessage(channel, bob, "Good morning"));
    const network = await openPage(path, scene);
    network.on("get /users/{target}", () => bob);
    network.on("get /users/{target}/profile", () => ({ content: "I keep bees." }));
    network.on("get /users/{target}/mutual", () => ({ users: [], servers: [], channels: [] }));
    network.on(store, () => undefined);
    await hasFocus(inField);
    await goTo(/^Bob, /, true);
    openMenu();
    await takeEntry("menuitem", "Profile of Bob");
    await find("textbox", "Note", await find("dialog", "Profile of Bob"));
    await goTo(/^Note/);
    write(document.activeElement, "Met at the fair.");
    press("Escape");
    await until(() => network.sent(store).some(({ body }) => `${body["ermine-notes"]}`.includes("fair")));
    await hasFocus(/^Bob, /);
  });

  test("an emoji becomes a favourite, and is none any more", async () => {
    const { scene, path } = newScene();
    const network = await openPage(path, scene);
    network.on(store, () => undefined);
    const kept = () => JSON.parse(network.sent(store).at(-1)?.body["ermine-emoji"] ?? "{}").favourites;
    await hasFocus(inField);
    await goTo(/^Emoji/);
    press("Enter");
    await hasFocus(/^Search emoji/);
    write(document.activeElement, "crab");
    await until(() => document.querySelector("[data-group=found]") !== null);
    press("ArrowDown");
    await hasFocus(/^crab$/);
    openMenu();
    await takeEntry("menuitem", "Add to favourites");
    await until(() => kept()?.join() === "🦀");
    await hasFocus(/^crab$/);
    await goTo(/^crab as a favourite/);
    press("Enter");
    await until(() => kept().length === 0);
    press("Escape");
    await hasFocus(inField);
  });
});

describe("by keyboard alone, around a server", () => {
  test("a channel becomes a favourite", async () => {
    const { scene, path } = newScene();
    const network = await openPage(path, scene);
    network.on(store, () => undefined);
    await hasFocus(inField);
    await goTo(/^General/, true);
    openMenu();
    await takeEntry("menuitem", "Add to favourites");
    await find("button", "Favourites");
    await hasFocus(/^General/);
  });

  test("a private channel is created for a role", async () => {
    const { open, server, path } = newSettingsScene();
    const network = await open(path);
    const made = { channel_type: "TextChannel" as const, _id: newId(), server: server._id, name: "staff" };
    network.on("post /servers/{server}/channels", () => made);
    network.on("put /channels/{target}/permissions/{role_id}", () => made);
    network.on("put /channels/{target}/permissions/default", () => made);
    await hasFocus(inField);
    await goTo(/^Ferrets: menu/, true);
    press("Enter");
    await takeEntry("menuitem", "Create channel");
    await hasFocus(/^Name of the channel/);
    write(document.activeElement, "staff");
    await goTo(/^Private/);
    press(" ");
    await goTo(/^Keepers/);
    press(" ");
    await goTo(/^Create channel/);
    press("Enter");
    await until(() => network.sent("put /channels/{target}/permissions/{role_id}").length === 1);
  });

  test("a member sets their own nickname", async () => {
    const { scene, server, path } = newScene();
    scene.servers = [{ ...server, default_permissions: usualPermissions + 2 ** 10 + 2 ** 12 }];
    const network = await openPage(path, scene);
    const change = "patch /servers/{server}/members/{member}";
    const _id = { server: server._id, user: scene.me._id };
    network.on(change, () => ({ _id, joined_at: "2024-01-01T00:00:00.000Z" }));
    await hasFocus(inField);
    await goTo(/^Ferrets: menu/, true);
    press("Enter");
    await takeEntry("menuitem", "Your profile here");
    await hasFocus(/^Nickname/);
    write(document.activeElement, "Captain");
    await goTo(/^Choose an image/);
    await goTo(/^Save/);
    press("Enter");
    await until(() => network.sent(change)[0]?.body.nickname === "Captain");
    await hasFocus(/^Ferrets: menu/);
  });

  test("an emoji is renamed", async () => {
    const { open, paths, scene, server } = newSettingsScene();
    const network = await open(`${paths.server}/emoji`);
    const parent = { type: "Server" as const, id: server._id };
    const emoji: Emoji = { _id: "emoji", name: "old", parent, creator_id: scene.me._id, animated: false };
    const change = "patch /custom/emoji/{emoji_id}";
    await find("heading", "No emoji yet");
    network.tell({ type: "EmojiCreate", ...emoji });
    network.on(change, () => emoji);
    await find("button", "Rename :old:");
    await goTo(/^Rename :old:/);
    press("Enter");
    await hasFocus(/^Name/);
    write(document.activeElement, "er");
    press("Enter");
    await until(() => network.sent(change)[0]?.body.name === "older");
    await hasFocus(/^Rename :old:/);
  });

  test("the address of a webhook is copied for Discord", async () => {
    const { open, paths } = newSettingsScene();
    using clipboard = recordClipboard();
    await open(`${paths.channel}/webhooks`);
    await find("button", "Copy the address of Deployments");
    await goTo(/^Copy the address of Deployments/);
    press("Enter");
    await takeEntry("menuitem", (await find("menuitem", /Discord/)).textContent);
    await until(() => clipboard.copied[0]?.endsWith("/discord"));
    await hasFocus(/^Copy the address of Deployments/);
  });
});

describe("by keyboard alone, in settings and notices", () => {
  test("a permission of a channel is denied", async () => {
    const { open, paths } = newSettingsScene();
    const network = await open(`${paths.channel}/permissions`);
    const change = "put /channels/{target}/permissions/default";
    network.on(change, () => newScene().channel);
    // Looking for roles among so many radios would take seconds.
    await until(() => document.querySelector("[role=radiogroup]") !== null);
    await goTo(/^Inherited/);
    arrowTo(/^Deny/);
    await hasFocus(/^Deny/);
    await goTo(/^Save/, true);
    press("Enter");
    await until(() => network.sent(change).length === 1);
    expect(network.sent(change)[0]?.body).toMatchObject({ permissions: { allow: 0, deny: 2 ** 0 } });
    await hasFocus(/^Deny/);
  });

  test("a theme with own colours, font and styles is applied, and removed", async () => {
    const { open } = newSettingsScene();
    await open("/settings/appearance");
    await find("heading", "Custom theme");
    await goTo(/^Custom colours/);
    press(" ");
    await goTo(/^Page/);
    fill(document.activeElement as Element, "#101010");
    await goTo(/^Font/);
    write(document.activeElement, "Comic Neue");
    await goTo(/^Apply/);
    press("Enter");
    const { dataset } = document.documentElement;
    const styles = () => document.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]);
    const says = (text: string) => styles().some(({ cssText }) => cssText.includes(text));
    await until(() => says("--ground: #101010") && says('--face: "Comic Neue"'));
    expect(dataset.theme).toBe("dark");
    await goTo(/^Remove/);
    press("Enter");
    await until(() => styles().length === 0);
    await hasFocus(/^Remove/);
  });

  test("the clock has 24 hours", async () => {
    const { open, scene, channel, bob, path } = newSettingsScene();
    scene.messages.push(newMessage(channel, bob, "Tea?", { _id: newId(new Date(2024, 4, 1, 15, 5)) }));
    await open(path);
    await hasFocus(inField);
    await goTo(/^Settings/, true);
    press("Enter");
    await find("link", "Appearance");
    await goTo(/^Appearance/);
    press("Enter");
    await find("group", "Clock");
    await goTo(/^Enter/);
    await goTo(/^Like the system/);
    arrowTo(/^24 hours/);
    press("Escape");
    await find("article", /^Bob, 15:05$/);
    await hasFocus(inField);
  });

  test("words that alert are added and removed", async () => {
    const { open } = newSettingsScene();
    await open("/settings/notifications");
    await find("textbox", "Word");
    await goTo(/^Word/);
    write(document.activeElement, "otter");
    press("Enter");
    await find("button", "Remove otter");
    await goTo(/^Remove otter/);
    press("Enter");
    await gone(() => all("button", "Remove otter"));
  });

  test("a channel for adults is opened", async () => {
    const { scene, channel, bob, path } = newScene();
    scene.channels = [{ ...channel, nsfw: true }];
    scene.messages.push(newMessage(channel, bob, "a secret"));
    const network = await openPage(path, scene);
    network.on(store, () => undefined);
    await find("heading", "Age-restricted channel");
    await goTo(/^I am an adult/);
    press("Enter");
    await findText("a secret");
    await hasFocus(inField);
  });

  test("changed terms are acknowledged", async () => {
    const { scene, path } = newScene();
    const [created_time, effective_time] = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"];
    const [description, url] = ["Ferrets need a leash.", "https://example.com/terms"];
    scene.policies = [{ created_time, effective_time, description, url }];
    const network = await openPage("/friends", scene);
    network.on("post /policy/acknowledge", () => undefined);
    await find("dialog", "The terms have changed");
    await hasFocus(/^I have read it/);
    // A page that comes while the dialog is open wants the focus, and gets it afterwards.
    dispatchEvent(new CustomEvent("ermine-open", { detail: path }));
    await until(() => document.querySelector("textarea") !== null);
    await hasFocus(/^I have read it/);
    press("Enter");
    await gone(() => all("dialog"));
    expect(network.sent("post /policy/acknowledge")).toHaveLength(1);
    await hasFocus(inField);
  });
});
