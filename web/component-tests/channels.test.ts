import { describe, expect, test } from "bun:test";
import type { Server, TextChannel } from "../protocol/types.ts";
import { click, press } from "./support/actions.ts";
import { all, find, until } from "./support/find.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newMember, newMessage, newScene } from "./support/scene.ts";

/** Ferrets has General, and Tunnels and the unread Burrow in a category; Otters has one channel. */
function newServers() {
  const { scene, bob, server, channel: general, path } = newScene();
  const newChannel = (of: string, name: string, unread?: string): TextChannel => ({
    channel_type: "TextChannel",
    _id: newId(),
    server: of,
    name,
    ...(unread && { last_message_id: unread }),
  });
  const tunnels = newChannel(server._id, "Tunnels");
  const burrow = newChannel(server._id, "Burrow", newMessage(general, bob, "dig")._id);
  const otters: Server = { ...server, _id: newId(), name: "Otters" };
  const river = newChannel(otters._id, "River");
  const below = { id: "below", title: "Below", channels: [tunnels._id, burrow._id] };
  scene.servers = [
    { ...server, channels: [general._id, ...below.channels], categories: [below] },
    { ...otters, channels: [river._id] },
  ];
  scene.channels.push(tunnels, burrow, river);
  scene.members.push(newMember(otters, scene.me));
  return { scene, general, tunnels, burrow, river, path };
}

const pathOf = ({ server, _id }: TextChannel) => `/server/${server}/channel/${_id}`;

describe("channels and servers", () => {
  test("Alt with the arrows leads through channels, to the next unread one, and with Ctrl through servers", async () => {
    const { scene, burrow, tunnels, general, river, path } = newServers();
    await openPage(path, scene);
    await until(() => all("textbox", "Write to General").length === 1);
    const steps = [
      [tunnels, "ArrowDown", { altKey: true }],
      [general, "ArrowUp", { altKey: true }],
      [burrow, "ArrowDown", { altKey: true, shiftKey: true }],
      [river, "ArrowDown", { altKey: true, ctrlKey: true }],
      [burrow, "ArrowUp", { altKey: true, ctrlKey: true }],
    ] as const;
    for (const [channel, key, modifiers] of steps) {
      press(key, modifiers);
      await until(() => location.pathname === pathOf(channel));
      await find("textbox", `Write to ${channel.name}`);
    }
  });

  test("a server opens at the channel that was open last", async () => {
    const { scene, burrow, path } = newServers();
    await openPage(path, scene);
    click(await find("link", /^Burrow/));
    await find("textbox", "Write to Burrow");
    click(await find("link", "Otters"));
    await find("textbox", "Write to River");
    click(await find("link", /^Ferrets/));
    await until(() => location.pathname === pathOf(burrow));
  });

  test("a category folds, keeps unread channels in sight, and stays folded", async () => {
    const { scene, path } = newServers();
    await openPage(path, scene);
    const fold = await find("button", "Below");
    await find("link", "Tunnels");
    click(fold);
    await until(() => all("link", "Tunnels").length === 0);
    expect(fold.getAttribute("aria-expanded")).toBe("false");
    await find("link", /^Burrow/);
  });

  test("the list of channels is made wider and narrower, within bounds, and keeps its width", async () => {
    const { scene, path } = newServers();
    await openPage(path, scene);
    const edge = await find("separator", "Width of the list");
    const width = () => Number(edge.getAttribute("aria-valuenow"));
    const usual = width();
    edge.focus();
    press("ArrowRight");
    expect(width()).toBe(usual + 16);
    press("End");
    press("ArrowRight");
    expect(width()).toBe(Number(edge.getAttribute("aria-valuemax")));
    expect(localStorage.getItem("list-width")).toBe(edge.getAttribute("aria-valuenow"));
    edge.dispatchEvent(new MouseEvent("dblclick", { bubbles: true }));
    expect(width()).toBe(usual);
  });
});
