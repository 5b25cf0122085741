import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Channel, Server } from "../protocol/types.ts";
import { click, fill, press, write } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { type RecordedClipboard, recordClipboard } from "./support/clipboard.ts";
import { all, allTexts, find, findText, gone, until } from "./support/find.ts";
import { arrowTo, goTo, hasFocus } from "./support/keyboard.ts";
import { type Network, Refusal } from "./support/network.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newScene, usualPermissions } from "./support/scene.ts";

/** Ann, who has just registered. */
function newcomerScene() {
  const { scene } = newScene();
  Object.assign(scene, { users: [], servers: [], channels: [], members: [] });
  return scene;
}

let clipboard: RecordedClipboard;
beforeEach(() => {
  clipboard = recordClipboard();
});
afterEach(() => clipboard[Symbol.dispose]());

describe("the first screen of a new account", () => {
  test("offers three ways, by keys as well, without an empty list", async () => {
    await openPage("/", newcomerScene());
    await find("heading", "Welcome, Ann");
    await findText("Others find you as Ann#1234.");
    expect(all("heading", "No friends yet")).toEqual([]);
    expect(all("navigation", "Friends")).toEqual([]);
    expect(await problemsOf("welcome")).toEqual([]);
    for (const [name, title] of [
      [/^Join with an invite/, "Join with an invite"],
      [/^Create a server/, "Create a server"],
      [/^Find people/, "Add a friend"],
    ] as const) {
      const card = await find("button", name, await find("main"));
      card.focus();
      press("Enter");
      const dialog = await find("dialog", title);
      expect(await problemsOf(title, dialog)).toEqual([]);
      press("Escape");
      await gone(() => all("dialog"));
      expect(document.activeElement).toBe(card);
    }
  });

  test("gives way to the friends with the first of them", async () => {
    const scene = newcomerScene();
    const network = await openPage("/", scene);
    await find("heading", "Welcome, Ann");
    const user = {
      _id: newId(),
      username: "Bob",
      discriminator: "0001",
      relationship: "Friend",
      online: true,
    } as const;
    network.tell({ type: "UserRelationship", id: scene.me._id, user, status: "Friend" });
    await find("list", "Online");
    expect(all("heading", "Welcome, Ann")).toEqual([]);
  });
});

/** Answers what a new server needs, as the server does. */
function answerCreation(network: Network) {
  const server: Server = {
    _id: newId(),
    owner: "",
    name: "Ferrets",
    channels: [],
    default_permissions: usualPermissions,
    approximate_member_count: 1,
  };
  const channelOf = (name: string): Channel => ({
    channel_type: "TextChannel",
    _id: newId(),
    server: server._id,
    name,
  });
  network.on("post /servers/create", () => {
    const general = channelOf("General");
    return { server: { ...server, channels: [general._id] }, channels: [general] };
  });
  network.on("post /channels/{target}/invites", ({ path: [channel = ""] }) => ({
    type: "Server" as const,
    _id: "abcdefgh",
    server: server._id,
    creator: "",
    channel,
  }));
}

async function openCreation(template: string) {
  const network = await openPage("/", newcomerScene());
  answerCreation(network);
  click(await find("button", /^Create a server/, await find("main")));
  const dialog = await find("dialog", "Create a server");
  fill(await find("textbox", "Name", dialog), " Ferrets ");
  click(await find("radio", template, dialog));
  return { network, dialog };
}

const link = "http://localhost/invite/abcdefgh";

describe("a new server", () => {
  test("gets the channels and roles of its template, and ends in an invite link that is copied", async () => {
    const { network, dialog } = await openCreation("Community");
    click(await find("button", "Create", dialog));
    await find("dialog", "Ferrets is ready");
    expect(clipboard.copied).toEqual([link]);
    await findText("The link is in your clipboard.");
    expect(((await find("textbox", "Link")) as HTMLInputElement).value).toBe(link);
    const readOnly = { type: "Text" as const, default_permissions: { allow: 0, deny: 2 ** 22 } };
    // Without the voice channel, as this host has no voice.
    expect(network.sent("post /servers/create").map(({ body }) => body)).toEqual([
      {
        name: "Ferrets",
        categories: [
          {
            title: "Information",
            channels: [
              { name: "rules", ...readOnly },
              { name: "announcements", ...readOnly },
            ],
          },
          {
            title: "Talk",
            channels: [
              { name: "introductions", type: "Text" },
              { name: "off-topic", type: "Text" },
            ],
          },
        ],
        roles: [{ name: "Moderators", permissions: { allow: expect.any(Number), deny: 0 } }],
      },
    ]);
    click(await find("button", "Open the server"));
    await find("heading", "General");
  });

  test("whose link the browser does not copy shows it to copy", async () => {
    clipboard.isRefused = true;
    const { dialog } = await openCreation("One channel");
    click(await find("button", "Create", dialog));
    await findText("The browser did not let us copy the link. Copy it from here.");
    expect(((await find("textbox", "Link")) as HTMLInputElement).value).toBe(link);
  });

  test("that fails half-way goes on where it stopped, without what is refused", async () => {
    const { network, dialog } = await openCreation("Team");
    network.on("post /servers/create", () => new Refusal("InternalError"));
    click(await find("button", "Create", dialog));
    await find("alert");
    expect(all("button", "Go on without it")).toEqual([]);
    answerCreation(network);
    network.on("post /channels/{target}/invites", () => new Refusal("InternalError"));
    click(await find("button", "Create", dialog));
    await until(() => network.sent("post /channels/{target}/invites").length === 1);
    click(await find("button", "Try again", dialog));
    await until(() => network.sent("post /channels/{target}/invites").length === 2);
    click(await find("button", "Go on without it", dialog));
    await find("heading", "General");
    expect(network.sent("post /servers/create")).toHaveLength(2);
  });

  test("is created by keyboard alone", async () => {
    const network = await openPage("/", newcomerScene());
    answerCreation(network);
    await find("heading", "Welcome, Ann");
    await goTo(/^Create a server./);
    press("Enter");
    await hasFocus(/^Name/);
    write(document.activeElement, "Ferrets");
    await goTo(/^One channel/);
    arrowTo(/^Community/);
    await goTo(/^Create$/);
    press("Enter");
    await find("dialog", "Ferrets is ready");
    await hasFocus(/^Open the server/);
    await goTo(/^Copy link/, true);
    press("Enter");
    await until(() => expect(clipboard.copied).toEqual([link, link]));
    await goTo(/^Open the server/);
    press("Enter");
    await find("heading", "General");
    await hasFocus(/^Write to General/);
  });

  test("waits in sight for the rate limit", async () => {
    const { network, dialog } = await openCreation("Friends");
    network.limitMs = 200;
    click(await find("button", "Create", dialog));
    await findText(/^Busy right now/);
    await find("progressbar", "Creating the server", dialog);
    expect(all("alert")).toEqual([]);
    network.limitMs = undefined;
    await find("dialog", "Ferrets is ready");
  });
});

describe("changed terms", () => {
  const change = {
    created_time: "2026-01-01T00:00:00.000Z",
    effective_time: "2026-02-01T00:00:00.000Z",
    description: "Ferrets need a leash.",
    url: "https://example.com/terms",
  };

  test("are shown until they are acknowledged", async () => {
    const { scene, path } = newScene();
    scene.policies = [change, { ...change, description: "Bad link", url: "javascript:alert(1)" }];
    const network = await openPage(path, scene);
    const acknowledge = "post /policy/acknowledge";
    network.on(acknowledge, () => new Refusal("InternalError"));
    const dialog = await find("dialog", "The terms have changed");
    await findText("Ferrets need a leash.", dialog);
    expect(allTexts(/February 1, 2026|1 February 2026/, dialog)).toHaveLength(2);
    expect(all("link", undefined, dialog).map((a) => a.getAttribute("href"))).toEqual([change.url]);
    expect(await problemsOf("terms", dialog)).toEqual([]);
    click(await find("button", "I have read it", dialog));
    await find("alert");
    await find("dialog", "The terms have changed");
    network.on(acknowledge, () => undefined);
    click(await find("button", "I have read it"));
    await gone(() => all("dialog"));
    expect(network.sent(acknowledge)).toHaveLength(2);
  });

  test("can be put off without being acknowledged", async () => {
    const { scene, path } = newScene();
    scene.policies = [change];
    const network = await openPage(path, scene);
    click(await find("button", "Later"));
    await gone(() => all("dialog"));
    expect(network.sent("post /policy/acknowledge")).toEqual([]);
  });
});

test("a forgotten password where the host sends no mail says so, and who can help", async () => {
  const { scene } = newScene();
  await openPage("/login/reset", scene);
  await findText(/^This server sends no mail/);
  await findText(/run|operator/i);
  expect(all("textbox")).toEqual([]);
});
