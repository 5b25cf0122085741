import type { Page } from "../support/browser/web-browser.ts";
import { button, type Demo, openLists, type Shot } from "./pages.ts";

const setupState = {
  expires_at: "2026-01-01T00:00:00.000Z",
  fixed: { public_url: "https://chat.example.org" },
  trusted_proxies: ["127.0.0.1"],
  backup_folder: "/srv/ermine/data/backups",
  writes: true,
  restarts: true,
};
const codes = ["7k2fq-9xw4e", "m3v8t-c1r6z", "d5h0n-j4s7y", "q8b2g-w6k9p", "x1f5r-t3v0m"];

const answer = (page: Page, path: string, json: object) =>
  page.route(`**/api/auth/setup${path}`, (route) => route.fulfill({ json }));

/** What the setup page is told. */
export async function answerSetup(page: Page): Promise<void> {
  await answer(page, "", setupState);
  await answer(page, "/factor", { secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" });
  await answer(page, "/folder", { free_bytes: 412_000_000_000 });
  await answer(page, "/mail", { ok: false, text: "Invalid login: 535 5.7.8 authentication failed" });
}

/** A host that is there for one community, and its first start. What the demo is not, is put into its replies. */
export function hostShots({ place, people, newcomer }: Demo): Shot[] {
  const withCommunity = async (page: Page, questions: object[] = []) => {
    await page.route(/\/api\/$/, async (route) => {
      const response = await route.fetch();
      const root = await response.json();
      root.features.community = {
        server: place.id,
        name: "Weasel Watch",
        description: "Sightings, tracks and photos of mustelids.",
        questions,
      };
      await route.fulfill({ response, json: root });
    });
    await page.reload();
  };
  const openSetup = async (page: Page) => {
    await answerSetup(page);
    await answer(page, "/complete", {
      user: newcomer.id,
      name: "Boss#0042",
      recovery_codes: [...codes, ...codes.toReversed()],
      settings: `[community]\nserver = "${place.id}"\n\n[backup]\nto = "/srv/backups"\nevery = "1d"\n`,
      written: true,
      restarts: true,
    });
    await page.reload();
    await page.getByLabel("E-mail address").waitFor();
  };
  const fillIn = async (page: Page) => {
    await page.getByLabel("E-mail address").fill("boss@example.org");
    await page.getByLabel("Password", { exact: true }).fill("a good password 1");
    await page.getByLabel("Username").fill("Boss");
    await page.getByLabel("Code that the app shows now").fill("123456");
  };
  const channel = `/server/${place.id}/channel/${place.channels.get("sightings")}`;
  return [
    { name: "community-login", path: "/login", prepare: (page) => withCommunity(page) },
    { name: "community-register", path: "/register", prepare: (page) => withCommunity(page) },
    { name: "community-channel", path: channel, as: people.ines, prepare: (page) => withCommunity(page) },
    {
      name: "community-lists",
      path: "/friends",
      as: people.ines,
      async prepare(page, width) {
        await withCommunity(page);
        await page.getByRole("main").waitFor();
        await openLists(page, width);
      },
    },
    {
      name: "community-questions",
      path: "/register",
      async prepare(page, width) {
        await withCommunity(page, [
          { text: "How did you hear of us?", required: true },
          { text: "Which weasels live near you?", required: false },
        ]);
        await page.getByLabel("E-mail address").fill(`asked${width}${Date.now()}@example.com`);
        await page.getByLabel("Password").fill("a good password 1");
        await button(page, "Create an account").click();
        await page.getByLabel("Username").waitFor();
      },
    },
    { name: "setup", path: "/setup#token", prepare: openSetup },
    { name: "setup-code", path: "/setup" },
    { name: "setup-gone", path: "/setup#gone" },
    {
      name: "setup-mail",
      path: "/setup#token",
      async prepare(page) {
        await openSetup(page);
        await fillIn(page);
        await page.getByText("Send mail").click();
        await page.getByLabel("Mail server", { exact: true }).fill("mail.example.org");
        await button(page, "Send a test mail to me").click();
        await page.getByText("535 5.7.8").scrollIntoViewIfNeeded();
      },
    },
    {
      name: "setup-proxy",
      path: "/setup#token",
      async prepare(page) {
        await openSetup(page);
        await page.getByLabel("Trusted addresses").scrollIntoViewIfNeeded();
      },
    },
    {
      name: "setup-refused",
      path: "/setup#token",
      async prepare(page) {
        await openSetup(page);
        await page.route("**/api/auth/setup/complete", (route) =>
          route.fulfill({ status: 400, json: { type: "CompromisedPassword" } }),
        );
        await fillIn(page);
        await button(page, "Finish").click();
        await page.getByText("data leaks").waitFor();
      },
    },
    {
      name: "setup-done",
      path: "/setup#token",
      async prepare(page) {
        await openSetup(page);
        await fillIn(page);
        await button(page, "Finish").click();
        await page.getByRole("heading", { name: "Your server is set up" }).waitFor();
      },
    },
  ];
}
