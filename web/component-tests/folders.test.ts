import { expect, test } from "bun:test";
import { click, fill, press, rightClick } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { choose } from "./support/choose.ts";
import { all, find, gone, until } from "./support/find.ts";
import { goTo, hasFocus, openMenu, takeEntry } from "./support/keyboard.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newScene } from "./support/scene.ts";

/** Ann's rail with three servers: Ferrets, Otters and Weasels. One unread message in each of the last two mentions her. */
async function openRail(settings?: (ids: readonly string[]) => Record<string, object>) {
  const base = newScene();
  const { scene, server, channel } = base;
  const user = scene.me._id;
  const others = ["Otters", "Weasels"].map((name) => {
    const place = { ...channel, _id: newId(), server: newId(), last_message_id: newId() };
    scene.channels.push(place);
    scene.unreads.push({ _id: { channel: place._id, user }, mentions: [place.last_message_id] });
    return { ...server, _id: place.server, name, channels: [place._id] };
  });
  scene.servers = [server, ...others];
  const ids = scene.servers.map(({ _id }) => _id);
  const entries = Object.entries(settings?.(ids) ?? {});
  scene.settings = Object.fromEntries(entries.map(([key, value]) => [key, [1, JSON.stringify(value)]]));
  const network = await openPage("/friends", scene, (network) =>
    network.on("post /sync/settings/set", () => undefined),
  );
  network.on("post /sync/settings/set", () => undefined);
  const rail = await find("navigation", "Servers");
  const stored = (key: string) => {
    const bodies = network.sent("post /sync/settings/set").map(({ body }) => body[key]);
    return JSON.parse(bodies.findLast((body) => body !== undefined) ?? "null");
  };
  return { ...base, network, rail, ids, stored };
}

const names = (rail: HTMLElement) =>
  [...rail.querySelectorAll("[data-drop-id]")].map((entry) => entry.getAttribute("aria-label"));

test("a server that is dragged onto another one makes a folder, whose counts are sums", async () => {
  const { rail, ids, stored } = await openRail();
  const moved = await find("link", /^Weasels/, rail);
  const target = await find("link", /^Otters/, rail);
  // Nothing lays out the page.
  const { elementFromPoint } = document;
  document.elementFromPoint = () => target;
  target.getBoundingClientRect = () => new DOMRect(0, 0, 48, 48);
  const pointer = { bubbles: true, button: 0, pointerType: "mouse" };
  for (const [type, clientY] of [
    ["pointerdown", 90],
    ["pointermove", 24],
    ["pointerup", 24],
  ] as const)
    moved.dispatchEvent(new PointerEvent(type, { ...pointer, clientY }));
  document.elementFromPoint = elementFromPoint;
  const folder = await find("button", "Folder Otters, Weasels, unread, 2 mentions", rail);
  expect(names(rail)).toHaveLength(2);
  expect(stored("server-folders")).toMatchObject({ folders: [{ servers: [ids[1], ids[2]] }] });
  // The click that ends a drag is none.
  await new Promise((resolve) => setTimeout(resolve));
  click(folder);
  expect(names(rail)).toHaveLength(4);
  expect(await problemsOf("open folder", rail)).toEqual([]);
  click(folder);
  expect(names(rail)).toHaveLength(2);
});

test("a folder is made and opened by keyboard alone", async () => {
  const { rail, ids, stored } = await openRail();
  await goTo(/^Otters/);
  openMenu();
  await takeEntry("menuitem", "New folder with this server");
  await until(() => stored("server-folders")?.folders.length === 1);
  expect(stored("server-folders").folders[0].servers).toEqual([ids[1]]);
  await gone(() => all("menu"));
  await goTo(/^Folder Otters/);
  press("Enter");
  await until(() => expect(names(rail)).toHaveLength(4));
  await hasFocus(/^Folder Otters/);
});

test("by the menu alone a folder is made, filled, named, coloured, moved and dissolved", async () => {
  const { rail, ids, stored } = await openRail();
  const openMenu = async (role: "link" | "button", name: RegExp, entry: string) => {
    rightClick(await find(role, name, rail));
    click(await find("menuitem", entry));
    await gone(() => all("menu"));
  };
  await openMenu("link", /^Weasels/, "New folder with this server");
  await openMenu("link", /^Ferrets/, "Move to Weasels");
  await openMenu("button", /^Folder/, "Edit folder");
  fill(await find("textbox", "Name of the folder"), "Work");
  await choose(/Colour/, "Green");
  click(await find("button", "Save"));
  await gone(() => all("dialog"));
  const folder = await find("button", /^Folder Work/, rail);
  expect(folder.closest("[data-colour]")?.getAttribute("data-colour")).toBe("green");
  // Clients without folders have the servers in the same order.
  await until(() => expect(names(rail)[0]).toMatch(/^Folder Work/));
  folder.focus();
  press("ArrowDown", { altKey: true });
  await until(() => expect(names(rail)[1]).toMatch(/^Folder Work/));
  expect(stored("ordering").servers).toEqual([ids[1], ids[0], ids[2]]);
  await openMenu("button", /^Folder/, "Dissolve folder");
  await until(() => expect(names(rail)).toHaveLength(3));
  expect(stored("server-folders")).toEqual({ folders: [] });
});

test("folders and an order of other clients are shown, and keep what this client does not know", async () => {
  const folder = { id: "folder-1", name: "Fish", colour: "#123456", collapsed: true };
  const { rail, ids, stored } = await openRail(([ferrets = "", otters = "", weasels = ""]) => ({
    "server-folders": { folders: [{ ...folder, servers: [weasels, ferrets] }] },
    ordering: { servers: [ferrets, otters, weasels], serverSidebar: [otters, folder.id, weasels, ferrets] },
  }));
  const shown = await find("button", /^Folder Fish/, rail);
  expect(names(rail).map((name) => name?.split(",")[0])).toEqual(["Otters", "Folder Fish"]);
  expect(shown.closest<HTMLElement>("[data-colour]")?.style.getPropertyValue("--folder")).toBe("#123456");
  click(shown);
  expect(names(rail).map((name) => name?.split(",")[0])).toEqual([
    "Otters",
    "Folder Fish",
    "Weasels",
    "Ferrets",
  ]);
  shown.focus();
  press("ArrowUp", { altKey: true });
  await until(() => stored("ordering")?.serverSidebar[0] === folder.id);
  const [ferrets, otters, weasels] = ids;
  const order = [weasels, ferrets, otters];
  expect(stored("ordering")).toEqual({ servers: order, serverSidebar: [folder.id, ...order] });
  rightClick(shown);
  click(await find("menuitem", "Edit folder"));
  fill(await find("textbox", "Name of the folder"), "Fishes");
  click(await find("button", "Save"));
  await until(() => stored("server-folders") !== null);
  expect(stored("server-folders").folders).toEqual([
    { ...folder, name: "Fishes", servers: [weasels, ferrets] },
  ]);
});

test("folders of earlier versions are stored where other clients read them", async () => {
  const { ids, stored } = await openRail(([, otters = "", weasels = ""]) => ({
    "ermine-folders": { folders: [{ id: "old", name: "", colour: "none", servers: [otters, weasels] }] },
  }));
  await until(() => stored("server-folders") !== null && stored("ordering") !== null);
  const [ferrets, otters, weasels] = ids;
  expect(stored("server-folders")).toEqual({
    folders: [{ id: "old", name: "", servers: [otters, weasels] }],
  });
  expect(stored("ordering").serverSidebar).toEqual([ferrets, "old", otters, weasels]);
});
