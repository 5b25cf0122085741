import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { type Community, joinCommunity, newCommunity } from "../support/servers/communities.ts";

describe.if(hasBrowser)("failures of the page itself", () => {
  let web: WebTest;
  let ann: Person;
  let place: Community;
  beforeAll(async () => {
    web = await openWebTest();
    ann = await newUser(web.server, "Ann");
    place = await newCommunity(web.server, ann);
    await sendMessage(web.server, { by: ann, channel: place.channel }, "Hello");
  }, 120_000);
  afterEach(() => web.closePages());
  afterAll(() => web?.[Symbol.asyncDispose]());

  const viewport = { width: 1280, height: 800 };

  test.each([
    ["en-GB", "A part of this page could not be loaded", "Reload"],
    ["de-DE", "Ein Teil dieser Seite konnte nicht geladen werden", "Neu laden"],
  ])(
    "a part of an old version that is gone is said in words, and a reload helps (%s)",
    async (locale, words, label) => {
      const path = `/server/${place.id}/channel/${place.channel}`;
      const page = await web.open(path, { as: ann, locale });
      await page.getByText("Hello").waitFor();
      await page.route(/assets\/(server-settings|overview-page)/, (route) => route.fulfill({ status: 404 }));
      const settings = `/server/${place.id}/settings/overview`;
      await page.evaluate(
        `history.pushState(null, "", "${settings}"); dispatchEvent(new PopStateEvent("popstate"))`,
      );
      await page.getByRole("alert").getByText(words).waitFor();
      await page.unrouteAll();
      await page.getByRole("alert").getByRole("button", { name: label }).click();
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await page.getByRole("alert").count()).toBe(0);
      await page.close();
    },
  );

  const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
  const again = (page: Page) => page.getByRole("alert").getByRole("button", { name: "Try again" });

  test("what a strange answer breaks fails in its place, and can be tried again", async () => {
    await joinCommunity(web.server, place, await newUser(web.server, "Carol"));
    const page = await web.open("/friends", { as: ann, viewport });
    await heading(page, "Friends").waitFor();
    const odd = await sendMessage(web.server, { by: ann, channel: place.channel }, "Odd");
    type Reply = Record<string, unknown>[] & Record<string, Record<string, unknown>[]>;
    const spoil = (path: RegExp, change: (answer: Reply) => void) =>
      page.route(path, async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        change(json);
        await route.fulfill({ response, json });
      });
    await spoil(/\/api\/.*\/messages\?/, ({ messages = [] }) => {
      for (const message of messages) if (message._id === odd) message.content = 5;
    });
    await spoil(/\/api\/.*\/members/, ({ members = [] }) => {
      // Her own roles would break her messages as well.
      for (const member of members)
        if (!Bun.deepEquals(member._id, { server: place.id, user: ann.id })) member.roles = "none";
    });
    await spoil(/\/api\/.*\/profile/, (profile) => Object.assign(profile, { content: 5 }));
    await spoil(/\/api\/.*\/session\/all/, (sessions) => sessions.splice(0, 1, null as never));

    await page.getByRole("link", { name: "Place" }).click();
    await page.getByText("This message cannot be shown.").waitFor();
    await page.getByText("Hello").waitFor();
    const members = page.getByRole("complementary", { name: "Members" });
    await members.getByText("Something went wrong here.").waitFor();

    await page.getByRole("button", { name: /^Ann/ }).last().click();
    await page.getByRole("menuitem", { name: "Profile" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("alert").getByText("Something went wrong here.").waitFor();
    await page.unroute(/\/api\/.*\/profile/);
    await again(page).last().click();
    await dialog.getByText("Ann").first().waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("textbox", { name: /^Write to/ }).fill("The page works");

    await page.keyboard.press("Control+,");
    await page.getByRole("link", { name: "Sessions" }).click();
    await page.getByText("Something went wrong here.").waitFor();
    await page.unrouteAll();
    await again(page).click();
    await page.getByText("This device").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("a message that fails while it is rendered takes neither the others nor the next page down", async () => {
    const page = await web.open("/friends", { as: ann });
    await heading(page, "Friends").waitFor();
    await page.evaluate(
      "globalThis.kept = Date.prototype.toISOString; Date.prototype.toISOString = () => { throw new Error('broken'); }",
    );
    await page.getByRole("link", { name: "Place" }).click();
    await page.getByText("This message cannot be shown.").first().waitFor();
    await page.evaluate("Date.prototype.toISOString = globalThis.kept");
    await again(page).first().click();
    await page.getByText("Hello").waitFor();
    await page.getByRole("link", { name: "Home" }).click();
    await heading(page, "Friends").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("a heartbeat or somebody who types while the connection is lost does no harm", async () => {
    const page = await web.open("/friends", { as: ann, fresh: true });
    await page.addInitScript({
      content: `
        globalThis.sockets = [];
        globalThis.WebSocket = class extends WebSocket {
          constructor(url) {
            super(globalThis.isDown ? "ws://127.0.0.1:1" : url);
            globalThis.sockets.push(this);
          }
        };`,
    });
    await page.clock.install();
    await page.goto(`${web.url}/server/${place.id}/channel/${place.channel}`);
    const field = page.getByRole("textbox", { name: /^Write to/ });
    await field.pressSequentially("a");
    await page.evaluate("globalThis.isDown = true; for (const socket of globalThis.sockets) socket.close()");
    await field.pressSequentially("b");
    await page.getByText("No connection.").waitFor();
    await field.pressSequentially("c");
    // Longer than any heartbeat waits. What the page throws fails this file at its end.
    await page.clock.fastForward(70_000);
    await page.evaluate("globalThis.isDown = false");
    await page.clock.fastForward(30_000);
    await page.getByText("No connection.").waitFor({ state: "detached" });
  });

  test("somebody who types and is not known yet is shown, and then by name", async () => {
    const page = await web.open(`/server/${place.id}/channel/${place.channel}`, { as: ann });
    await page.getByText("Hello").waitFor();
    const bob = await newUser(web.server, "Bob");
    await joinCommunity(web.server, place, bob);
    const other = await web.open(`/server/${place.id}/channel/${place.channel}`, { as: bob });
    await other.getByRole("textbox", { name: /^Write to/ }).pressSequentially("Hi");
    await page.getByText("Bob is typing").waitFor();
  });
});
