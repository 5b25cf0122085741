import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { seconds } from "../support/server/test-clock.ts";

/** Longer than the windows of the rate limits that a walk fills. */
const patience = { timeout: 60_000 };

describe.if(hasBrowser)("settings under the usual rate limits", () => {
  let web: WebTest;
  let ann: Person;
  let server: { _id: string; channels: string[] };
  beforeAll(async () => {
    web = await openWebTest({ config: { ratelimits: { enabled: true } } });
    ann = await newUser(web.server, "Ann");
    server = (await web.server.client.post("/servers/create", { name: "Ferrets" }, ann)).body.server;
    web.server.clock.advance(seconds(20));
  }, 120_000);
  afterAll(async () => {
    await web?.[Symbol.asyncDispose]();
  });

  /** Opens one page of the settings after the other, as quick as the mouse, and then waits for each. */
  async function walk(page: Page, rounds: number): Promise<void> {
    const links = page.getByRole("navigation", { name: "Pages of the settings" }).getByRole("link");
    await links.first().waitFor();
    const count = await links.count();
    expect(count).toBeGreaterThan(3);
    const failures = page.getByRole("alert");
    for (let round = 0; round < rounds; round++)
      for (let index = 0; index < count; index++) {
        await links.nth(index).click();
        expect(await failures.count()).toBe(0);
      }
    for (let index = 0; index < count; index++) {
      await links.nth(index).click();
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.getByLabel("Loading").waitFor({ state: "detached", ...patience });
      expect(await failures.allTextContents()).toEqual([]);
    }
  }

  /** What the page asked for, and how much of it was too quick. */
  function watch(page: Page) {
    const seen = { paths: [] as string[], refused: 0 };
    page.on("response", (response) => {
      if (response.request().method() === "OPTIONS") return;
      if (response.status() === 429) seen.refused += 1;
      else seen.paths.push(new URL(response.url()).pathname);
    });
    return seen;
  }

  test.each([
    ["of a server", () => `/server/${server._id}/settings/overview`, 3],
    ["of a channel", () => `/server/${server._id}/channel/${server.channels[0]}/settings/overview`, 6],
    ["of the user", () => "/settings/account", 3],
  ])(
    "%s: what is too quick waits in sight, and no page fails",
    async (which, path, rounds) => {
      web.server.clock.advance(seconds(20));
      const page = await web.open(path(), { as: ann });
      const seen = watch(page);
      const notice = page.getByText("The server asks for a short pause.");
      const noticed = notice
        .waitFor(patience)
        .then(() => true)
        .catch(() => false);
      await walk(page, rounds);
      if (which !== "of a channel") {
        expect(seen.refused).toBeGreaterThan(0);
        expect(await noticed).toBe(true);
      }
      await notice.waitFor({ state: "detached", ...patience });
      // The members are on several pages, and events tell of their changes.
      const members = seen.paths.filter((path) => path === `/api/servers/${server._id}/members`);
      expect(members).toHaveLength(which === "of a server" ? 1 : 0);
      await page.close();
    },
    180_000,
  );

  test("what is saved too quickly is saved after the pause", async () => {
    web.server.clock.advance(seconds(20));
    const page = await web.open(`/server/${server._id}/settings/overview`, { as: ann });
    const name = page.getByLabel("Name", { exact: true });
    await name.waitFor();
    for (let count = 0; count < 6; count++) await web.server.client.get(`/servers/${server._id}`, ann);
    await name.fill("Stoats");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The server asks for a short pause.").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).waitFor({ state: "detached", ...patience });
    await page.getByText("The server asks for a short pause.").waitFor({ state: "detached" });
    web.server.clock.advance(seconds(20));
    expect((await web.server.client.get(`/servers/${server._id}`, ann)).body.name).toBe("Stoats");
  }, 120_000);
});
