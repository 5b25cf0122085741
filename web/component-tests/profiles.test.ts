import { describe, expect, test } from "bun:test";
import type { Role } from "../protocol/types.ts";
import { click, fill, pick, press, rightClick } from "./support/actions.ts";
import { all, find, findText, gone, until } from "./support/find.ts";
import { goTo, hasFocus } from "./support/keyboard.ts";
import { type Network, Refusal } from "./support/network.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newMessage, newScene, newUser } from "./support/scene.ts";

const icon = {
  _id: newId(),
  tag: "icons" as const,
  filename: "bee.png",
  metadata: { type: "Image" as const, width: 16, height: 16 },
  content_type: "image/png",
  size: 100,
};

/** Bob has written something, and has a role with an icon below one without. */
function newPeople() {
  const base = newScene();
  const { scene, bob, server, channel } = base;
  const role = (name: string, rank: number, more: Partial<Role> = {}): Role => ({
    _id: newId(),
    name,
    permissions: { a: 0, d: 0 },
    rank,
    ...more,
  });
  const roles = [role("Heads", 1), role("Keepers", 2, { icon }), role("Guests", 3, { icon })];
  scene.servers = [{ ...server, roles: Object.fromEntries(roles.map((each) => [each._id, each])) }];
  scene.members = scene.members.map((member) =>
    member._id.user === bob._id ? { ...member, roles: roles.map(({ _id }) => _id) } : member,
  );
  scene.messages.push(newMessage(channel, bob, "Good morning"));
  return base;
}

function answerProfiles(network: Network, { scene, server }: ReturnType<typeof newScene>) {
  network.on("get /users/{target}/profile", () => ({ content: "I keep bees." }));
  network.on("get /users/{target}/mutual", () => ({
    users: scene.users.flatMap(({ _id, relationship }) => (relationship === "Friend" ? _id : [])),
    servers: [server._id],
    channels: [],
  }));
  network.on(
    "get /users/{target}",
    ({ path: [id] }) => [scene.me, ...scene.users].find(({ _id }) => _id === id) ?? new Refusal("NotFound"),
  );
}

async function openChannel(base = newPeople()) {
  const network = await openPage(base.path, base.scene);
  answerProfiles(network, base);
  return { ...base, network, row: await find("article", /^Bob/) };
}

const card = () => find("dialog", "Profile of Bob");

describe("a click opens the card of a person", () => {
  test("on a name, and Escape leads back to it", async () => {
    const { row } = await openChannel();
    const name = await find("button", "Bob", row);
    name.focus();
    press("Enter");
    await card();
    await until(() => document.activeElement?.getAttribute("role") === "dialog");
    press("Escape");
    await gone(() => all("dialog"));
    expect(document.activeElement).toBe(name);
  });

  test("on an avatar, which a click elsewhere closes", async () => {
    const { row } = await openChannel();
    const avatar = row.querySelector("span[data-person]");
    if (avatar) click(avatar);
    await card();
    const field = await find("textbox", "Write to General");
    // The click that opened it has to end first.
    await until(() => {
      click(field);
      return all("dialog").length === 0;
    });
  });

  test("on a mention, and on a reply", async () => {
    const base = newPeople();
    const { scene, channel, bob } = base;
    const [first] = scene.messages;
    scene.messages.push(
      newMessage(channel, scene.me, `Hello <@${bob._id}>`, { replies: first ? [first._id] : [] }),
    );
    await openChannel(base);
    const own = await find("article", /^Ann/);
    click(await find("button", /^@ ?Bob/, own));
    click(await find("button", "Close", await card()));
    await gone(() => all("dialog"));
    click(await find("button", "Bob", own));
    await card();
  });

  test("on a mention, by keyboard alone", async () => {
    const base = newPeople();
    const { scene, channel, bob } = base;
    scene.messages.push(newMessage(channel, scene.me, `Hello <@${bob._id}>`));
    await openChannel(base);
    await hasFocus(/^Write to General/);
    await goTo(/^Ann, /, true);
    await goTo(/^@ ?Bob/);
    press("Enter");
    await card();
    await goTo(/^Note/);
    press("Escape");
    await gone(() => all("dialog"));
    await hasFocus(/^@ ?Bob/);
  });

  test("in a message of the server, and in the line of those who are typing", async () => {
    const base = newPeople();
    const { scene, channel, bob } = base;
    const system = { type: "user_joined" as const, id: bob._id };
    scene.messages = [newMessage(channel, bob, "", { system })];
    const network = await openPage(base.path, scene);
    answerProfiles(network, base);
    click(await find("button", "Bob", await find("article")));
    click(await find("button", "Close", await card()));
    await gone(() => all("dialog"));
    network.tell({ type: "ChannelStartTyping", id: channel._id, user: bob._id });
    const line = (await findText(/is typing/)) as HTMLElement;
    expect(line.textContent).toBe("Bob is typing");
    click(await find("button", "Bob", line));
    await card();
  });

  test("in search results and in the list of members", async () => {
    const { network, scene } = await openChannel();
    network.on("post /servers/{target}/search", () => ({
      messages: scene.messages,
      marks: {},
      users: scene.users,
      members: scene.members,
    }));
    click(await find("button", "Search"));
    const panel = await find("complementary", "Search");
    fill(await find("searchbox", "Words", panel), "morning");
    click(await find("button", "Search", panel));
    click(await find("button", "Bob", panel));
    click(await find("button", "Close", await card()));
    await gone(() => all("dialog"));
    click(await find("button", "Close", panel));
    click(await find("button", /Bob/, await find("complementary", "Members")));
    await card();
  });

  test("below a voice channel", async () => {
    const base = newPeople();
    const { scene, server, bob } = base;
    const voice = {
      channel_type: "TextChannel" as const,
      _id: newId(),
      server: server._id,
      name: "Talk",
      voice: {},
    };
    scene.channels.push(voice);
    scene.servers = scene.servers.map((each) => ({ ...each, channels: [...each.channels, voice._id] }));
    const { network } = await openChannel(base);
    network.tell({
      type: "VoiceChannelJoin",
      id: voice._id,
      state: {
        id: bob._id,
        joined_at: new Date().toISOString(),
        is_receiving: true,
        is_publishing: true,
        screensharing: false,
        camera: false,
      },
    });
    click(await find("button", "Bob", await find("list", /Talk/)));
    await card();
  });

  test("in the menu of a message, for those who have a keyboard alone", async () => {
    const { row } = await openChannel();
    rightClick(await findText("Good morning", row));
    click(await find("menuitem", "Profile of Bob"));
    await card();
  });

  test("and not where a webhook has written", async () => {
    const base = newPeople();
    const { scene, channel, bob } = base;
    scene.messages = [
      newMessage(channel, bob, "Built.", { author: newId(), webhook: { name: "Builds", avatar: null } }),
    ];
    await openPage(base.path, scene);
    const row = await find("article", /^Builds/);
    expect(row.querySelector("[data-person]")).toBeNull();
  });
});

describe("the card", () => {
  test("shows who somebody is and what one has in common, and leads from one to the next", async () => {
    const base = newPeople();
    base.scene.users.push(newUser("Common", { relationship: "Friend" }));
    const { row } = await openChannel(base);
    click(await find("button", "Bob", row));
    const shown = await card();
    await findText("I keep bees.", shown);
    await findText("Online", shown);
    await find("heading", "1 mutual friend", shown);
    await find("link", "Ferrets", shown);
    await findText("Keepers", shown);
    await findText(/^In Ferrets since/, shown);
    click(await find("button", /Common/, shown));
    await find("dialog", "Profile of Common");
    expect(all("dialog")).toHaveLength(1);
  });

  test("has a field to write to a friend, which opens the conversation", async () => {
    const base = newPeople();
    const { scene, bob } = base;
    scene.users = [{ ...bob, relationship: "Friend" }];
    const { network, row } = await openChannel(base);
    const dm = {
      channel_type: "DirectMessage" as const,
      _id: newId(),
      active: true,
      recipients: [scene.me._id, bob._id],
    };
    network.on("get /users/{target}/dm", () => dm);
    click(await find("button", "Bob", row));
    fill(await find("textbox", "Message Bob", await card()), "Have you seen the otters?");
    click(await find("button", "Message", await card()));
    await until(() => location.pathname === `/channel/${dm._id}`);
    await until(() => network.sent("post /channels/{target}/messages").length === 1);
    const [sent] = network.sent("post /channels/{target}/messages");
    expect([sent?.path[0], sent?.body.content]).toEqual([dm._id, "Have you seen the otters?"]);
    await gone(() => all("dialog"));
  });

  test("keeps a note of one's own, and takes it back when the server refuses it", async () => {
    const { network, row, bob } = await openChannel();
    network.on("post /sync/settings/set", () => undefined);
    const open = async () => {
      click(await find("button", "Bob", row));
      return find("textbox", "Note", await card());
    };
    fill(await open(), "Met at the fair.");
    press("Escape");
    await until(() => network.sent("post /sync/settings/set").length === 1);
    const stored = network.sent("post /sync/settings/set")[0]?.body ?? {};
    expect(JSON.parse(`${stored["ermine-notes"]}`)).toEqual({ [bob._id]: "Met at the fair." });
    network.on("post /sync/settings/set", () => new Refusal("PayloadTooLarge"));
    const field = await open();
    expect((field as HTMLTextAreaElement).value).toBe("Met at the fair.");
    fill(field, "Something long.");
    field.dispatchEvent(new FocusEvent("blur"));
    await until(() => (field as HTMLTextAreaElement).value === "Met at the fair.");
    await find("alert");
  });
});

test("the own avatar and name in one server are set and removed", async () => {
  const base = newScene();
  const { scene, server, path } = base;
  const mayChange = 2 ** 10 + 2 ** 12;
  scene.servers = [{ ...server, default_permissions: server.default_permissions + mayChange }];
  const network = await openPage(path, scene);
  const avatar = { ...icon, _id: "own-avatar", tag: "avatars" as const };
  const member = { _id: { server: server._id, user: scene.me._id }, joined_at: "2024-01-01T00:00:00.000Z" };
  network.on("patch /servers/{server}/members/{member}", ({ body }) => {
    const data = { ...(body.nickname && { nickname: body.nickname }), ...(body.avatar && { avatar }) };
    const clear = body.remove ?? [];
    network.tell({ type: "ServerMemberUpdate", id: member._id, data, clear });
    return { ...member, ...data };
  });
  const open = async () => {
    click(await find("button", "Ferrets: menu"));
    click(await find("menuitem", "Your profile here"));
    return find("dialog", "Your profile in Ferrets");
  };
  const dialog = await open();
  fill(await find("textbox", "Nickname", dialog), "Captain");
  const input = dialog.querySelector<HTMLElement>("input[type=file]");
  if (input) pick(input, new File(["image"], "me.png", { type: "image/png" }));
  click(await find("button", "Save", dialog));
  await until(() => network.uploads.length === 1);
  network.uploads[0]?.finish("uploaded");
  await gone(() => all("dialog"));
  const again = await open();
  expect(again.querySelector("img")?.getAttribute("src")).toContain("own-avatar");
  fill(await find("textbox", "Nickname", again), "");
  click(await find("button", "Remove", again));
  click(await find("button", "Save", again));
  await gone(() => all("dialog"));
  expect(network.sent("patch /servers/{server}/members/{member}").map(({ body }) => body)).toEqual([
    { avatar: "uploaded", nickname: "Captain", remove: [] },
    { remove: ["Avatar", "Nickname"] },
  ]);
});

test("the icon of the highest role that has one is next to a name", async () => {
  const { row } = await openChannel();
  expect((await find("img", "Keepers", row)).getAttribute("src")).toContain("/icons/");
  await find("img", "Keepers", await find("complementary", "Members"));
  click(await find("button", "Bob", row));
  await find("img", "Keepers", await card());
  expect(all("img", "Guests")).toEqual([]);
});

test("screen readers hear names instead of ids in new messages", async () => {
  const { network, scene, channel, bob } = await openChannel();
  network.tell({
    type: "Message",
    ...newMessage(channel, bob, `**Hello** <@${scene.me._id}>, see <#${channel._id}> ||secret||`),
  });
  const log = await find("log");
  await until(() => log.textContent !== "");
  expect(log.textContent).toBe("Bob: Hello @Ann, see #General (hidden)");
});
