import { describe, expect, test } from "bun:test";
import type { File as StoredFile } from "../protocol/types.ts";
import { click, rightClick } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { recordClipboard } from "./support/clipboard.ts";
import { all, allTexts, find, findText, gone, until } from "./support/find.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newScene, setCalls } from "./support/scene.ts";
import { newSettingsScene } from "./support/settings-scene.ts";

const image = (tag: StoredFile["tag"]): StoredFile => ({
  _id: newId(),
  tag,
  filename: "image.png",
  metadata: { type: "Image", width: 10, height: 10 },
  content_type: "image/png",
  size: 100,
});
const imagesIn = (part: Element) => [...part.querySelectorAll("img")].map(({ src }) => src);
const srcOf = ({ tag, _id }: StoredFile) => `http://localhost/autumn/${tag}/${_id}`;

describe("a channel", () => {
  test("shows its icon in the list and in the header, and its kind if the icon does not load", async () => {
    const { scene, channel, path } = newScene();
    const icon = image("icons");
    scene.channels = [{ ...channel, icon }];
    await openPage(path, scene);
    const entry = await find("link", "General", await find("navigation", "Channels"));
    const header = (await find("heading", "General")).parentElement as HTMLElement;
    for (const part of [entry, header]) {
      expect(imagesIn(part)).toEqual([srcOf(icon)]);
      part.querySelector("img")?.dispatchEvent(new Event("error"));
      await until(() => imagesIn(part).length === 0 && part.querySelector("svg") !== null);
    }
  });

  test("shows its topic with Markdown and links, on one line above and in full at the beginning", async () => {
    const { scene, channel, path } = newScene();
    scene.channels = [{ ...channel, description: "# **Only** ferrets\n\n- see https://example.com/rules" }];
    await openPage(path, scene);
    const header = (await find("heading", "General")).parentElement as HTMLElement;
    expect(header.textContent).toContain("Only ferrets see https://example.com/rules");
    const link = await find("link", "https://example.com/rules", header);
    expect(link.getAttribute("href")).toBe("https://example.com/rules");
    await until(() => all("link", "https://example.com/rules").length === 2);
    expect([...document.querySelectorAll("main strong")].map(({ textContent }) => textContent)).toEqual([
      "Only",
      "Only",
    ]);
  });

  test.each([
    [false, 1],
    [true, 0],
  ])("with voice says so where the host has none (calls: %p)", async (enabled, count) => {
    const { scene, channel, path } = newScene();
    setCalls(scene, enabled);
    scene.channels = [{ ...channel, voice: {} }];
    await openPage(path, scene);
    await find("heading", "General");
    await until(() => allTexts(/^This host has voice switched off/).length === count);
    await find("link", enabled ? "General" : "General voice is switched off");
  });
});

test("banner and description of a server are at the head of its list, and in full from its menu", async () => {
  const { scene, server, path } = newScene();
  const banner = image("banners");
  scene.servers = [{ ...server, banner, description: "All about **ferrets**" }];
  const network = await openPage(path, scene);
  const list = await find("navigation", "Channels");
  await findText("ferrets", list);
  expect(imagesIn(list)).toEqual([srcOf(banner)]);
  click(await find("button", "Ferrets: menu"));
  click(await find("menuitem", "About this server"));
  const dialog = await find("dialog", "Ferrets");
  await findText("ferrets", dialog);
  expect(imagesIn(dialog)).toEqual([srcOf(banner)]);
  expect(await problemsOf("about", dialog)).toEqual([]);
  click(await find("button", "Close", dialog));

  network.tell({ type: "ServerUpdate", id: server._id, data: {}, clear: ["Banner", "Description"] });
  await gone(() => allTexts("ferrets"));
  rightClick(await find("link", "Ferrets"));
  await find("menuitem", "Copy ID");
  expect(all("menuitem", "About this server")).toEqual([]);
});

test("a menu that is open keeps its lines when one of them goes", async () => {
  const { scene, server, path } = newScene();
  const network = await openPage(path, scene);
  click(await find("button", "Ferrets: menu"));
  await find("menuitem", "Invite people");
  const line = await find("menuitem", "Leave server");
  network.tell({ type: "ServerUpdate", id: server._id, data: { default_permissions: 2 ** 20 }, clear: [] });
  await gone(() => all("menuitem", "Invite people"));
  expect(line.isConnected).toBe(true);
  click(line);
  await find("dialog", /Ferrets/);
});

test("the page of a server without a channel shows its banner and description", async () => {
  const { scene, server } = newScene();
  const banner = image("banners");
  scene.servers = [{ ...server, channels: [], banner, description: "All about **ferrets**" }];
  scene.channels = [];
  await openPage(`/server/${server._id}`, scene);
  const main = await find("main");
  await findText("ferrets", main);
  expect(imagesIn(main)).toEqual([srcOf(banner)]);
});

test("an invite shows the banner and the description of its server", async () => {
  const { scene, server, channel } = newScene();
  const banner = image("banners");
  const network = await openPage("/friends", scene);
  network.on("get /invites/{target}", () => ({
    type: "Server" as const,
    code: "abcdefgh",
    server_id: server._id,
    server_name: "Ferrets",
    server_banner: banner,
    server_description: "All about ferrets",
    channel_id: channel._id,
    channel_name: "General",
    user_name: "Bob",
    member_count: 2,
  }));
  history.pushState(null, "", "/invite/abcdefgh");
  dispatchEvent(new PopStateEvent("popstate"));
  await findText("All about ferrets");
  expect(imagesIn(await find("main"))).toContain(srcOf(banner));
});

test("the address of a webhook is copied for programs of each kind", async () => {
  const { open, paths } = newSettingsScene();
  using clipboard = recordClipboard();
  await open(`${paths.channel}/webhooks`);
  for (const name of [/own format/, /Discord/, /Slack/, /GitHub/]) {
    click(await find("button", "Copy the address of Deployments"));
    click(await find("menuitem", name));
    await gone(() => all("menu"));
  }
  await until(() => clipboard.copied.length === 4);
  expect(
    clipboard.copied.map((address) => address.replace(/^http:\/\/localhost\/api\/webhooks\/\w+\//, "")),
  ).toEqual(["token", "token/discord", "token/slack", "token/github"]);
});

test("a permission that nothing is chosen for says what is inherited, and is not shown as denied", async () => {
  const { open, paths, role } = newSettingsScene();
  await open(`${paths.server}/roles/${role._id}`);
  const group = await find("radiogroup", "Send messages");
  const row = group.parentElement as HTMLElement;
  await findText("Inherited: allowed", row.firstElementChild as HTMLElement);
  const states = all("radio", undefined, group) as HTMLInputElement[];
  expect(states.map(({ checked }) => checked)).toEqual([false, true, false]);
  click(await find("radio", "Deny", group));
  await gone(() => allTexts("Inherited: allowed", row.firstElementChild as HTMLElement));

  const denied = (await find("radiogroup", "Manage server")).parentElement as HTMLElement;
  await findText("Inherited: not allowed", denied.firstElementChild as HTMLElement);
});

test("what the lowest layer does not allow is not allowed, and not denied", async () => {
  const { open, paths } = newSettingsScene();
  const network = await open(`${paths.server}/roles/everyone`);
  network.on("put /servers/{target}/permissions/default", ({ body }) => ({
    ...newScene().server,
    default_permissions: Number(Object(body).permissions),
  }));
  const group = await find("radiogroup", "Manage server");
  expect(all("radio", "Deny")).toEqual([]);
  expect((await find("radio", "Not allowed", group)) as HTMLInputElement).toHaveProperty("checked", true);
  click(await find("radio", "Allow", group));
  click(await find("button", "Save"));
  await until(() => network.sent("put /servers/{target}/permissions/default").length === 1);
});
