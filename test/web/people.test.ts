import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { newGroup } from "../support/channels/groups.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { until } from "../support/until.ts";
import { setRelationship } from "../support/users/relationship-transitions.ts";

let web: WebTest;
beforeAll(async () => {
  if (hasBrowser) web = await openWebTest();
});
afterEach(() => web.closePages());
afterAll(() => web?.[Symbol.asyncDispose]());

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const entry = (page: Page, name: string) => page.getByRole("menuitem", { name, exact: true });
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Friends" }).getByRole("button", { name });
const dialog = (page: Page) => page.getByRole("dialog");
const conversations = (page: Page) => page.getByRole("navigation", { name: "Direct messages" });
const members = (page: Page) => page.getByRole("complementary", { name: "Members" });

async function newPair(first: string, second: string, pair = "Friend/Friend"): Promise<[Person, Person]> {
  const people: [Person, Person] = [await newUser(web.server, first), await newUser(web.server, second)];
  await setRelationship(web.server, pair, people);
  return people;
}

describe.if(hasBrowser)("friends", () => {
  test("a request is sent by name, seen at once, and accepted", async () => {
    const [ann, bob] = await newPair("Asker", "Asked", "None/None");
    const { body } = await web.server.client.get("/users/@me", bob);
    const [annPage, bobPage] = await Promise.all([
      web.open("/friends", { as: ann }),
      web.open("/friends", { as: bob }),
    ]);
    await bobPage.getByRole("heading", { name: /^Welcome/ }).waitFor();
    await button(annPage, /^Find people/).click();
    await dialog(annPage).getByLabel("Name and number").fill(`Asked#${body.discriminator}`);
    await button(annPage, "Send request").click();
    await bobPage.getByRole("link", { name: "Friends 1 friend request" }).waitFor();
    await tab(bobPage, "Requests").click();
    await button(bobPage, "Accept").click();
    await tab(annPage, "All 1").click();
    await annPage.getByRole("list", { name: "All" }).getByText("Asked", { exact: true }).waitFor();
    await tab(annPage, "Online 1").waitFor();
  });
});

describe.if(hasBrowser)("conversations", () => {
  thoroughTest("a group is made, renamed, grows, changes its owner, and is left", async () => {
    const [ann, bob] = await newPair("Founder", "Second");
    const cy = await newUser(web.server, "Third");
    await setRelationship(web.server, "Friend/Friend", [ann, cy]);
    const [annPage, bobPage, cyPage] = await Promise.all(
      [ann, bob, cy].map((person) => web.open("/friends", { as: person })),
    );
    if (!annPage || !bobPage || !cyPage) throw new Error("three pages were opened");
    await button(annPage, "New group").click();
    await dialog(annPage).getByLabel("Name", { exact: true }).fill("Weekend");
    await dialog(annPage).getByText("Second").click();
    await button(annPage, "Create group").click();
    await annPage.getByRole("heading", { name: "Weekend", level: 1 }).waitFor();
    await conversations(bobPage).getByRole("link", { name: "Weekend" }).waitFor();

    await conversations(annPage).getByRole("link", { name: "Weekend" }).click({ button: "right" });
    await entry(annPage, "Group settings").click();
    await dialog(annPage).getByText("Third").click();
    await button(annPage, "Add").click();
    await conversations(cyPage).getByRole("link", { name: "Weekend" }).waitFor();
    await button(annPage, "More for Third").waitFor();
    await button(annPage, "More for Second").click();
    await entry(annPage, "Make owner").click();
    await dialog(annPage).getByRole("listitem").filter({ hasText: "Second" }).getByText("Owner").waitFor();
    await dialog(annPage).getByLabel("Name", { exact: true }).fill("Weekend walk");
    await button(annPage, "Save").click();
    await conversations(bobPage).getByRole("link", { name: "Weekend walk" }).waitFor();

    await conversations(annPage).getByRole("link", { name: "Weekend walk" }).click({ button: "right" });
    await entry(annPage, "Leave group").click();
    await dialog(annPage).getByText("Leave without a message").click();
    await button(annPage, "Leave").click();
    await annPage.getByText("Your conversations appear here.").waitFor();
    await conversations(bobPage).getByRole("link", { name: "Weekend walk" }).click();
    await members(bobPage).getByRole("button", { name: "Third" }).waitFor();
    expect(await members(bobPage).getByRole("button", { name: "Founder" }).count()).toBe(0);
  });

  test("who is removed from a group loses it at once", async () => {
    const [ann, bob] = await newPair("Remover", "Removed");
    const group = await newGroup(web.server, ann, [bob]);
    const [annPage, bobPage] = await Promise.all([
      web.open(`/channel/${group._id}`, { as: ann, viewport: { width: 1280, height: 720 } }),
      web.open("/friends", { as: bob }),
    ]);
    await conversations(bobPage).getByRole("link", { name: "Us" }).waitFor();
    await members(annPage).getByRole("button", { name: "Removed" }).click({ button: "right" });
    await entry(annPage, "Remove from group").click();
    await bobPage.getByText("Your conversations appear here.").waitFor();
  });
});

describe.if(hasBrowser)("presence and profile", () => {
  thoroughTest("presence and status are changed and seen by a friend", async () => {
    const [ann, bob] = await newPair("Changer", "Watcher");
    const [annPage, bobPage] = await Promise.all([
      web.open("/friends", { as: ann }),
      web.open("/friends?tab=all", { as: bob }),
    ]);
    await button(annPage, "Changer, Online: presence and status").click();
    await annPage.getByRole("menuitemradio", { name: "Busy" }).click();
    await bobPage.getByText("Busy", { exact: true }).waitFor();
    await button(annPage, "Changer, Busy: presence and status").click();
    await entry(annPage, "Set status").click();
    await dialog(annPage).getByLabel("Text").fill("In the garden");
    await button(annPage, "Save").click();
    await bobPage.getByText("In the garden").waitFor();
    await button(annPage, "Changer, Busy: presence and status").click();
    await entry(annPage, "Clear status").click();
    await bobPage.getByText("Busy", { exact: true }).waitFor();
    await button(annPage, "Changer, Busy: presence and status").click();
    await annPage.getByRole("menuitemradio", { name: "Invisible" }).click();
    await bobPage.getByText("Offline", { exact: true }).waitFor();
    await button(annPage, "Changer, Invisible: presence and status").click();
    await annPage.getByRole("menuitemradio", { name: "Online" }).click();
    await bobPage.getByRole("list", { name: "All" }).getByText("Online", { exact: true }).waitFor();
  });

  thoroughTest("a status for an hour is gone when its time is over", async () => {
    const ann = await newUser(web.server, "Brief");
    const page = await web.open("/friends", { as: ann });
    await button(page, "Brief, Online: presence and status").click();
    await entry(page, "Set status").click();
    await dialog(page).getByLabel("Text").fill("At lunch");
    await dialog(page)
      .getByRole("button", { name: /Clear after/ })
      .click();
    await page.getByRole("option", { name: "1 hour" }).click();
    await button(page, "Save").click();
    await page.getByText("At lunch").waitFor();
    const left = await page.evaluate(
      () => JSON.parse(localStorage.getItem("status-expiry") ?? "").at - Date.now(),
    );
    expect(left).toBeWithin(3_500_000, 3_600_001);
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem("status-expiry") ?? "");
      localStorage.setItem("status-expiry", JSON.stringify({ ...stored, at: Date.now() }));
    });
    await page.reload();
    await button(page, "Brief, Online: presence and status").waitFor();
    await until(async () => {
      const { body } = await web.server.client.get("/users/@me", ann);
      return body.status?.text === undefined;
    });
    await page.getByText("At lunch").waitFor({ state: "detached" });
  });
});
