import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { type Community, joinCommunity, newCommunity } from "../support/servers/communities.ts";
import { until } from "../support/until.ts";

/** Runs in the page: what has the focus, by the name that a screen reader would read. */
const focused = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return "nothing";
  if (!element.matches(":focus-visible")) return "something that does not show it";
  return (element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent).trim();
})()`;

/** Runs in the page: Escape comes before the focus has gone into a dialog. */
const openAndEscape = `(async () => {
  document.querySelector("aside [data-person]").click();
  while (!document.querySelector("[role=dialog]")) await new Promise((resolve) => setTimeout(resolve));
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
})()`;

describe.if(hasBrowser)("by keyboard alone", () => {
  let web: WebTest;
  let ann: Person;
  let place: Community;
  let page: Page;
  beforeAll(async () => {
    web = await openWebTest();
    ann = await newUser(web.server, "Ann");
    const bob = await newUser(web.server, "Bob");
    const first = await newCommunity(web.server, ann);
    place = await newCommunity(web.server, ann);
    await web.server.client.patch(`/servers/${place.id}`, { name: "Burrow" }, ann);
    await joinCommunity(web.server, place, bob);
    await web.server.client.post(`/servers/${place.id}/channels`, { name: "tunnels" }, ann);
    await sendMessage(web.server, { by: bob, channel: place.channel }, "Dig here.");
    await sendMessage(web.server, { by: ann, channel: place.channel }, "Where?");
    const viewport = { width: 1280, height: 800 };
    page = await web.open(`/server/${first.id}/channel/${first.channel}`, { as: ann, viewport });
    await page.getByRole("textbox", { name: /^Write to/ }).waitFor();
  }, 120_000);
  afterAll(() => web?.[Symbol.asyncDispose]());

  const has = async (name: RegExp) => {
    let now = "";
    const isThere = async () => {
      now = await page.evaluate<string>(focused);
      return name.test(now);
    };
    await until(isThere).catch(() => expect(now).toMatch(name));
  };
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
  /** Presses a key until the focus is on something of this name. All that it passes shows that it has the focus. */
  async function goTo(name: RegExp, key = "Tab"): Promise<void> {
    const passed: string[] = [];
    while (passed.length < 60) {
      await press(key);
      const now = await page.evaluate<string>(focused);
      if (name.test(now)) return;
      passed.push(now);
      if (now.startsWith("something")) throw new Error(`after ${passed.join(" | ")}`);
    }
    throw new Error(`${key} does not lead to ${name}, but to ${passed.join(" | ")}`);
  }
  const isSomething = /^(?!nothing|something)/;
  const dialog = () => page.getByRole("dialog");
  const row = (text: string) => page.getByRole("article").filter({ hasText: text });
  const toField = async () => {
    await page.getByRole("textbox", { name: /^Write to/ }).waitFor();
    await has(/^Write to/);
  };

  test("servers and channels are changed", async () => {
    await has(/^Write to/);
    await goTo(/^Burrow/);
    await press("Enter");
    await page.waitForURL(`**/server/${place.id}/channel/${place.channel}`);
    await toField();
    await goTo(/tunnels/, "Shift+Tab");
    await press("Enter");
    await page.getByRole("heading", { level: 1, name: "tunnels" }).waitFor();
    await toField();
    await goTo(/General/, "Shift+Tab");
    await press("Enter");
    await row("Where?").waitFor();
    await toField();
  });

  test("a profile is opened and closed", async () => {
    await goTo(/^\S*Ann/);
    await goTo(/Bob/, "ArrowDown");
    await press("Enter");
    await dialog().waitFor();
    await press("Escape");
    await dialog().waitFor({ state: "detached" });
    await has(/Bob/);
  });

  test("a dialog goes by the first Escape, however soon it comes", async () => {
    for (let round = 0; round < 3; round++) {
      await press("Enter");
      await dialog().waitFor();
      await press("Escape");
      await dialog().waitFor({ state: "detached" });
    }
    await page.evaluate(openAndEscape);
    await dialog().waitFor({ state: "detached" });
    // Keys come before timers, and it is a timer that gives the focus back.
    await page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))");
  });

  test("a message gets a reaction, an answer and a menu", async () => {
    await goTo(/^Ann, \d/, "Shift+Tab");
    await press("ArrowUp");
    await has(/^Bob, \d/);
    await goTo(/^React$/);
    await press("Enter");
    await dialog().getByRole("searchbox").waitFor();
    await has(/^Search emoji/);
    await page.keyboard.type("hot beverage");
    await dialog().getByRole("button", { name: "hot beverage" }).first().waitFor();
    await press("Enter");
    await dialog().waitFor({ state: "detached" });
    await row("Dig here.").getByRole("button", { name: /☕/u }).waitFor();
    await has(isSomething);

    await goTo(/^Bob, \d/, "Shift+Tab");
    await press("Shift+F10");
    await page.getByRole("menuitem", { name: "Copy link" }).waitFor();
    await press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await has(/^Bob, \d/);
    await press("r");
    await toField();
    await page.keyboard.type("There?");
    await press("Enter");
    await row("There?").getByText("Dig here.").waitFor();
    await toField();
  });

  test("an own message is edited and deleted", async () => {
    await press("ArrowUp");
    await has(/^Edit message/);
    await press("End");
    await page.keyboard.type(" Really?");
    await press("Enter");
    await row("There? Really?").waitFor();
    await toField();
    await goTo(/^Ann, \d/, "Shift+Tab");
    await press("Delete");
    await row("There? Really?").waitFor({ state: "detached" });
    await has(/^Ann, \d/);
  });

  test("a search and the settings are opened and closed", async () => {
    await press("Control+f");
    await has(/^Words/);
    await page.keyboard.type("dig");
    await press("Enter");
    const panel = page.getByRole("complementary", { name: "Search" });
    await panel.getByRole("article").waitFor();
    await goTo(/^Jump/);
    await press("Enter");
    await page.waitForURL(`**/channel/${place.channel}/*`);
    await goTo(/^Close/, "Shift+Tab");
    await press("Enter");
    await panel.waitFor({ state: "detached" });
    await has(isSomething);

    await goTo(/^Settings/, "Shift+Tab");
    await press("Enter");
    await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
    await has(isSomething);
    await goTo(/^Appearance/);
    await press("Enter");
    await page.getByRole("heading", { level: 1, name: "Appearance" }).waitFor();
    await has(/^Appearance/);
    await press("Escape");
    await toField();
    expect(await page.evaluate<string>(focused)).toMatch(/^Write to/);
  });

  test("a server is created from a template", async () => {
    await goTo(/^Add a server/);
    await press("Enter");
    await dialog().waitFor();
    await goTo(/^Create a server/);
    await press("Enter");
    await has(/^Name/);
    await page.keyboard.type("Otters");
    await goTo(/^One channel/);
    await press("ArrowRight");
    await has(/^Friends/);
    await goTo(/^Create$/);
    await press("Enter");
    await page.getByRole("dialog", { name: "Otters is ready" }).waitFor();
    await has(/^Open the server/);
    await press("Enter");
    await toField();
  });
});
