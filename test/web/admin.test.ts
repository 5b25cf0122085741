import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { deleteExportRow, putExport } from "../../src/domains/exports/store/server-exports.ts";
import { newUser, type Person, password } from "../support/accounts/people.ts";
import { nextCode, wrongCode } from "../support/accounts/second-factor.ts";
import { answerQuestion, openAdmin } from "../support/browser/admin-page.ts";
import { followLink } from "../support/browser/follow-link.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { openConversation } from "../support/channels/conversations.ts";
import { addFailedJob } from "../support/database/failed-job.ts";
import { makeImage } from "../support/files/make-images.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { readArchive } from "../support/imports/read-archive.ts";
import { sendMessage } from "../support/messages/sending.ts";
import {
  actionsOf,
  confirm,
  makePrivileged,
  newOperator,
  type Operator,
} from "../support/operators/operators.ts";
import { about, report } from "../support/operators/reports.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { minutes } from "../support/server/test-clock.ts";
import { joinCommunity } from "../support/servers/communities.ts";
import { until } from "../support/until.ts";
import { insertUsers } from "../support/users/bulk-users.ts";
import { setRelationship } from "../support/users/relationship-transitions.ts";

const mailPassword = "a password of the mail server";
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const recorded = (page: Page, what: string) =>
  page
    .getByText(new RegExp(`${what} Recorded in the audit.`))
    .first()
    .waitFor();

describe.if(hasBrowser)("the admin page", () => {
  let web: WebTest;
  let operator: Operator;
  let ann: Person;
  let avatar: string;
  let bob: Person;
  let place: { readonly server: string; readonly channel: string };
  /** That of most tests: loading it takes longer than what they do in it. */
  let shared: Page | undefined;
  beforeAll(async () => {
    web = await openWebTest({ config: { smtp: { password: mailPassword } } });
    operator = await newOperator(web.server);
    ann = await newUser(web.server, "Ann");
    avatar = await uploadFile(web.server, ann, { tag: "avatars", content: await makeImage("png") });
    await web.server.client.patch("/users/@me", { avatar }, ann);
    bob = await newUser(web.server, "Bob");
    const { body } = await web.server.client.post("/servers/create", { name: "Ferrets" }, bob);
    place = { server: body.server._id, channel: body.channels[0]._id };
    await joinCommunity(web.server, { id: place.server }, ann);
  }, 180_000);
  afterEach(() => web.closePages(shared));
  afterAll(() => web?.[Symbol.asyncDispose]());

  /** A page of an operator who has proved the second factor. */
  async function open(path: string, options?: Parameters<typeof openAdmin>[3]): Promise<Page> {
    await confirm(web.server, operator);
    if (options) return openAdmin(web, operator, path, options);
    shared ??= await openAdmin(web, operator, "/nowhere");
    // First where nothing is: a link to the same page would not load it again.
    await followLink(shared, "/admin/nowhere");
    await heading(shared, "There is nothing here").waitFor();
    await followLink(shared, `/admin${path}`);
    return shared;
  }
  const lastAction = async () => (await actionsOf(web.server, operator))[0];

  test("takes an operator in, asks for a code again after 15 minutes, and continues", async () => {
    const page = await web.open("/admin/people");
    await page.getByLabel("E-mail address").fill(operator.email);
    for (const wrong of ["a wrong password", "short", "12345678"]) {
      await page.getByLabel("Password").fill(wrong);
      await button(page, "Log in").click();
      await page.getByText("The e-mail address or the password is wrong.").waitFor();
      await page.getByLabel("Password").fill("");
    }
    await page.getByLabel("Password").fill(password);
    await button(page, "Log in").click();
    await page.getByLabel("Code").fill(nextCode(web.server, operator.secret));
    await button(page, "Log in").click();
    await page.getByRole("link", { name: /Ann#/ }).waitFor();
    await until(async () => {
      const loaded = "[...document.querySelectorAll('table img')].filter((i) => i.naturalWidth > 0)";
      const addresses = await page.evaluate<string[]>(`${loaded}.map((image) => image.src)`);
      return [`/avatars/${avatar}`, "/default_avatar"].every((end) =>
        addresses.some((at) => at.endsWith(end)),
      );
    });
    await page.getByRole("link", { name: /Ann#/ }).click();
    await heading(page, "Ann").waitFor();
    const account = page.getByRole("region", { name: "Account" });
    await account.getByText(ann.email).waitFor();
    // In this tab alone: nothing of it stays when it is closed.
    expect(await page.evaluate<number>("localStorage.length")).toBe(0);

    web.server.clock.advance(minutes(16));
    await page.getByText("Founder", { exact: true }).click();
    const question = page.getByRole("dialog", { name: "Confirm that it is you" });
    await question.getByLabel("Code").fill(wrongCode(operator.secret, web.server.clock.now()));
    await question.getByRole("button", { name: "Confirm" }).click();
    await question.getByText(/^This code is wrong, or was used already/).waitFor();
    await answerQuestion(page, web, operator);
    await recorded(page, "Ann#\\d+ was changed.");
    expect(await page.getByRole("switch", { name: "Founder" }).isChecked()).toBe(true);
    expect(await lastAction()).toMatchObject({ source: "admin", action: "users edit", target: ann.id });

    await button(page, "Log out").click();
    await page.getByLabel("Password").waitFor();
    expect(await page.evaluate<number>("sessionStorage.length")).toBe(0);
  });

  test("says who may not come in, and what to do", async () => {
    const page = await openAdmin(web, ann, "/people");
    await heading(page, "This account is not an operator").waitFor();
    await page.getByText("ermine admin create me@example.com").waitFor();

    const plain = await newUser(web.server, "Plain");
    await makePrivileged(web.server, plain);
    await page.evaluate(({ token, id }) => {
      sessionStorage.setItem("admin-session", JSON.stringify({ token, userId: id }));
    }, plain);
    await page.reload();
    await heading(page, "A second factor is needed").waitFor();
    await button(page, "Log out").click();
    await page.getByLabel("Password").waitFor();
    expect((await web.server.client.get("/users/@me", plain)).status).toBe(401);
  });

  thoroughTest(
    "makes a recovery link, shows it once, and its owner chooses a new password with it",
    async () => {
      const erin = await newUser(web.server, "Erin");
      const page = await open(`/people/${erin.id}`);
      await button(page, "Recover account").click();
      await page.getByRole("dialog", { name: /^Recover the account of Erin#/ }).waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Create link" }).click();
      const shown = page.getByRole("dialog", { name: /^The recovery link of Erin#/ });
      const link = await shown.getByLabel("Recovery link").inputValue();
      await recorded(page, "There is a link for Erin#\\d+.");
      const action = { source: "admin", action: "accounts recover", target: erin.id };
      expect(await lastAction()).toMatchObject(action);
      await shown.getByRole("button", { name: "Close" }).first().click();
      await shown.waitFor({ state: "detached" });
      expect(await page.content()).not.toContain(link);
      const { pathname, hash } = new URL(link);
      const theirs = await web.open(`${pathname}${hash}`);
      await theirs.getByLabel("Password").fill("chosen by Erin");
      await button(theirs, "Save").click();
      await theirs.getByLabel("E-mail address").waitFor();
      expect(await theirs.getByLabel("E-mail address").inputValue()).toBe(erin.email);
      await theirs.getByLabel("Password").fill("chosen by Erin");
      await button(theirs, "Log in").click();
      await theirs.getByRole("heading", { level: 1 }).first().waitFor();
      await followLink(page, `/admin/people/${operator.id}`);
      await heading(page, "Operator").waitFor();
      expect(await button(page, "Recover account").count()).toBe(0);
    },
  );

  test("finds people, selects them by keyboard and disables them, which they notice at once", async () => {
    const [carol, dave] = [await newUser(web.server, "Carol"), await newUser(web.server, "Dave")];
    const theirs = await web.open("/", { as: carol });
    await theirs.getByRole("heading", { level: 1 }).first().waitFor();
    const page = await open("/people?sort=-name");
    const names = page.getByRole("rowheader");
    await names.first().waitFor();
    const shown = await names.allTextContents();
    expect(shown).toEqual(shown.toSorted().toReversed());
    await button(page, "Name").click();
    await page.waitForURL(/sort=name/);

    await page.getByRole("checkbox", { name: /Select Carol/ }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Shift+ArrowDown");
    await page.getByText("2 selected").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("2 selected").first().waitFor({ state: "detached" });
    await page.getByRole("checkbox", { name: /Select Carol/ }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await button(page, "Disable").click();
    const dialog = page.getByRole("dialog", { name: "Disable 2 accounts?" });
    expect(
      await dialog.getByRole("button", { name: "Cancel" }).evaluate((own) => own.matches(":focus")),
    ).toBe(true);
    await dialog.getByRole("button", { name: "Disable" }).click();
    await recorded(page, "Done for 2 people.");
    await theirs.getByLabel("Password").waitFor();
    for (const { id } of [carol, dave])
      expect(await actionsOf(web.server, operator)).toContainEqual(
        expect.objectContaining({ action: "accounts disable", target: id }),
      );

    await page.getByRole("searchbox").fill(dave.email);
    await page.waitForURL(/query=/);
    await names.nth(1).waitFor({ state: "detached" });
    await page.reload();
    await page.getByText("Disabled", { exact: true }).waitFor();
    expect(await names.count()).toBe(1);
    await page.getByRole("checkbox", { name: /Select Dave/ }).focus();
    await page.keyboard.press("Enter");
    await button(page, "Enable").click();
    await recorded(page, "Dave#\\d+ is enabled.");
  });

  test("shows a report as text, deletes its message for everybody, and closes it", async () => {
    const hostile = '<img src=x onerror="document.title=1"> **not bold**';
    const message = await sendMessage(web.server, { by: bob, channel: place.channel }, hostile);
    await report(web.server, ann, about("Message", message, { report_reason: "Malware" }), {
      additional_context: "<b>see</b> for yourself",
    });
    const theirs = await web.open(`/server/${place.server}/channel/${place.channel}`, { as: ann });
    await theirs.getByText("not bold").waitFor();

    const page = await open("/reports");
    await page
      .getByRole("row", { name: /Malware/ })
      .getByRole("link")
      .click();
    await page.getByText(hostile, { exact: true }).waitFor();
    await page.getByText("<b>see</b> for yourself").waitFor();
    expect(await page.locator("main img, main b").count()).toBe(0);
    await button(page, "Delete the message").click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete the message" }).click();
    await recorded(page, "The message was deleted.");
    await theirs.getByText("not bold").waitFor({ state: "detached" });

    await button(page, "Resolve").click();
    await page.getByLabel("Notes").fill("Deleted it.");
    await page.getByRole("dialog").getByRole("button", { name: "Resolve" }).click();
    await recorded(page, "The report is resolved.");
    await page.getByRole("heading", { name: "No open reports" }).waitFor();
    await followLink(page, "/admin/reports?status=closed");
    await page.getByRole("row", { name: /Malware.*Resolved/ }).waitFor();
  });

  test("reads a reported conversation among strangers, and deletes more of it", async () => {
    await setRelationship(web.server, "Friend/Friend", [ann, bob]);
    const channel = (await openConversation(web.server, ann, bob.id)).body._id as string;
    const say = (by: Person, text: string) => sendMessage(web.server, { by, channel }, text);
    await say(bob, "buy cheap gold");
    const message = await say(bob, "or <b>else</b>");
    await report(web.server, ann, about("Message", message, { report_reason: "Harassment" }));
    await say(ann, "leave me alone");
    const page = await open("/reports");
    await page
      .getByRole("row", { name: /Harassment/ })
      .getByRole("link")
      .click();
    expect(await page.getByText("leave me alone").count()).toBe(0);
    await page.getByRole("link", { name: "Read the conversation" }).click();
    await heading(page, "Conversation").waitFor();
    const line = (text: string) => page.getByRole("listitem").filter({ hasText: text });
    await line("leave me alone").waitFor();
    await line("or <b>else</b>").getByText("The reported message").waitFor();
    expect(await lastAction()).toMatchObject({
      action: "messages read",
      target: channel,
      details: { nearby: message },
    });
    await line("buy cheap gold").getByRole("button", { name: "Delete the message" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete the message" }).click();
    await recorded(page, "The message was deleted.");
    await line("buy cheap gold").waitFor({ state: "detached" });
    await button(page, "Later messages").click();
    await page.getByText("There are no messages here.").waitFor();
    const { body } = await web.server.client.get(`/channels/${channel}/messages`, ann);
    expect(body.map(({ content }: { content: string }) => content)).toEqual([
      "leave me alone",
      "or <b>else</b>",
    ]);
  });

  test("reads a channel of a server, and makes the server discoverable", async () => {
    await sendMessage(web.server, { by: bob, channel: place.channel }, "among members");
    const page = await open(`/servers/${place.server}`);
    await page.getByText("Discoverable", { exact: true }).click();
    await recorded(page, "Ferrets was changed.");
    expect((await web.server.client.get(`/servers/${place.server}`, ann)).body.discoverable).toBe(true);
    await page.getByRole("link", { name: "General" }).click();
    await heading(page, "General").waitFor();
    await page.getByText("among members").waitFor();
    await page.getByRole("link", { name: "Server", exact: true }).click();
    await heading(page, "Ferrets").waitFor();
  });

  thoroughTest("an archive of a server is requested, downloaded and deleted", async () => {
    const page = await open(`/servers/${place.server}`);
    await page.getByText("There is no archive.").waitFor();
    await button(page, "Create archive").click();
    await recorded(page, "An archive of Ferrets was requested.");
    await page.getByText("The archive is ready.").waitFor();
    const link = page.getByRole("link", { name: "Download" });
    const used = await link.getAttribute("href");
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    expect(download.suggestedFilename()).toBe(`${place.server}.tar`);
    const { manifest } = await readArchive(await download.path());
    expect(manifest.server).toEqual({ _id: place.server, name: "Ferrets" });
    // Each link can be used once, so the page has another one.
    await until(async () => (await link.getAttribute("href")) !== used);
    expect((await fetch(`${web.server.url}${used}`)).status).toBe(404);

    await button(page, "Delete archive").click();
    await recorded(page, "The archive of Ferrets was deleted.");
    await page.getByText("There is no archive.").waitFor();
    await link.waitFor({ state: "detached" });
    expect(await lastAction()).toMatchObject({ action: "exports delete", target: place.server });
  });

  thoroughTest(
    "an archive that is being written, or that could not be written, is shown as such",
    async () => {
      const { store, services } = web.server.running;
      const stored = {
        id: services.ids.next(),
        requested_at: services.clock.now(),
        messages: 1_234,
        files: 5,
      };
      const show = (state: "waiting" | "running" | "failed") =>
        store.write((tx) => putExport(tx, place.server, { ...stored, state }));
      await show("waiting");
      const page = await open(`/servers/${place.server}`);
      await page.getByText("The archive will be written in a moment.").waitFor();
      expect(await button(page, "Create archive").count()).toBe(0);
      expect(await page.getByText("1,234").count()).toBe(0);
      await show("running");
      await page.getByText("The archive is being written.").waitFor();
      await page.getByText("1,234").waitFor();
      await button(page, "Stop").waitFor();
      await show("failed");
      await page.getByText("The archive could not be written. The log says why.").waitFor();
      await button(page, "Create archive").waitFor();
      expect(await button(page, "Delete archive").count()).toBe(0);
      await store.write((tx) => deleteExportRow(tx, place.server));
    },
  );

  thoroughTest("transfers and deletes a server, whose name has to be typed", async () => {
    const page = await open(`/servers/${place.server}`);
    await button(page, "Transfer").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("searchbox").fill(ann.email);
    await dialog.getByRole("radio").check();
    await dialog.getByRole("button", { name: "Transfer" }).click();
    await recorded(page, "Ferrets belongs to Ann now.");
    await page.getByRole("link", { name: /^Ann#/ }).waitFor();
    const { body } = await web.server.client.get(`/servers/${place.server}`, ann);
    expect(body.owner).toBe(ann.id);

    await button(page, "Delete the server").click();
    const last = dialog.getByRole("button", { name: "Delete the server" });
    expect(await last.isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill("Ferrets");
    await last.click();
    await recorded(page, "Ferrets was deleted.");
    await heading(page, "Servers").waitFor();
    expect((await web.server.client.get(`/servers/${place.server}`, ann)).status).toBe(404);
    expect(await lastAction()).toMatchObject({ action: "servers delete", target: place.server });
  });

  thoroughTest("ends a session and wipes somebody, after their name", async () => {
    const eve = await newUser(web.server, "Eve");
    const page = await open(`/people/${eve.id}`);
    await page.getByRole("button", { name: "End the session test" }).click();
    await recorded(page, "The session has ended.");
    expect((await web.server.client.get("/users/@me", eve)).status).toBe(401);
    await page.getByText("No session is open.").waitFor();
    await button(page, "Wipe").click();
    const dialog = page.getByRole("dialog");
    const name = (await dialog.getByRole("textbox").getAttribute("placeholder")) ?? "";
    expect(await dialog.getByRole("button", { name: "Wipe" }).isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill(name);
    await dialog.getByRole("button", { name: "Wipe" }).click();
    await recorded(page, "Eve#\\d+ was wiped.");
    await page.getByText("Disabled", { exact: true }).waitFor();
    expect(await lastAction()).toMatchObject({ action: "users wipe", target: eve.id });
    // What was done to her is one step away.
    await page.getByRole("link", { name: "What was done to this account" }).click();
    await page.getByRole("row", { name: /users wipe/ }).waitFor();
  });

  test("creates and revokes an invite", async () => {
    const page = await open("/invites");
    await button(page, "Create an invite").first().click();
    await page.getByLabel("How many may use it").fill("3");
    await page.getByRole("dialog").getByRole("button", { name: "Create an invite" }).click();
    await recorded(page, "The invite .+ was created.");
    await page.getByText("0 of 3").waitFor();
    await page.getByRole("button", { name: /^Revoke/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await recorded(page, "The invite .+ was revoked.");
    await page.getByRole("heading", { name: "No invites" }).waitFor();
  });

  test("shows how the server is doing as it changes, and tries a failed job again", async () => {
    const page = await open("/", { clock: true });
    await page.getByRole("link", { name: "0 failed jobs" }).waitFor();
    await page.getByRole("link", { name: "There is no backup yet" }).waitFor();
    await addFailedJob(web.server, { name: "send_mail", last_error: "no connection" });
    await page.clock.fastForward(10_000);
    await page.getByRole("link", { name: "1 failed job", exact: true }).click();
    await page.waitForURL(/jobs\?state=failed/);
    await page.getByText("no connection").waitFor();
    await button(page, "Retry send_mail").click();
    await recorded(page, "send_mail is due again.");
    expect(await lastAction()).toMatchObject({ source: "admin", action: "jobs retry" });
  });

  test("pauses its figures instead of asking for a code while nobody does anything", async () => {
    const page = await open("/", { clock: true });
    await page.getByRole("heading", { name: "How much there is" }).waitFor();
    web.server.clock.advance(minutes(16));
    await page.clock.fastForward(10_000);
    await page.getByText("The figures are paused").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await button(page, "Confirm and go on").click();
    await answerQuestion(page, web, operator);
    await page.getByText("The figures are paused").waitFor({ state: "detached" });
  });

  test("shows the configuration in force without its secrets", async () => {
    const page = await open("/configuration?query=smtp");
    await page.getByRole("row", { name: /smtp\.password.*set, not shown.*Changed/ }).waitFor();
    expect(await page.content()).not.toContain(mailPassword);
    await page.getByText("Only what differs from the default").click();
    await page.waitForURL(/changed=1/);
    await page.getByRole("row", { name: /smtp\.host/ }).waitFor({ state: "detached" });
  });

  thoroughTest("speaks German, and goes through pages of a long list", async () => {
    const page = await open("/audit", { locale: "de-DE" });
    await heading(page, "Protokoll").waitFor();
    await page.getByText("Verwaltungsseite").first().waitFor();
    await insertUsers(web.server, 60);
    await followLink(page, "/admin/people");
    const rows = page.getByRole("rowheader");
    await rows.nth(49).waitFor();
    const first = await rows.first().textContent();
    await button(page, "Nächste Seite").click();
    await page.waitForURL(/after=/);
    await rows.nth(49).waitFor({ state: "detached" });
    expect(await button(page, "Nächste Seite").isDisabled()).toBe(true);
    await button(page, "Vorige Seite").click();
    await rows.nth(49).waitFor();
    expect(await rows.first().textContent()).toBe(first);
  });
});
