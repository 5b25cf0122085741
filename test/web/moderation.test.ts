import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { type Community, joinCommunity, newCommunity } from "../support/servers/communities.ts";
import { addRole } from "../support/servers/roles.ts";
import { until } from "../support/until.ts";
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
  thoroughTest("nickname, role and timeout reach the member at once", async () => {
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
});

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
    const focused = members(page).locator("[data-person]:focus").filter({ hasText: "Many" });
    await focused.waitFor();
    expect(await lines.count()).toBeLessThan(80);

    // The focus stays with its line while this is out of sight.
    await members(page).getByRole("list").hover();
    await page.mouse.wheel(0, -200_000);
    await members(page).getByRole("heading", { name: "Online — 1" }).waitFor();
    await page.keyboard.press("ArrowUp");
    await focused.waitFor();
    await until(async () => (await members(page).getByRole("heading", { name: "Online — 1" }).count()) === 0);
  });
});
