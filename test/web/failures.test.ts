import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { hasBrowser } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { usually } from "../support/run/is-thorough.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { type Community, joinCommunity, newCommunity } from "../support/servers/communities.ts";
import { until } from "../support/until.ts";

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

  test.each(
    usually([
      ["en-GB", "A part of this page could not be loaded", "Reload"],
      ["de-DE", "Ein Teil dieser Seite konnte nicht geladen werden", "Neu laden"],
    ]),
  )(
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

  test("members and a profile that a strange answer breaks fail in their place, and can be tried again", async () => {
    await joinCommunity(web.server, place, await newUser(web.server, "Carol"));
    const page = await web.open("/friends", { as: ann, viewport: { width: 1280, height: 800 } });
    await page.getByRole("heading", { name: "Friends", exact: true }).waitFor();
    type Reply = Record<string, unknown>[] & Record<string, Record<string, unknown>[]>;
    const spoil = (path: RegExp, change: (answer: Reply) => void) =>
      page.route(path, async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        change(json);
        await route.fulfill({ response, json });
      });
    await spoil(/\/api\/.*\/members/, ({ members = [] }) => {
      // Her own roles would break her messages as well.
      for (const member of members)
        if (!Bun.deepEquals(member._id, { server: place.id, user: ann.id })) member.roles = 5;
    });
    await spoil(/\/api\/.*\/profile/, (profile) => Object.assign(profile, { content: 5 }));

    await page.getByRole("link", { name: "Place" }).click();
    await page.getByText("Hello").waitFor();
    const members = page.getByRole("complementary", { name: "Members" });
    await members.getByText("Something went wrong here.").waitFor();

    await page.getByRole("button", { name: /presence and status/ }).click();
    await page.getByRole("menuitem", { name: "Profile" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("alert").getByText("Something went wrong here.").waitFor();
    await page.unroute(/\/api\/.*\/profile/);
    await page.getByRole("alert").getByRole("button", { name: "Try again" }).last().click();
    await dialog.getByText("Ann").first().waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("textbox", { name: /^Write to/ }).fill("The page works");
  });

  thoroughTest("a heartbeat or somebody who types while the connection is lost does no harm", async () => {
    const page = await web.open("/health", { as: ann, clock: true });
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
    await page.goto(`${web.url}/server/${place.id}/channel/${place.channel}`);
    const field = page.getByRole("textbox", { name: /^Write to/ });
    await field.pressSequentially("a");
    await page.evaluate("globalThis.isDown = true; for (const socket of globalThis.sockets) socket.close()");
    await field.pressSequentially("b");
    const notice = page.getByText("No connection.");
    await notice.waitFor();
    const list = page.getByRole("region", { name: "Messages" });
    await until(async () => {
      const [above, below] = [await notice.boundingBox(), await list.boundingBox()];
      return above !== null && below !== null && above.y + above.height <= below.y;
    });
    await field.pressSequentially("c");
    // Longer than any heartbeat waits. What the page throws fails this file at its end.
    await page.clock.fastForward(70_000);
    await page.evaluate("globalThis.isDown = false");
    await page.clock.fastForward(30_000);
    await page.getByText("No connection.").waitFor({ state: "detached" });
  });
});
