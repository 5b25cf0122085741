import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { coveredByToolbar } from "../support/browser/covered-by-toolbar.ts";
import { isAtTop, topRow, watchPlaces } from "../support/browser/watch-places.ts";
import { hasBrowser, type Locator, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { amount, isThorough } from "../support/run/is-thorough.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { until } from "../support/until.ts";

describe.if(hasBrowser)("messages", () => {
  let web: WebTest;
  let ann: Person;
  let bob: Person;
  let serverId: string;

  beforeAll(async () => {
    web = await openWebTest();
    [ann, bob] = [await newUser(web.server, "Ann"), await newUser(web.server, "Bob")];
    const { body } = await web.server.client.post("/servers/create", { name: "Ferrets" }, ann);
    serverId = body.server._id;
    const invite = await web.server.client.post(`/channels/${body.channels[0]._id}/invites`, {}, ann);
    await web.server.client.post(`/invites/${invite.body._id}`, {}, bob);
  }, 120_000);
  afterEach(() => web.closePages());
  afterAll(() => web[Symbol.asyncDispose]());

  const newChannel = async (name: string): Promise<string> => {
    const { body } = await web.server.client.post(`/servers/${serverId}/channels`, { name }, ann);
    return body._id;
  };
  const send = async (channel: string, as: Person, content: string): Promise<string> => {
    const { body } = await web.server.client.post(`/channels/${channel}/messages`, { content }, as);
    return body._id;
  };
  const sendMany = async (channel: string, as: Person, count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let number = 1; number <= count; number += 1) {
      // Lines of different length, so that the heights of the rows cannot be guessed.
      ids.push(await send(channel, as, `message ${number} ${"and more words ".repeat((number * 7) % 40)}`));
    }
    return ids;
  };
  const pathOf = (channel: string) => `/server/${serverId}/channel/${channel}`;
  const rowOf = (page: Page, id: string) => page.locator(`[data-message="${id}"]`);
  const coveredIn = async (page: Page, id: string): Promise<string[]> => {
    let covered = ["nothing was looked at"];
    await until(async () => {
      // A low row that the edge of the list cuts off has no room for its toolbar.
      await page.evaluate(
        `document.querySelector('[data-message="${id}"]').scrollIntoView({ block: "center" })`,
      );
      // At once, and again: until the list has settled, the row may move away below the pointer.
      await page.mouse.move(0, 0);
      await rowOf(page, id).hover({ force: true });
      const toolbar = rowOf(page, id).getByRole("toolbar");
      const isShown = await toolbar.waitFor({ timeout: 1_000 }).then(
        () => true,
        () => false,
      );
      if (!isShown) return false;
      covered = await page.evaluate(coveredByToolbar);
      return covered.length === 0;
    }).catch(() => {});
    return covered;
  };
  const list = (page: Page) => page.getByRole("region", { name: "Messages" });
  const distanceFromTop = async (page: Page, part: Locator): Promise<number> => {
    const [inner, outer] = [await part.boundingBox(), await list(page).boundingBox()];
    return (inner?.y ?? Number.NaN) - (outer?.y ?? Number.NaN);
  };

  thoroughTest(
    "history scrolls both ways and keeps the place",
    async () => {
      const channel = await newChannel("history");
      const ids = await sendMany(channel, bob, amount(190, 340));
      const page = await web.open(pathOf(channel), { as: ann });
      await rowOf(page, ids.at(-1) ?? "").waitFor();

      let pages = 0;
      await page.route(
        (url) => url.searchParams.has("before"),
        async (route) => {
          pages += 1;
          // Every other page is late: the reader waits for it at the upper edge.
          if (pages % 2 === 0) await page.waitForFunction(isAtTop);
          await route.continue();
        },
      );
      const upwards = await page.evaluate(watchPlaces, -1);
      expect(upwards.jumps).toEqual([]);
      await page.getByRole("heading", { name: "This is the beginning of #history" }).waitFor();
      await rowOf(page, ids[0] ?? "").waitFor();

      const downwards = await page.evaluate(watchPlaces, 1);
      expect(downwards.jumps).toEqual([]);
      await rowOf(page, ids.at(-1) ?? "").waitFor();
      await page.getByRole("button", { name: "Jump to the latest" }).waitFor({ state: "hidden" });
    },
    90_000,
  );

  test("what is written appears at once, follows the end, and is counted elsewhere", async () => {
    const channel = await newChannel("live");
    await sendMany(channel, ann, 60);
    const page = await web.open(pathOf(channel), { as: ann });
    await page.getByText("message 60").waitFor();
    await send(channel, bob, "hello from bob");
    await page.getByText("hello from bob").first().waitFor();
    await rowOf(page, await send(channel, bob, "and again")).waitFor();

    await list(page).hover();
    // The date stays in sight while one scrolls. What could not be loaded is said next to it, not above the newest message.
    const failure = { status: 500, json: { type: "DatabaseError" } };
    await page.route(
      (url) => url.searchParams.has("before"),
      (route) => route.fulfill(failure),
    );
    // It goes a moment after the last step, which a busy machine could miss from outside of the page.
    const dateShown = page.evaluate<{ text: string; fromTop: number }>(`new Promise((resolve) => {
      const look = () => {
        const date = document.querySelector("[data-date-in-view]");
        if (!date) return requestAnimationFrame(look);
        const topOf = (element) => element.getBoundingClientRect().top;
        const list = document.querySelector("section[aria-label=Messages]");
        resolve({ text: date.textContent, fromTop: topOf(date) - topOf(list) });
      };
      look();
    })`);
    await page.mouse.wheel(0, -10_000);
    const { text, fromTop } = await dateShown;
    const today = new Intl.DateTimeFormat("en-US", { dateStyle: "full" }).format(Date.now());
    expect(text).toContain(today.split(", ")[0] ?? "");
    expect(fromTop).toBeLessThan(40);
    const retry = page.getByRole("button", { name: /Try again$/ });
    await retry.waitFor();
    expect(await distanceFromTop(page, retry)).toBeLessThan(160);
    await page.unrouteAll();
    await retry.click();
    await retry.waitFor({ state: "detached" });
    await page.locator("[data-date-in-view]").waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Jump to the latest" }).waitFor();
    const third = await send(channel, bob, "while you read");
    await page.getByRole("button", { name: "1 new message" }).click();
    await rowOf(page, third).waitFor();
  }, 60_000);

  thoroughTest(
    "the toolbar of a message covers nothing, and stays in sight while a tall one scrolls",
    async () => {
      const channel = await newChannel("toolbar");
      const texts = [
        "as wide as the list ".repeat(40),
        "short",
        "مرحبا بكم في القناة ".repeat(30),
        `\`\`\`ts\n${"const long = 1; ".repeat(40)}\n\`\`\``,
        "and one more",
      ];
      const ids: string[] = [];
      for (const text of texts) ids.push(await send(channel, ann, text));
      const tall = await send(channel, ann, "line\n".repeat(99));
      const page = await web.open(pathOf(channel), { as: ann, viewport: { width: 1440, height: 900 } });
      await rowOf(page, tall).waitFor();
      for (const width of [1440, 900]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await coveredIn(page, tall)).toEqual([]);
      }
      for (const width of isThorough ? [1440, 900] : [900]) {
        await page.setViewportSize({ width, height: 900 });
        await until(async () => {
          await page.evaluate("document.querySelector('[aria-label=Messages]').scrollTop = 0");
          return (await rowOf(page, ids[0] ?? "").count()) > 0;
        });
        for (const id of ids) {
          expect(await coveredIn(page, id)).toEqual([]);
        }
      }
      await page.evaluate("document.documentElement.dir = 'rtl'");
      for (const id of ids) {
        expect(await coveredIn(page, id)).toEqual([]);
      }
    },
    60_000,
  );

  test("a channel is where it was left, without asking the server again", async () => {
    const [channel, other] = [await newChannel("here"), await newChannel("elsewhere")];
    const ids = await sendMany(channel, ann, 60);
    const page = await web.open(pathOf(channel), { as: ann });
    await rowOf(page, ids.at(-1) ?? "").waitFor();
    await list(page).hover();
    await page.mouse.wheel(0, -900);
    await page.getByRole("button", { name: "Jump to the latest" }).waitFor();
    const top = await page.evaluate(topRow);
    await page.locator(`a[href="${pathOf(other)}"]`).click();
    await page.getByRole("heading", { name: "This is the beginning of #elsewhere" }).waitFor();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.locator(`a[href="${pathOf(channel)}"]`).click();
    await rowOf(page, top).waitFor();
    expect(await page.evaluate(topRow)).toBe(top);
    expect(requests.filter((url) => url.includes(`/channels/${channel}/messages`))).toEqual([]);
  }, 60_000);
});
