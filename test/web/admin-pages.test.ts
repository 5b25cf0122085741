import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { BackupDestination } from "../../src/backup/destinations/destinations.ts";
import type { SystemTables } from "../../src/store/system-tables.ts";
import { newUser } from "../support/accounts/people.ts";
import { newBot } from "../support/bots/bots.ts";
import { openAdmin } from "../support/browser/admin-page.ts";
import { problemsOf } from "../support/browser/axe.ts";
import { followLink } from "../support/browser/follow-link.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { makeCertificate } from "../support/http/make-certificate.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { confirm, newOperator, type Operator } from "../support/operators/operators.ts";
import { about, reported } from "../support/operators/reports.ts";
import { isThorough } from "../support/run/is-thorough.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";

const own = new Set(["127.0.0.1", "localhost"]);

/** The pages, each with the name of its heading and, where it has one, a button that opens a dialog. */
const pages: readonly (readonly [path: string, title: string, opener?: string])[] = [
  ["/", "Overview"],
  ["/people", "People"],
  ["/people/PERSON", "Ann", "Wipe"],
  ["/servers", "Servers"],
  ["/servers/SERVER", "Ferrets", "Transfer"],
  ["/reports", "Reports"],
  ["/reports/REPORT", "Report: Message", "Reject"],
  ["/conversations/CHANNEL", "General", "Delete the message"],
  ["/invites", "Invites", "Create an invite"],
  ["/bots", "Bots"],
  ["/jobs", "Jobs"],
  ["/backups", "Backups"],
  ["/configuration?query=web.", "Configuration"],
  ["/audit", "Audit"],
  ["/people/01ARZ3NDEKTSV4RRFFQ69G5FAV", "People"],
  ["/nowhere", "There is nothing here"],
];

describe.if(hasBrowser)("the pages for operators", () => {
  let web: WebTest;
  let operator: Operator;
  const website = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls: makeCertificate(Date.now() + 5.2 * 86_400_000),
    fetch: () => new Response(),
  });
  let ids: Readonly<Record<string, string>>;
  beforeAll(async () => {
    const app_url = `https://localhost:${website.port}`;
    web = await openWebTest({
      config: { registration: "open", backup: { every: "6h", to: "/dev/null/backups" }, app_url },
    });
    const { server } = web;
    operator = await newOperator(server);
    const ann = await newUser(server, "Ann");
    await newBot(server, ann, "Helper");
    const { body } = await server.client.post("/servers/create", { name: "Ferrets" }, ann);
    const channel = body.channels[0]._id as string;
    const message = await sendMessage(server, { by: ann, channel }, "x".repeat(300));
    const { id: report } = await reported(server, operator, about("User", ann.id)).then(async () =>
      reported(server, operator, about("Message", message)),
    );
    await server.client.post("/admin/invites", { max_uses: 3 }, operator);
    const old = Date.now() - 8 * 86_400_000;
    const succeeded = {
      at: old,
      took_ms: 9,
      archive: "x",
      bytes: 4e9,
      rows: 1,
      files: 1,
      missing: 0,
      replaced: 2,
    };
    const offsite: BackupDestination = {
      destination: "s3://a-bucket-with-a-rather-long-name/and/a/prefix/that/does/not/end/soon",
      every_ms: 86_400_000,
      made: 1,
      succeeded,
      verified: { at: old, archive: "x", repaired: 0 },
      damaged: {
        since: old,
        at: old,
        error: "x is damaged: the file 7bc0b9eb differs from what was written.",
      },
    };
    await server.running.store.write((tx) =>
      tx
        .sql<SystemTables>()
        .insertInto("meta")
        .values({ key: `backup:${offsite.destination}`, value: JSON.stringify(offsite) })
        .execute(),
    );
    ids = { PERSON: ann.id, SERVER: body.server._id, REPORT: report, CHANNEL: channel };
  }, 180_000);
  afterEach(() => web.closePages());
  afterAll(() => Promise.all([web?.[Symbol.asyncDispose](), website.stop(true)]));

  const fill = (path: string) => path.replace(/[A-Z]+$/, (name) => ids[name] ?? name);

  async function settle(page: Page, title: string): Promise<void> {
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
    await page.locator("[role=status][aria-label]").first().waitFor({ state: "detached" });
  }

  /** By how many pixels the page is wider than screens of these widths. */
  async function excessOf(page: Page): Promise<string[]> {
    const excess: string[] = [];
    for (const width of isThorough ? [360, 3840, 1280] : [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const beyond = await page.evaluate<number>(
        "Math.max(...[document.documentElement, document.querySelector('main')].map((e) => e.scrollWidth - e.clientWidth))",
      );
      if (beyond > 0) excess.push(`${width}: ${beyond}`);
    }
    return excess;
  }

  thoroughTest(
    "axe finds nothing, no width is too small, the policy refuses nothing, and nothing comes from elsewhere",
    async () => {
      await confirm(web.server, operator);
      const page = await openAdmin(web, operator, "/people");
      const problems: string[] = [];
      page.on(
        "console",
        (line) => /content security policy/i.test(line.text()) && problems.push(line.text()),
      );
      page.on("request", (request) => {
        if (!own.has(new URL(request.url()).hostname)) problems.push(request.url());
      });
      for (const [path, title, opener] of pages) {
        await followLink(page, `/admin${fill(path)}`);
        await settle(page, title);
        problems.push(...(await excessOf(page)).map((excess) => `${title}, too wide: ${excess}`));
        // The frame is the same everywhere, so that two whole pages are enough unless the run is thorough.
        const part = isThorough || ["Overview", "Backups"].includes(title) ? "html" : "main";
        problems.push(...(await problemsOf(page, title, part)));
        if (!opener) continue;
        await page.getByRole("button", { name: opener, exact: true }).first().click();
        await page.getByRole("dialog").waitFor();
        problems.push(...(await problemsOf(page, `${title}, ${opener}`, "[role=dialog]")));
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      }
      expect(problems).toEqual([]);
    },
    120_000,
  );

  test("the overview names certificates that expire and backups that fail, and links to their destination and error", async () => {
    await confirm(web.server, operator);
    const page = await openAdmin(web, operator, "/");
    const expiring = `The certificate for localhost:${website.port} expires in 5 days`;
    await page.getByRole("link", { name: expiring }).waitFor();
    await page.getByRole("link", { name: "No backup at /dev/null/backups yet" }).waitFor();
    await page.getByRole("link", { name: /^Backups to \/dev\/null\/backups fail, the first / }).click();
    await settle(page, "Backups");
    const row = page.getByRole("table", { name: "Destinations" }).getByRole("row", { name: "by the server" });
    for (const text of ["Never made", "Failing", "ENOTDIR"]) await row.getByText(text).waitFor();
    const other = page.getByRole("row", { name: "by a timer" });
    for (const text of [
      "Too old",
      "Damaged",
      "the file 7bc0b9eb differs",
      "2 damaged files were copied again",
    ])
      await other.getByText(text, { exact: text === "Damaged" }).waitFor();
    await followLink(page, "/admin");
    await page.getByRole("link", { name: / damaged, found 8 days ago$/ }).waitFor();
    await page.getByRole("link", { name: / 8 days ago: too old$/ }).waitFor();
  });

  test("axe finds nothing before the login, and where somebody is asked for a code", async () => {
    const page = await web.open("/admin");
    const problems = await problemsOf(page, "login");
    web.server.clock.advance(16 * 60_000);
    const asked = await openAdmin(web, operator, "/people");
    await asked.getByRole("dialog").waitFor();
    problems.push(...(await problemsOf(asked, "question", "[role=dialog]")));
    await asked.getByRole("button", { name: "Cancel" }).click();
    await asked.getByText("Confirm with a passkey or a code of your authenticator that it is you.").waitFor();
    problems.push(...(await problemsOf(asked, "cancelled")));
    expect(problems).toEqual([]);
  });

  test("the menu leads everywhere on a phone", async () => {
    await confirm(web.server, operator);
    const viewport = { width: 360, height: 740 };
    const page = await openAdmin(web, operator, "/people", { viewport, hasTouch: true, isMobile: true });
    await settle(page, "People");
    await page.getByRole("button", { name: "Open the menu" }).press("Enter");
    await page.getByRole("menuitemradio", { name: "Servers" }).press("Enter");
    await settle(page, "Servers");
  });
});
