import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { logIn, newUser, type Person, password } from "../support/accounts/people.ts";
import { nextCode, totpCode } from "../support/accounts/second-factor.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { makeImage } from "../support/files/make-images.ts";
import { until } from "../support/until.ts";

describe.if(hasBrowser)("settings in the web client", () => {
  let web: WebTest;
  let ann: Person;
  let bob: Person;
  let page: Page;
  let server: { _id: string; channels: string[] };

  beforeAll(async () => {
    web = await openWebTest();
    ann = await newUser(web.server, "Ann");
    bob = await newUser(web.server, "Bob");
    const { client } = web.server;
    server = (await client.post("/servers/create", { name: "Ferrets" }, ann)).body.server;
    const invite = await client.post(`/channels/${server.channels[0]}/invites`, {}, ann);
    await client.post(`/invites/${invite.body._id}`, {}, bob);
    page = await web.open("/settings", { as: ann });
  }, 120_000);
  afterAll(async () => {
    await web?.[Symbol.asyncDispose]();
  });

  const press = (name: string, on: Page = page) => on.getByRole("button", { name, exact: true }).click();
  const open = async (name: string) => {
    await page.getByRole("navigation", { name: "Pages of the settings" }).getByRole("link", { name }).click();
    await page.getByRole("heading", { name, level: 1 }).waitFor();
  };
  const inDialog = () => page.getByRole("dialog");
  const confirm = async (name: string) => {
    await inDialog().getByRole("button", { name, exact: true }).click();
    await inDialog().waitFor({ state: "detached" });
  };
  const prove = async (fields: Record<string, string>, action = "Continue") => {
    for (const [label, value] of Object.entries(fields)) await inDialog().getByLabel(label).fill(value);
    await confirm(action);
  };
  const storedSettings = async (key: string) =>
    JSON.parse((await web.server.client.post("/sync/settings/fetch", { keys: [key] }, ann)).body[key][1]);

  test("the e-mail address is hidden until it is shown", async () => {
    const masked = ann.email.replace(/^(.)[^@]+/, "$1•••");
    await page.getByText(masked, { exact: true }).waitFor();
    await press("Show e-mail address");
    await page.getByText(ann.email, { exact: true }).waitFor();
  });

  test("the username changes with the password, and not with a wrong one", async () => {
    await press("Change username");
    await inDialog().getByLabel("Username").fill("Anna");
    await inDialog().getByLabel("Current password").fill("not the password");
    await inDialog().getByRole("button", { name: "Save" }).click();
    await inDialog().getByRole("alert").getByText("The password is wrong.").waitFor();
    await prove({ "Current password": password }, "Save");
    await page.getByText(/^Anna#\d{4}$/).waitFor();
  });

  test("a new password is the one that logs in", async () => {
    const eve = await newUser(web.server, "Eve");
    const evePage = await web.open("/settings/account", { as: eve });
    await press("Change password", evePage);
    await evePage.getByLabel("Current password").fill(password);
    await evePage.getByLabel("New password").fill("another password 2");
    await press("Save", evePage);
    await evePage.getByText("The password is changed.").waitFor();
    await press("Log out", evePage);
    await evePage.getByRole("textbox", { name: "E-mail address" }).fill(eve.email);
    await evePage.getByLabel("Password").fill("another password 2");
    await press("Log in", evePage);
    await evePage.getByRole("button", { name: "Change password" }).waitFor();
  });

  test("an authenticator app is turned on by a real code, and recovery codes are shown", async () => {
    const secure = await newUser(web.server, "Secure");
    const own = page;
    page = await web.open("/settings/second-factor", { as: secure });
    await press("Turn on");
    await prove({ "Your password": password });
    await page.getByRole("img", { name: "QR code with the key" }).waitFor();
    const secret = await page.getByLabel("Key", { exact: true }).inputValue();
    await page.getByLabel("Code that the app shows now").fill(totpCode(secret, web.server.clock.now()));
    await press("Confirm");
    await page.getByText("Logging in needs a code of your app.").waitFor();

    await press("Get new codes");
    await prove({ "Code of your authenticator app": nextCode(web.server, secret) });
    const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await codes.first().waitFor();
    expect(await codes.count()).toBe(10);
    const code = (await codes.first().textContent()) ?? "";

    await press("Turn off");
    await inDialog().getByRole("button", { name: "Use a recovery code" }).click();
    await prove({ "Recovery code": code }, "Turn off");
    await page.getByRole("button", { name: "Turn on" }).waitFor();
    page = own;
  });

  test("a session is renamed, and one that is ended is logged out live", async () => {
    const second = await logIn(web.server, ann.email);
    const elsewhere = await web.open("/friends", { as: second, fresh: true });
    await elsewhere.clock.install();
    await elsewhere.reload();
    await elsewhere.getByRole("navigation", { name: "Servers" }).waitFor();
    await open("Sessions");
    await page.getByText("This device").waitFor();
    await press("Log out test");
    await elsewhere.getByText("This session has ended. Log in again.").waitFor();
    await elsewhere.getByRole("textbox", { name: "E-mail address" }).waitFor();
    // The old connection is over: it must not ping any more, which would throw.
    await elsewhere.clock.fastForward(120_000);
    await press("Rename test");
    await prove({ "Name of the session": "Laptop" }, "Save");
    await page.getByText("Laptop", { exact: true }).waitFor();

    await logIn(web.server, ann.email);
    await page.reload();
    await press("Log out everywhere else");
    await confirm("Log out everywhere else");
    await page.getByRole("listitem").filter({ hasText: "Since" }).nth(1).waitFor({ state: "detached" });
  });

  test("a changed profile is seen by others, and only what was changed is sent", async () => {
    const bobPage = await web.open(`/server/${server._id}/channel/${server.channels[0]}`, { as: bob });
    await bobPage.getByRole("heading", { name: "General", exact: true }).waitFor();
    const members = bobPage.getByRole("complementary", { name: "Members" });
    await members.getByText("Anna").waitFor();
    await open("Profile");
    const preview = page.getByRole("region", { name: "How others see you" });
    await page.getByLabel("Display name").fill("Ännchen");
    await page.getByLabel("About you").fill("I keep **ferrets**.");
    await preview.getByText("Ännchen").waitFor();
    await preview.locator("strong", { hasText: "ferrets" }).waitFor();
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles({
        name: "me.png",
        mimeType: "image/png",
        buffer: Buffer.from(await makeImage("png")),
      });
    await web.server.client.patch("/users/@me", { status: { text: "Set elsewhere" } }, ann);
    await press("Save");
    await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
    await members.getByText("Ännchen").waitFor();
    const seen = (await web.server.client.get(`/users/${ann.id}`, bob)).body;
    expect([seen.display_name, seen.status.text, typeof seen.avatar._id]).toEqual([
      "Ännchen",
      "Set elsewhere",
      "string",
    ]);
    expect((await web.server.client.get(`/users/${ann.id}/profile`, bob)).body.content).toBe(
      "I keep **ferrets**.",
    );

    await page.getByLabel("Display name").fill("");
    await press("Save");
    await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
    await members.getByText("Anna", { exact: true }).waitFor();
    const cleared = (await web.server.client.get(`/users/${ann.id}`, bob)).body;
    expect("display_name" in cleared).toBe(false);
  });

  test("the appearance takes effect and survives a reload", async () => {
    await open("Appearance");
    const token = (name: string) =>
      page.evaluate<string>(`getComputedStyle(document.documentElement).getPropertyValue("${name}")`);
    const before = await token("--accent");
    await page.getByRole("radio", { name: "Sea" }).check({ force: true });
    await page.getByRole("radio", { name: "Dark" }).check({ force: true });
    await page.getByRole("radio", { name: "Compact" }).check({ force: true });
    await page.getByRole("radio", { name: "Larger" }).check({ force: true });
    await page.getByRole("radio", { name: "Ctrl Enter sends" }).check({ force: true });
    await page.reload();
    expect(await page.getByRole("radio", { name: "Ctrl Enter sends" }).isChecked()).toBe(true);
    expect(await page.getAttribute("html", "data-theme")).toBe("dark");
    expect(await token("--accent")).not.toBe(before);
    expect([await token("--message-gap"), await token("font-size")]).toEqual(["4px", "20px"]);
    await open("Accessibility");
    await page.getByRole("switch", { name: "More contrast" }).check({ force: true });
    expect(await page.getAttribute("html", "data-contrast")).toBe("more");
  });

  test("German is complete, at once and after a reload", async () => {
    await open("Appearance");
    await page.getByLabel("Language").click();
    await page.getByRole("option", { name: "Deutsch" }).click();
    await page.getByRole("heading", { name: "Aussehen", level: 1 }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Aussehen", level: 1 }).waitFor();
    expect(await page.getAttribute("html", "lang")).toBe("de");
    const links = page.getByRole("navigation", { name: "Seiten der Einstellungen" }).getByRole("link");
    expect((await links.allInnerTexts()).slice(0, 4)).toEqual([
      "Konto",
      "Zweiter Faktor",
      "Sitzungen",
      "Profil",
    ]);
    await page.getByLabel("Sprache").click();
    await page.getByRole("option", { name: "English" }).click();
    await page.getByRole("heading", { name: "Appearance", level: 1 }).waitFor();
  });

  test("a level is written next to what other clients keep in the same setting", async () => {
    const foreign = { server: { other: "all" }, ui: { folded: true } };
    await web.server.client.post("/sync/settings/set", { notifications: JSON.stringify(foreign) }, ann);
    await open("Notifications");
    await page.getByLabel("Where").click();
    await page.getByRole("option", { name: "Ferrets" }).click();
    await press("Notifications of Ferrets");
    await inDialog().getByLabel("Notify me of").click();
    await page.getByRole("option", { name: "All messages" }).click();
    await confirm("Save");
    await page
      .getByRole("listitem")
      .filter({ hasText: "The whole server" })
      .getByText("All messages")
      .waitFor();
    expect(await storedSettings("notifications")).toEqual({
      server: { other: "all", [server._id]: "all" },
      ui: { folded: true },
    });
  });

  test("quiet hours and sounds are kept for all devices", async () => {
    await page.getByRole("switch", { name: "Sounds" }).uncheck({ force: true });
    await page.getByRole("switch", { name: "Quiet hours" }).press("Space");
    await page.getByLabel("From", { exact: true }).fill("21:30");
    await until(async () => (await storedSettings("ermine")).quietHours?.from === 21 * 60 + 30);
    expect(await storedSettings("ermine")).toEqual({ sounds: false, quietHours: { from: 1290, to: 420 } });
  });

  test("a muted server is not shown as unread, nor a muted channel", async () => {
    await page.goto(web.url);
    const rail = page.getByRole("navigation", { name: "Servers" });
    const channel = server.channels[0];
    const { body } = await web.server.client.post(`/servers/${server._id}/channels`, { name: "other" }, ann);
    const other = body._id;
    await rail.getByRole("link", { name: "Ferrets", exact: true }).waitFor();
    await web.server.client.post(`/channels/${channel}/messages`, { content: "Hello" }, bob);
    await rail.getByRole("link", { name: "Ferrets, unread" }).waitFor();
    await rail.getByRole("link", { name: "Ferrets, unread" }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Notifications and mute" }).click();
    await inDialog().getByLabel("Mute", { exact: true }).click();
    await page.getByRole("option", { name: "For 8 hours" }).click();
    await confirm("Save");
    await rail.getByRole("link", { name: "Ferrets", exact: true }).waitFor();

    await page.goto(`${web.url}/server/${server._id}/channel/${other}`);
    const list = page.getByRole("navigation", { name: "Channels" });
    await list.getByRole("link", { name: "General unread" }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Notifications and mute" }).click();
    await inDialog().getByLabel("Mute", { exact: true }).click();
    await page.getByRole("option", { name: "Until I change it" }).click();
    await confirm("Save");
    await list.getByRole("link", { name: "General", exact: true }).waitFor();
    const { server_mutes } = await storedSettings("notifications");
    expect(server_mutes[server._id].until).toBeGreaterThan(0);
  });

  test("a bot is made, its token shown and reset, and it comes into a server", async () => {
    await page.goto(`${web.url}/settings/bots`);
    await press("Create bot");
    await prove({ "Name of the bot": "Helper" }, "Create bot");
    await page.getByRole("heading", { name: "Helper" }).waitFor();
    const token = () => page.getByLabel("Token", { exact: true }).inputValue();
    const first = await token();
    expect(first).toHaveLength(64);
    await press("Reset token");
    await confirm("Reset token");
    await until(async () => (await token()) !== first);
    await page.getByRole("switch", { name: "Public" }).check({ force: true });
    await press("Save");
    await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
    await page.getByLabel("Where to").click();
    await page.getByRole("option", { name: "Ferrets" }).click();
    await press("Invite");
    await page.getByText("Helper is in Ferrets.").waitFor();
    await press("Delete bot");
    await confirm("Delete bot");
    await page.getByText("You have no bots yet").waitFor();
  });

  test("the data of the user is one file, without the keys of bots", async () => {
    await web.server.client.post("/bots/create", { name: "Second" }, ann);
    await open("Your data");
    const download = page.waitForEvent("download");
    await press("Download your data");
    const data = await Bun.file(await (await download).path()).json();
    expect(data.account.email).toBe(ann.email);
    expect(data.servers.map(({ name }: { name: string }) => name)).toEqual(["Ferrets"]);
    expect(data.settings.notifications).toBeArray();
    expect([data.bots.length, JSON.stringify(data).includes("token")]).toEqual([1, false]);
  });

  test("deleting the account asks for the password, and ends the session", async () => {
    await open("Account");
    await press("Delete account");
    const dialog = page.getByRole("dialog", { name: "Delete account" });
    await dialog.getByText("This cannot be undone.").waitFor();
    expect(await dialog.getByRole("button", { name: "Delete account" }).isDisabled()).toBe(true);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await press("Delete account");
    await prove({ "Your password": password }, "Delete account");
    await page.getByRole("button", { name: "Log in" }).waitFor();
    expect((await web.server.client.get("/users/@me", ann)).status).toBe(401);
  });
});
