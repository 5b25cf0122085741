import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { reportsBy } from "../support/operators/reports.ts";
import { type Community, joinCommunity, newCommunity } from "../support/servers/communities.ts";
import { addRole } from "../support/servers/roles.ts";
import { addMembers, insertUsers } from "../support/users/bulk-users.ts";

let web: WebTest;
beforeAll(async () => {
  if (hasBrowser) web = await openWebTest();
});
afterEach(() => web.closePages());
afterAll(() => web?.[Symbol.asyncDispose]());

const viewport = { width: 1280, height: 720 };
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const entry = (page: Page, name: string) => page.getByRole("menuitem", { name, exact: true });
const members = (page: Page) => page.getByRole("complementary", { name: "Members" });
const openCommunity = ({ id, channel }: Community, person: Person) =>
  web.open(`/server/${id}/channel/${channel}`, { as: person, viewport });

async function openMenu(page: Page, name: string): Promise<void> {
  await members(page).getByRole("button", { name }).click({ button: "right" });
  await entry(page, "Profile").waitFor();
}

/** A server with a moderator, who has a role, and a member. */
async function newCommunityPage() {
  const community = await newCommunity(web.server);
  const moderator = await newUser(web.server, "Warden");
  const member = await newUser(web.server, "Visitor");
  for (const person of [moderator, member]) await joinCommunity(web.server, community, person);
  const allow = [
    "KickMembers",
    "BanMembers",
    "TimeoutMembers",
    "AssignRoles",
    "ManageNicknames",
    "ManageMessages",
  ] as const;
  await addRole(web.server, community, { rank: 0, allow, holders: [moderator] });
  const lower = await addRole(web.server, community, { rank: 5 });
  const [page, memberPage] = await Promise.all([
    openCommunity(community, moderator),
    openCommunity(community, member),
  ]);
  await members(page).getByRole("button", { name: "Visitor" }).waitFor();
  return { community, moderator, member, lower, page, memberPage };
}

describe.if(hasBrowser)("moderation by menu", () => {
  test("nickname, role and timeout reach the member at once", async () => {
    const { community, member, lower, page, memberPage } = await newCommunityPage();
    await openMenu(page, "Visitor");
    await entry(page, "Change nickname").click();
    await page.getByRole("dialog").getByLabel("Nickname").fill("Guest of honour");
    await button(page, "Save").click();
    await members(memberPage).getByRole("button", { name: "Guest of honour" }).waitFor();

    await openMenu(page, "Guest of honour");
    await entry(page, "Roles…").click();
    await page.getByRole("dialog").getByText("Role", { exact: true }).click();
    // The moderator's own role is not below itself.
    expect(await page.getByRole("dialog").getByRole("switch").count()).toBe(1);
    await button(page, "Save").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const { body } = await web.server.client.get(`/servers/${community.id}/members/${member.id}`, member);
    expect(body.roles).toEqual([lower]);

    await openMenu(page, "Guest of honour");
    await entry(page, "Time out…").click();
    await button(page, "Time out").click();
    await page.getByText(/^Guest of honour is timed out until/).waitFor();
    await members(memberPage).getByRole("button", { name: "Guest of honour" }).click();
    await memberPage.getByText(/^Timed out until/).waitFor();
    await openMenu(page, "Guest of honour");
    await entry(page, "End timeout").click();
    await memberPage.getByText(/^Timed out until/).waitFor({ state: "detached" });
  });

  test("a kick is asked, names the person, and removes them", async () => {
    const { page, memberPage } = await newCommunityPage();
    await openMenu(page, "Visitor");
    await entry(page, "Kick…").click();
    await page.getByRole("dialog", { name: "Kick Visitor from Place?" }).waitFor();
    await button(page, "Kick").click();
    await memberPage.getByRole("link", { name: "Place" }).waitFor({ state: "detached" });
    await members(page).getByRole("button", { name: "Visitor" }).waitFor({ state: "detached" });
  });

  test("a ban deletes the messages of the last hours, and is undone", async () => {
    const { community, member, page, memberPage } = await newCommunityPage();
    await web.server.client.post(`/channels/${community.channel}/messages`, { content: "advert" }, member);
    await openMenu(page, "Visitor");
    await entry(page, "Ban…").click();
    await page.getByRole("dialog").getByLabel("Reason").fill("Adverts");
    await page.getByRole("button", { name: /Delete their messages/ }).click();
    await page.getByRole("option", { name: "Of the last 1 day" }).click();
    await button(page, "Ban").click();
    await memberPage.getByRole("link", { name: "Place" }).waitFor({ state: "detached" });
    const { owner, id, channel } = community;
    const bans = await web.server.client.get(`/servers/${id}/bans`, owner);
    expect(bans.body.bans).toEqual([{ _id: { server: id, user: member.id }, reason: "Adverts" }]);
    const left = await web.server.client.get(`/channels/${channel}/messages`, owner);
    expect(left.body).toEqual([]);
    await button(page, "Undo").click();
    await page.getByText("Visitor may come back.").waitFor();
  });

  test("a message is pinned, unpinned and deleted by a moderator, and not by a member", async () => {
    const { community, moderator, member, page, memberPage } = await newCommunityPage();
    const send = (by: Person, content: string) =>
      sendMessage(web.server, { by, channel: community.channel }, content);
    await send(member, "Bees are fine.");
    await send(moderator, "So are wasps.");
    const row = (of: Page, text: string) => of.getByRole("article").filter({ hasText: text });
    const openRowMenu = async (of: Page, text: string) => {
      await row(of, text).click({ button: "right" });
      await entry(of, "Copy link").waitFor();
    };
    await openRowMenu(memberPage, "So are wasps.");
    for (const name of ["Pin", "Delete"]) expect(await entry(memberPage, name).count()).toBe(0);
    await memberPage.keyboard.press("Escape");

    await button(memberPage, "Pinned messages").click();
    const pins = memberPage.getByRole("complementary", { name: "Pinned messages" });
    await openRowMenu(page, "Bees are fine.");
    await entry(page, "Pin").click();
    await pins.getByText("Bees are fine.").waitFor();
    await openRowMenu(page, "Bees are fine.");
    await entry(page, "Unpin").click();
    await pins.getByText("Bees are fine.").waitFor({ state: "detached" });

    await openRowMenu(page, "Bees are fine.");
    await entry(page, "Delete").click();
    await page.getByRole("dialog", { name: "Delete this message?" }).waitFor();
    await button(page, "Delete").click();
    await row(memberPage, "Bees are fine.").waitFor({ state: "detached" });
    await row(page, "Bees are fine.").waitFor({ state: "detached" });
  });

  test("a message and a server are reported", async () => {
    const { community, moderator, member, memberPage: page } = await newCommunityPage();
    const id = await sendMessage(web.server, { by: moderator, channel: community.channel }, "Buy my book!");
    await page.getByText("Buy my book!", { exact: true }).click({ button: "right" });
    await entry(page, "Report").click();
    await page.getByRole("dialog", { name: "Report a message by Warden" }).waitFor();
    await page.getByRole("button", { name: /What is wrong/ }).click();
    await page.getByRole("option", { name: "Spam", exact: true }).click();
    await button(page, "Send report").click();
    await page.getByText("Thank you. The report was sent.").waitFor();

    await page.getByRole("link", { name: "Place" }).click({ button: "right" });
    await entry(page, "Report…").click();
    await page.getByRole("dialog", { name: "Report Place" }).getByLabel("Anything").fill("All of it.");
    await button(page, "Send report").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const reports = await reportsBy(web.server, member);
    expect(reports.map(({ content }) => content)).toEqual([
      { type: "Message", id, report_reason: "SpamAbuse" },
      { type: "Server", id: community.id, report_reason: "UnsolicitedSpam" },
    ]);
  });

  test("a mention goes into the composer", async () => {
    const { page } = await newCommunityPage();
    await openMenu(page, "Visitor");
    await entry(page, "Mention").click();
    await page.waitForFunction("document.querySelector('textarea').value.trim() === '@Visitor'");
  });

  test("who has no permission sees no such entries, and neither does anybody for the owner", async () => {
    const { page, memberPage } = await newCommunityPage();
    const forbidden = ["Change nickname", "Roles…", "Time out…", "Kick…", "Ban…"];
    await openMenu(memberPage, "Warden");
    for (const name of forbidden) expect(await entry(memberPage, name).count()).toBe(0);
    await openMenu(page, "Somebody");
    for (const name of forbidden) expect(await entry(page, name).count()).toBe(0);
  });
});

/** Runs in the page: connections to the event stream can be broken there. */
const breakableSockets = `
  globalThis.isDown = false;
  globalThis.sockets = [];
  globalThis.WebSocket = class extends WebSocket {
    constructor(url) {
      super(isDown ? "ws://127.0.0.1:1" : url);
      sockets.push(this);
    }
  };
`;

describe.if(hasBrowser)("member list", () => {
  test("of 2,000 members a few lines are in the page, and it scrolls to the last", async () => {
    const community = await newCommunity(web.server);
    await addMembers(web.server, community, await insertUsers(web.server, 2000));
    const page = await openCommunity(community, community.owner);
    await members(page).getByRole("heading", { name: "Offline — 2,000" }).waitFor();
    const lines = members(page).getByRole("listitem");
    expect(await lines.count()).toBeLessThan(80);
    await members(page).getByRole("button", { name: "Somebody" }).focus();
    await page.keyboard.press("End");
    const last = members(page).getByRole("button", { name: /^Many/ }).last();
    await last.waitFor();
    await page.waitForFunction("document.activeElement.textContent.includes('Many')");
    expect(await lines.count()).toBeLessThan(80);
  });

  test("is right again after a loss of connection", async () => {
    const community = await newCommunity(web.server);
    const page = await openCommunity(community, community.owner);
    await page.addInitScript({ content: breakableSockets });
    await page.reload();
    await members(page).getByRole("heading", { name: "Online — 1" }).waitFor();
    await page.evaluate("isDown = true; for (const socket of sockets) socket.close()");
    await page.getByText("No connection.").waitFor();
    await addMembers(web.server, community, await insertUsers(web.server, 3));
    await page.evaluate("isDown = false; dispatchEvent(new Event('online'))");
    await members(page).getByRole("heading", { name: "Offline — 3" }).waitFor();
  });

  test("groups by hoisted role, follows changes, and can be hidden", async () => {
    const { community, page, memberPage } = await newCommunityPage();
    const { id, owner } = community;
    await members(page).getByRole("heading", { name: "Online — 2" }).waitFor();
    // People without an avatar share those of the server, so that a long list asks for few.
    const avatars = await members(page)
      .locator("img")
      .evaluateAll((images) => images.map((image) => image.getAttribute("src") ?? ""));
    expect(avatars.length).toBeGreaterThan(0);
    expect(avatars.filter((url) => !/\/users\/.\/default_avatar$/.test(url))).toEqual([]);
    const { body } = await web.server.client.get(`/servers/${id}`, owner);
    const [role] = Object.keys(body.roles);
    await web.server.client.patch(`/servers/${id}/roles/${role}`, { name: "Wardens", hoist: true }, owner);
    await members(page).getByRole("heading", { name: "Wardens — 1" }).waitFor();
    await memberPage.close();
    await members(page).getByRole("heading", { name: "Offline — 2" }).waitFor();
    await joinCommunity(web.server, community, await newUser(web.server, "Newcomer"));
    await members(page).getByRole("button", { name: "Newcomer" }).waitFor();
    await button(page, "Members").click();
    await members(page).waitFor({ state: "detached" });
    await page.reload();
    await button(page, "Members").waitFor();
    expect(await members(page).count()).toBe(0);
  });
});
