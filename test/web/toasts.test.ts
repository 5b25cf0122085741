import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { problemsOf } from "../support/browser/axe.ts";
import { followLink } from "../support/browser/follow-link.ts";
import { measureToasts, untilClearOfToasts } from "../support/browser/toast-boxes.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { isThorough, usually } from "../support/run/is-thorough.ts";
import { type Community, newCommunity } from "../support/servers/communities.ts";
import { until } from "../support/until.ts";

const copied = "Copied";
const failed = "Copying did not work. Select the text and copy it by hand.";

/** Runs in the page: copying works or fails, as the test says. */
const replaceClipboard = `
  window.canCopy = true;
  Object.defineProperty(navigator, "clipboard", {
    value: { writeText: () => (window.canCopy ? Promise.resolve() : Promise.reject(new Error("refused"))) },
  });
`;

describe.if(hasBrowser)("toasts", () => {
  let web: WebTest;
  let ann: Person;
  let place: Community;
  /** A channel whose newest message is higher than any window here. */
  let tall: string;
  let page: Page;
  beforeAll(async () => {
    web = await openWebTest();
    ann = await newUser(web.server, "Ann");
    place = await newCommunity(web.server, ann);
    for (const text of ["Dig here.", "Where?", "By the oak."])
      await sendMessage(web.server, { by: ann, channel: place.channel }, text);
    const { body } = await web.server.client.post(`/servers/${place.id}/channels`, { name: "long" }, ann);
    tall = body._id;
    await sendMessage(web.server, { by: ann, channel: tall }, "Dig.\n".repeat(80));
    page = await web.open("/health", { as: ann, clock: true });
    await page.addInitScript(replaceClipboard);
    await page.goto(`${web.url}/server/${place.id}/channel/${place.channel}`);
  }, 120_000);
  beforeEach(() => show());
  afterEach(async () => {
    await page.mouse.move(0, 0);
    await field().focus();
    await page.clock.fastForward(21_000);
    await until(async () => (await measureToasts(page)).toasts.length === 0);
  });
  afterAll(() => web?.[Symbol.asyncDispose]());

  const field = () => page.getByRole("textbox", { name: /^Write to/ });
  const toast = (text = copied) =>
    page.getByRole(text === failed ? "alert" : "status").filter({ hasText: text });
  const close = () => toast().getByRole("button", { name: "Close" });

  async function show(viewport = { width: 1440, height: 900 }, channel = place.channel): Promise<void> {
    await page.setViewportSize(viewport);
    await followLink(page, `/server/${place.id}/channel/${channel}`);
    await page
      .getByRole("textbox", { name: channel === tall ? "Write to long" : "Write to General" })
      .waitFor();
    await page.locator("[data-message]").last().waitFor();
    // The list goes to its end once it is laid out.
    await until(async () => {
      const { list, newest } = await measureToasts(page);
      return newest.bottom <= list.bottom + 1;
    });
  }
  /** Copies the text of the last message by its key, and goes back to where the focus was. */
  async function copy(): Promise<void> {
    const newest = page.locator("[data-message]").last();
    await newest.evaluate((row: { focus: (options: object) => void }) => row.focus({ preventScroll: true }));
    await page.keyboard.press("c");
  }
  async function failToCopy(): Promise<void> {
    await page.evaluate("window.canCopy = false");
    await copy();
    await page.evaluate("window.canCopy = true");
  }

  for (const [width, height] of usually([
    [360, 400],
    [1440, 900],
    [360, 740],
  ]))
    for (const isTall of [false, true])
      test(`cover neither the newest message, ${isTall ? "as high as the list" : "short"}, nor the field, at ${width} × ${height}`, async () => {
        await show({ width, height }, isTall ? tall : place.channel);
        const before = await measureToasts(page);
        expect(before.newest.top === before.list.top).toBe(isTall);
        await copy();
        await toast().waitFor();
        await failToCopy();
        if (height > 500) await toast(failed).waitFor();
        const { toasts, newest } = await untilClearOfToasts(page);
        expect(toasts.length).toBe(height > 500 ? 2 : 1);
        for (const box of toasts) {
          expect(box.left).toBeGreaterThanOrEqual(0);
          expect(box.right).toBeLessThanOrEqual(width);
        }
        // It is visible and does not move: the list shrinks at its top.
        expect(newest.bottom).toBeCloseTo(before.newest.bottom, 0);
        expect(newest.bottom - newest.top).toBeGreaterThan(20);
        // Neither the message nor a smaller window changes their colours and names.
        if (isThorough || (!isTall && width > 500)) expect(await problemsOf(page, "toasts")).toEqual([]);
        // Where one has no room next to another, it has its turn later.
        await page.clock.fastForward(7_000);
        if (height < 500) await toast(failed).waitFor();
        await page.clock.fastForward(14_000);
        await until(async () => (await measureToasts(page)).list.top === before.list.top);
        expect(await measureToasts(page)).toEqual(before);
      }, 60_000);

  test("do not move what somebody reads further up", async () => {
    await show({ width: 360, height: 740 }, tall);
    const top = () =>
      page.evaluate<number>(
        `[...document.querySelectorAll("[data-message]")].at(-1).getBoundingClientRect().top`,
      );
    await page.evaluate(`document.querySelector("section[aria-label=Messages]").scrollTop -= 400`);
    await page.getByRole("button", { name: "Jump to the latest" }).waitFor();
    const before = await top();
    await copy();
    await toast().waitFor();
    expect(await top()).toBe(before);
    await page.clock.fastForward(7_000);
    await toast().waitFor({ state: "detached" });
    expect(await top()).toBe(before);
  }, 60_000);

  test("equal ones are counted; errors interrupt, counts never do", async () => {
    for (let time = 0; time < 3; time++) await copy();
    await toast().getByText("×3").waitFor();
    await toast().getByText("3 times").waitFor();
    expect(await toast().count()).toBe(1);
    expect(await toast().getAttribute("aria-live")).toBe("polite");

    for (let time = 0; time < 2; time++) await failToCopy();
    expect(await toast(failed).getAttribute("aria-live")).toBe("assertive");
    const count = toast(failed).locator("[aria-live=polite]");
    await count.getByText("2 times").waitFor();
    expect(await toast().count()).toBe(1);

    // Counted, it has been shown for less long than at first.
    await page.clock.fastForward(4_000);
    await copy();
    await toast().getByText("×4").waitFor();
    await page.clock.fastForward(4_000);
    await toast(failed).waitFor({ state: "detached" });
    await toast().waitFor();
    await page.clock.fastForward(4_000);
    await toast().waitFor({ state: "detached" });
    await copy();
    await toast().waitFor();
    expect(await toast().getByText("×").count()).toBe(0);
  }, 60_000);

  test("stay while the pointer or the focus is on them", async () => {
    await copy();
    await toast().hover();
    await page.clock.fastForward(20_000);
    await toast().waitFor();
    await page.mouse.move(600, 500);
    await page.clock.fastForward(7_000);
    await toast().waitFor({ state: "detached" });

    // On a busy machine the time of a toast may be over before the key is pressed.
    await until(async () => {
      await copy();
      await field().focus();
      await page.keyboard.press("F8");
      return page.evaluate<boolean>("!document.activeElement.matches('textarea')");
    });
    await page.clock.fastForward(20_000);
    await toast().waitFor();
    await field().focus();
    await page.clock.fastForward(7_000);
    await toast().waitFor({ state: "detached" });
  }, 60_000);

  test("are reached and closed by key, which gives the focus back", async () => {
    const isFocused = (name: RegExp) =>
      page.waitForFunction(
        `${name}.test(document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent)`,
      );
    await field().focus();
    await page.keyboard.press("F8");
    await isFocused(/^Write to/);
    await copy();
    await failToCopy();
    await toast(failed).waitFor();
    await field().fill("half a sentence");
    await page.keyboard.press("F8");
    await page.keyboard.press("Tab");
    await isFocused(/^Copied/);
    await page.keyboard.press("Escape");
    await toast().waitFor({ state: "detached" });
    await isFocused(/^Copying/);
    await page.keyboard.press("Tab");
    await isFocused(/^Close$/);
    await page.keyboard.press("Enter");
    await toast(failed).waitFor({ state: "detached" });
    await isFocused(/^Write to/);
    expect(await field().inputValue()).toBe("half a sentence");

    // A click is no reason to stop writing, nor do the toasts after it stay for ever.
    await copy();
    await field().focus();
    await close().click();
    await toast().waitFor({ state: "detached" });
    await isFocused(/^Write to/);
    await page.mouse.move(600, 500);
    await copy();
    await toast().waitFor();
    await page.clock.fastForward(7_000);
    await toast().waitFor({ state: "detached" });

    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("F8").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }, 60_000);

  test("go by a swipe to the side, and by no other", async () => {
    await copy();
    const box = await toast().boundingBox();
    if (!box) throw new Error("there is no toast");
    const [x, y] = [box.x + 20, box.y + box.height / 2];
    const swipe = async (by: number) => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + by / 2, y);
      await page.mouse.move(x + by, y);
      await page.mouse.up();
    };
    await swipe(-80);
    await swipe(20);
    await toast().waitFor();
    await swipe(120);
    await toast().waitFor({ state: "detached" });
  }, 60_000);

  test("what equal ones took away comes back together, as long as it can", async () => {
    const rows = page.locator("[data-message]");
    const before = await rows.count();
    const remove = async () => {
      const left = await rows.count();
      await rows.last().hover();
      await rows.last().getByRole("button", { name: "Delete" }).click();
      await page.waitForFunction(`document.querySelectorAll("[data-message]").length < ${left}`);
    };
    await remove();
    await remove();
    const deleted = page.getByRole("status").filter({ hasText: "Undo" });
    await deleted.getByText("×2").waitFor();
    await deleted.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(`document.querySelectorAll("[data-message]").length === ${before}`);

    // Pointing at it does not make the server wait.
    await remove();
    await deleted.hover();
    await page.clock.fastForward(11_000);
    await deleted.waitFor({ state: "detached" });
  }, 60_000);
});
