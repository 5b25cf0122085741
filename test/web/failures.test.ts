import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Community, joinCommunity, newCommunity } from "../support/communities.ts";
import { newUser, type Person } from "../support/people.ts";
import { sendMessage } from "../support/sending.ts";
import { hasBrowser, type Page } from "../support/web-browser.ts";
import { openWebTest, type WebTest } from "../support/web-client.ts";

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
  afterAll(() => web?.[Symbol.asyncDispose]());

  const reload = (page: Page) => page.getByRole("alert").getByRole("button", { name: "Reload" });

  test.each([
    ["en-GB", "A part of this page could not be loaded", "Reload"],
    ["de-DE", "Ein Teil dieser Seite konnte nicht geladen werden", "Neu laden"],
  ])(
    "a part of an old version that is gone is said in words, and a reload helps (%s)",
    async (locale, words, label) => {
      const path = `/server/${place.id}/channel/${place.channel}`;
      const page = await web.open(path, { as: ann, locale, serviceWorkers: "block" });
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

  test("an error while rendering takes one page down, and neither the lists nor the next page", async () => {
    const page = await web.open("/friends", { as: ann });
    await page.getByRole("heading", { name: "Friends", exact: true }).waitFor();
    await page.evaluate(
      "globalThis.kept = Date.prototype.toISOString; Date.prototype.toISOString = () => { throw new Error('broken'); }",
    );
    await page.getByRole("link", { name: "Place" }).click();
    await page.getByText("This page has failed.").waitFor();
    await reload(page).waitFor();
    await page.evaluate("Date.prototype.toISOString = globalThis.kept");
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByRole("heading", { name: "Friends", exact: true }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("a heartbeat or somebody who types while the connection is lost does no harm", async () => {
    const page = await web.open("/friends", { as: ann });
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
