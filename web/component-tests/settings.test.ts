import { describe, expect, test } from "bun:test";
import { click, fill, press } from "./support/actions.ts";
import { choose } from "./support/choose.ts";
import { all, allTexts, find, findText, gone, until } from "./support/find.ts";
import { type Network, Refusal } from "./support/network.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newMessage, newScene } from "./support/scene.ts";
import { newSettingsScene, settingsNavigation } from "./support/settings-scene.ts";

const set = "post /sync/settings/set";
const written = (network: Network, key: "ermine" | "notifications") =>
  network.sent(set).flatMap(({ body }) => {
    const text = Object(body)[key];
    return typeof text === "string" ? [JSON.parse(text)] : [];
  });

describe("the account", () => {
  test("the e-mail address is hidden until it is shown", async () => {
    const { open } = newSettingsScene();
    await open("/settings/account");
    await findText("a•••@example.com");
    click(await find("button", "Show e-mail address"));
    await findText("ann@example.com");
  });

  test("a proof has no field until the server has said which one, and that one has the focus", async () => {
    const { open, account, paths } = newSettingsScene();
    account.methods = ["Totp"];
    const network = await open(`${paths.server}/archive`);
    const reply = Promise.withResolvers<typeof account>();
    network.on("get /auth/account/overview", () => reply.promise);
    click(await find("button", "Create archive"));
    const dialog = await find("dialog");
    await find("status", "Loading", dialog);
    expect(dialog.querySelector("input")).toBeNull();
    reply.resolve(account);
    await until(() => dialog.querySelector("input") !== null);
    await until(() => document.activeElement === dialog.querySelector("input"));
    expect(dialog.querySelector("input")?.getAttribute("inputmode")).toBe("numeric");
  });

  test("the username changes with the password, and not with a wrong one", async () => {
    const { open, scene } = newSettingsScene();
    const network = await open("/settings/account");
    network.on("patch /users/@me/username", ({ body }) => {
      if (body.password !== "right") return new Refusal("InvalidCredentials");
      const data = { username: body.username };
      network.tell({ type: "UserUpdate", id: scene.me._id, data, clear: [], event_id: null });
      return { ...scene.me, ...data };
    });
    click(await find("button", "Change username"));
    const dialog = await find("dialog");
    fill(await find("textbox", "Username", dialog), "Anna");
    const password = dialog.querySelector("input[type=password]") ?? dialog;
    fill(password, "wrong");
    click(await find("button", "Save", dialog));
    await findText("The password is wrong.", dialog);
    fill(password, "right");
    click(await find("button", "Save", dialog));
    await gone(() => all("dialog"));
    await findText(/^Anna#1234$/);
  });
});

test("the accounts of the device and the preview of the profile show the avatar that others see", async () => {
  const { open, scene } = newSettingsScene();
  await open("/settings/account");
  const shown = `/users/${scene.me._id.slice(-1)}/default_avatar`;
  const hasAvatar = (part: HTMLElement) => part.querySelector("img")?.src.endsWith(shown) ?? false;
  const accounts = await find("list", "Accounts on this device");
  await until(() => hasAvatar(accounts));
  click(await find("link", "Profile"));
  expect(hasAvatar(await find("region", "How others see you"))).toBe(true);
});

describe("preferences of the device", () => {
  test("the appearance takes effect at once and is kept", async () => {
    const { open } = newSettingsScene();
    await open("/settings/appearance");
    for (const name of ["Sea", "Dark", "Compact", "Larger"]) click(await find("radio", name));
    const { dataset } = document.documentElement;
    await until(() => dataset.theme === "dark" && dataset.accent === "sea" && dataset.density === "compact");
    const kept = JSON.parse(localStorage.getItem("appearance") ?? "");
    expect(kept).toMatchObject({ theme: "dark", accent: "sea", density: "compact", fontSize: "larger" });
    click(await find("link", "Accessibility"));
    click(await find("switch", "More contrast"));
    await until(() => dataset.contrast === "more");
  });

  test("German is complete, at once", async () => {
    const { open } = newSettingsScene();
    await open("/settings/appearance");
    await choose(/Language/, "Deutsch");
    await find("heading", "Aussehen");
    expect(document.documentElement.lang).toBe("de");
    const links = all("link", undefined, await find("navigation", "Seiten der Einstellungen"));
    const names = links.map(({ textContent }) => textContent);
    expect(names.slice(0, 4)).toEqual(["Konto", "Zweiter Faktor", "Sitzungen", "Profil"]);
    await choose(/Sprache/, "English");
    await find("heading", "Appearance");
  });
});

describe("preferences on all devices", () => {
  test("quiet hours and sounds are written together with what was there", async () => {
    const { open, scene } = newSettingsScene();
    scene.settings = { ermine: [1, JSON.stringify({ desktop: false })] };
    const network = await open("/settings/notifications");
    const sounds = await find("switch", "Sounds");
    click(sounds);
    await until(() => written(network, "ermine").length === 1);
    click(await find("switch", "Quiet hours"));
    await until(() => written(network, "ermine").length === 2);
    expect(written(network, "ermine")[1]).toEqual({
      desktop: false,
      sounds: false,
      quietHours: { from: 1320, to: 420 },
    });
  });

  test("a write that the server refuses is taken back, in words", async () => {
    const { open } = newSettingsScene();
    const network = await open("/settings/notifications");
    const answer = Promise.withResolvers<void>();
    network.on(set, async () => {
      await answer.promise;
      return new Refusal("InternalError");
    });
    const sounds = (await find("switch", "Sounds")) as HTMLInputElement;
    expect(sounds.checked).toBe(true);
    click(sounds);
    await until(() => !sounds.checked);
    answer.resolve();
    await until(() => sounds.checked);
    await find("alert");
  });

  test("a change of another device shows, and a refused write does not undo it", async () => {
    const { open, scene } = newSettingsScene();
    const network = await open("/settings/notifications");
    const answer = Promise.withResolvers<void>();
    network.on(set, async () => {
      await answer.promise;
      return new Refusal("InternalError");
    });
    const quiet = (await find("switch", "Quiet hours")) as HTMLInputElement;
    click(quiet);
    await until(() => quiet.checked);
    const later = JSON.stringify({ sounds: false, quietHours: { from: 0, to: 60 } });
    const update: [number, string] = [Date.now() + 60_000, later];
    network.tell({ type: "UserSettingsUpdate", id: scene.me._id, update: { ermine: update } });
    const sounds = (await find("switch", "Sounds")) as HTMLInputElement;
    await until(() => !sounds.checked);
    answer.resolve();
    await find("alert");
    expect([sounds.checked, quiet.checked]).toEqual([false, true]);
  });

  test("a level is written next to what other clients keep in the same setting", async () => {
    const { open, scene, server } = newSettingsScene();
    const foreign = { server: { other: "all" }, ui: { folded: true } };
    scene.settings = { notifications: [1, JSON.stringify(foreign)] };
    const network = await open("/settings/notifications");
    await choose(/Where/, "Ferrets");
    click(await find("button", "Notifications of Ferrets"));
    const dialog = await find("dialog");
    await choose(/Notify me of/, "All messages", dialog);
    click(await find("button", "Save", dialog));
    await gone(() => all("dialog"));
    expect(written(network, "notifications")).toEqual([
      { server: { other: "all", [server._id]: "all" }, ui: { folded: true } },
    ]);
  });

  test("a muted server is not shown as unread", async () => {
    const { scene, bob, server, channel } = newScene();
    const network = await openPage("/friends", scene);
    await find("link", "Ferrets");
    network.tell({ type: "Message", ...newMessage(channel, bob, "Hello") });
    await find("link", "Ferrets, unread");
    const mutes = JSON.stringify({ server_mutes: { [server._id]: {} } });
    const update = { notifications: [Date.now(), mutes] as [number, string] };
    network.tell({ type: "UserSettingsUpdate", id: scene.me._id, update });
    await find("link", "Ferrets");
  });
});

describe("the settings of a server", () => {
  test("only what was changed is saved, while others change the rest", async () => {
    const { open, paths, server } = newSettingsScene();
    const network = await open(`${paths.server}/overview`);
    network.on("patch /servers/{target}", ({ body }) => {
      const { description } = body;
      if (description)
        network.tell({ type: "ServerUpdate", id: server._id, data: { description }, clear: [] });
      return server;
    });
    fill(await find("textbox", "Description"), "About ferrets");
    network.tell({ type: "ServerUpdate", id: server._id, data: { name: "Stoats" }, clear: [] });
    const name = (await find("textbox", "Name")) as HTMLInputElement;
    await until(() => name.value === "Stoats");
    click(await find("button", "Save"));
    await gone(() => all("button", "Save"));
    expect(network.sent("patch /servers/{target}").map(({ body }) => body)).toEqual([
      { description: "About ferrets" },
    ]);
  });

  test("unsaved changes hold the page until they are given up", async () => {
    const { open, paths } = newSettingsScene();
    await open(`${paths.server}/overview`);
    fill(await find("textbox", "Name"), "Martens");
    click(await find("link", "Bans"));
    click(await find("button", "Leave without saving"));
    await find("heading", "Bans");
  });

  test("what is refused says why and keeps what was typed", async () => {
    const { open, paths } = newSettingsScene();
    const network = await open(`${paths.server}/overview`);
    network.on(
      "patch /servers/{target}",
      () => new Refusal("MissingPermission", { permission: "ManageServer" }),
    );
    const name = (await find("textbox", "Name")) as HTMLInputElement;
    fill(name, "Martens");
    click(await find("button", "Save"));
    await findText("You may not do this here.");
    expect(name.value).toBe("Martens");
  });

  test("the permissions of a channel are offered for the roles below one's own alone", async () => {
    const { open, paths, scene, server, bob } = newSettingsScene();
    const roles = ["Above", "Own", "Below"].map((name, rank) => ({
      _id: newId(),
      name,
      rank,
      permissions: { a: name === "Own" ? 2 ** 0 + 2 ** 2 : 0, d: 0 },
    }));
    scene.servers = [
      { ...server, owner: bob._id, roles: Object.fromEntries(roles.map((role) => [role._id, role])) },
    ];
    const own = roles[1]?._id ?? "";
    scene.members = scene.members.map((member) =>
      member._id.user === scene.me._id ? { ...member, roles: [own] } : member,
    );
    await open(`${paths.channel}/permissions`);
    click(await find("button", /Permissions for/));
    await until(() => all("option").length > 0);
    expect(
      all("option")
        .map(({ textContent }) => textContent?.trim())
        .slice(1),
    ).toEqual(["Below"]);
    press("Escape");
  });

  test("who may change nothing has no settings", async () => {
    const { scene, server } = newScene();
    await openPage(`/server/${server._id}/settings`, scene);
    await find("heading", /not found|does not exist|nothing here/i);
    expect(all("navigation", settingsNavigation)).toEqual([]);
  });
});

describe("under rate limits", () => {
  const pause = /^Busy right now/;

  test.each([
    ["user", ["get /auth/account/overview", "get /bots/@me"]],
    ["server", ["get /servers/{target}/members", "get /servers/{target}/bans"]],
    ["channel", ["get /channels/{channel_id}/webhooks", "get /servers/{target}/invites"]],
  ] as const)("of a %s: what is too quick waits in sight, and no page fails", async (which, routes) => {
    const { open, paths } = newSettingsScene();
    const network = await open(paths[which]);
    const links = async () => all("link", undefined, await find("navigation", settingsNavigation));
    const names = (await links()).map(({ textContent }) => textContent ?? "");
    expect(names.length).toBeGreaterThan(3);
    network.limitMs = 200;
    let isNoticed = false;
    // As quick as the mouse, and then with time to look at each page.
    for (const isWaiting of [false, true])
      for (const name of names) {
        const link = (await links()).find(({ textContent }) => textContent === name);
        if (link) click(link);
        if (isWaiting) await until(() => all("heading", name).some(({ tagName }) => tagName === "H1"));
        isNoticed ||= allTexts(pause).length > 0;
        expect(all("alert")).toEqual([]);
      }
    if (!isNoticed) await findText(pause);
    await until(() => routes.every((route) => network.sent(route).length > 0) && network.isRepeated);
    await gone(() => allTexts(pause));
    expect(all("alert")).toEqual([]);
    // The members are on several pages, and events tell of their changes.
    const members = network.sent("get /servers/{target}/members");
    expect(members).toHaveLength(which === "server" ? 1 : 0);
  });

  test("what is saved too quickly is saved after the pause", async () => {
    const { open, paths, server } = newSettingsScene();
    const network = await open(`${paths.server}/overview`);
    network.on("patch /servers/{target}", () => {
      network.tell({ type: "ServerUpdate", id: server._id, data: { name: "Stoats" }, clear: [] });
      return { ...server, name: "Stoats" };
    });
    fill(await find("textbox", "Name"), "Stoats");
    network.limitMs = 300;
    click(await find("button", "Save"));
    await findText(pause);
    await gone(() => all("button", "Save"));
    await gone(() => allTexts(pause));
    expect(network.sent("patch /servers/{target}")).toHaveLength(1);
  });
});
