import { describe, expect, test } from "bun:test";
import { addDays, addMonths, startOf, today } from "@ui/calendar-days.ts";
import { click, fill, press, rightClick } from "./support/actions.ts";
import { choose } from "./support/choose.ts";
import { all, allTexts, find, findText, gone, until } from "./support/find.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newMember, newMessage, newScene, newUser } from "./support/scene.ts";

const forbidden = ["Change nickname", "Roles…", "Time out…", "Kick…", "Ban…"];
const members = () => find("complementary", "Members");
const entryOf = async (name: RegExp) => find("button", name, await members());

/** The page of a channel in which Ann may moderate Vic, who has written something. Bob is the owner. */
async function openModerated({ isModerator = true } = {}) {
  const base = newScene();
  const { scene, server, channel } = base;
  const vic = newUser("Vic");
  const role = {
    _id: newId(),
    name: "Wardens",
    permissions: { a: 2 ** 6 + 2 ** 7 + 2 ** 8 + 2 ** 9 + 2 ** 11 + 2 ** 23, d: 0 },
    rank: 0,
  };
  scene.users.push(vic);
  scene.servers = [{ ...server, roles: { [role._id]: role } }];
  scene.members = [
    newMember(server, scene.me, isModerator ? { roles: [role._id] } : {}),
    newMember(server, base.bob),
    newMember(server, vic),
  ];
  const message = newMessage(channel, vic, "Buy my book!");
  scene.messages.push(message);
  const network = await openPage(base.path, scene);
  await entryOf(/Vic/);
  await findText("Buy my book!");
  return { ...base, role, vic, message, network };
}

describe("moderation by menu", () => {
  test("a kick is asked, names the person, and removes them", async () => {
    const { network, server, vic } = await openModerated();
    network.on("delete /servers/{target}/members/{member}", () => {
      network.tell({ type: "ServerMemberLeave", id: server._id, user: vic._id, reason: "Kick" });
      return undefined;
    });
    rightClick(await entryOf(/Vic/));
    click(await find("menuitem", "Kick…"));
    await find("dialog", "Kick Vic from Ferrets?");
    click(await find("button", "Kick"));
    await gone(() => all("dialog"));
    await until(async () => all("button", /Vic/, await members()).length === 0);
    const [kick] = network.sent("delete /servers/{target}/members/{member}");
    expect(kick?.path).toEqual([server._id, vic._id]);
  });

  test("a timeout lasts to the end of a day that is chosen", async () => {
    const { network, server, vic } = await openModerated();
    network.on("patch /servers/{server}/members/{member}", () => newMember(server, vic));
    rightClick(await entryOf(/Vic/));
    click(await find("menuitem", "Time out…"));
    const dialog = await find("dialog", "Time out Vic");
    await choose(/For how long/, "Choose a day…", dialog);
    click(await find("button", /^Last day/, dialog));
    await find("grid");
    press("PageDown");
    press("Enter");
    await gone(() => all("grid"));
    click(await find("button", "Time out", dialog));
    await gone(() => all("dialog"));
    const [sent] = network.sent("patch /servers/{server}/members/{member}");
    expect(sent?.body.timeout).toBe(startOf(addDays(addMonths(today(), 1), 1)).toISOString());
  });

  test("a ban has a reason and deletes messages, and is undone", async () => {
    const { network, server, vic } = await openModerated();
    network.on("put /servers/{server}/bans/{target}", ({ body }) => ({
      _id: { server: server._id, user: vic._id },
      reason: body.reason ?? null,
    }));
    network.on("delete /servers/{server}/bans/{target}", () => undefined);
    rightClick(await entryOf(/Vic/));
    click(await find("menuitem", "Ban…"));
    fill(await find("textbox", /^Reason/), "Adverts");
    await choose(/Delete their messages/, "Of the last 1 day");
    click(await find("button", "Ban"));
    click(await find("button", "Undo"));
    await findText("Vic may come back.");
    expect(network.sent("put /servers/{server}/bans/{target}").map(({ body }) => body)).toEqual([
      { reason: "Adverts", delete_message_seconds: 86_400 },
    ]);
  });

  test("a message is pinned and unpinned by a moderator, and deleted after a question", async () => {
    const { network, channel, message } = await openModerated();
    network.on("post /channels/{target}/messages/{msg}/pin", () => {
      network.tell({
        type: "MessageUpdate",
        id: message._id,
        channel: channel._id,
        data: { pinned: true },
        clear: [],
      });
      return undefined;
    });
    network.on("delete /channels/{target}/messages/{msg}", () => {
      network.tell({ type: "MessageDelete", id: message._id, channel: channel._id });
      return undefined;
    });
    rightClick(await find("article", /^Vic/));
    click(await find("menuitem", "Pin"));
    await findText(/Pinned/, await find("article", /^Vic/));
    await gone(() => all("menu"));
    rightClick(await find("article", /^Vic/));
    await find("menuitem", "Unpin");
    click(await find("menuitem", "Delete"));
    click(await find("button", "Delete", await find("dialog", "Delete this message?")));
    await gone(() => allTexts("Buy my book!"));
  });

  test("a message and a server are reported", async () => {
    const { network, server, message } = await openModerated({ isModerator: false });
    network.on("post /safety/report", () => undefined);
    rightClick(await find("article", /^Vic/));
    click(await find("menuitem", "Report"));
    await find("dialog", "Report a message by Vic");
    await choose(/What is wrong/, "Spam");
    click(await find("button", "Send report"));
    await findText("Thank you. The report was sent.");
    await gone(() => all("dialog"));
    rightClick(await find("link", /^Ferrets/));
    click(await find("menuitem", "Report…"));
    await find("dialog", "Report Ferrets");
    click(await find("button", "Send report"));
    await gone(() => all("dialog"));
    expect(network.sent("post /safety/report").map(({ body }) => body.content)).toEqual([
      { type: "Message", id: message._id, report_reason: "SpamAbuse" },
      { type: "Server", id: server._id, report_reason: "UnsolicitedSpam" },
    ]);
  });

  test("a mention goes into the composer", async () => {
    await openModerated();
    rightClick(await entryOf(/Vic/));
    click(await find("menuitem", "Mention"));
    const field = (await find("textbox", /^Write to/)) as HTMLTextAreaElement;
    await until(() => field.value.trim() === "@Vic");
  });

  test("nobody may do anything to the owner", async () => {
    await openModerated();
    rightClick(await entryOf(/Bob/));
    await find("menuitem", "Profile");
    for (const name of forbidden) expect(all("menuitem", name)).toEqual([]);
    press("Escape");
  });

  test("who has no permission sees no such entries", async () => {
    await openModerated({ isModerator: false });
    rightClick(await entryOf(/Vic/));
    await find("menuitem", "Profile");
    for (const name of forbidden) expect(all("menuitem", name)).toEqual([]);
    press("Escape");
    await gone(() => all("menu"));
    rightClick(await find("article", /^Vic/));
    await find("menuitem", "Copy link");
    for (const name of ["Pin", "Delete"]) expect(all("menuitem", name)).toEqual([]);
  });
});

describe("the list of members", () => {
  test("groups by hoisted role and follows changes", async () => {
    const { network, server, role, vic } = await openModerated();
    const list = await members();
    await find("heading", "Online — 3", list);
    const data = { name: "Wardens", hoist: true };
    network.tell({ type: "ServerRoleUpdate", id: server._id, role_id: role._id, data, clear: [] });
    await find("heading", "Wardens — 1", list);
    network.tell({ type: "UserUpdate", id: vic._id, data: { online: false }, clear: [], event_id: null });
    await find("heading", "Offline — 1", list);
    const newcomer = newUser("Newcomer");
    network.on("get /users/{target}", () => newcomer);
    const member = newMember(server, newcomer);
    network.tell({ type: "ServerMemberJoin", id: server._id, user: newcomer._id, member });
    await find("button", /Newcomer/, list);
  });

  test("shows a newcomer online whose connection comes before the reply about them", async () => {
    const { network, server } = await openModerated();
    const list = await members();
    await find("heading", "Online — 3", list);
    const newcomer = { ...newUser("Newcomer"), online: false };
    const reply = Promise.withResolvers<typeof newcomer>();
    network.on("get /users/{target}", () => reply.promise);
    const member = newMember(server, newcomer);
    network.tell({ type: "ServerMemberJoin", id: server._id, user: newcomer._id, member });
    await until(() => network.sent("get /users/{target}").length === 1);
    network.tell({ type: "UserUpdate", id: newcomer._id, data: { online: true }, clear: [], event_id: null });
    reply.resolve(newcomer);
    await find("heading", "Online — 4", list);
  });

  test("asks for few avatars, as people without one share those of the server", async () => {
    await openModerated();
    const images = [...(await members()).querySelectorAll("img")].map((image) => image.getAttribute("src"));
    expect(images.length).toBeGreaterThan(0);
    expect(images.filter((url) => !/\/users\/.\/default_avatar$/.test(url ?? ""))).toEqual([]);
  });

  test("can be hidden, and stays so", async () => {
    const { scene, path } = await openModerated();
    click(await find("button", "Members"));
    await gone(() => all("complementary", "Members"));
    await openPage(path, scene);
    await until(() => all("button", "Members").length === 2);
    expect(all("complementary", "Members")).toEqual([]);
  });

  test("is right again after a loss of connection", async () => {
    const { network, scene, server } = await openModerated();
    await find("heading", "Online — 3", await members());
    network.disconnect();
    await findText(/^No connection/);
    const missed = ["One", "Two"].map((name) => newUser(name, { online: false }));
    scene.users.push(...missed);
    scene.members.push(...missed.map((user) => newMember(server, user)));
    network.isDown = false;
    dispatchEvent(new Event("online"));
    await find("heading", "Offline — 2", await members());
  });
});
