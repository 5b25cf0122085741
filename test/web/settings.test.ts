import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { logIn, newUser, type Person, password } from "../support/accounts/people.ts";
import { nextCode, totpCode } from "../support/accounts/second-factor.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { makeImage } from "../support/files/make-images.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
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
  afterEach(() => web.closePages(page));
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

  test("the page has one heading of level one, also as the list that a phone shows", async () => {
    const headings = page.getByRole("heading", { level: 1 });
    await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
    expect(await headings.count()).toBe(1);
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    expect(await headings.count()).toBe(1);
    await page.setViewportSize({ width, height });
    await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
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

  thoroughTest("a session is renamed, and one that is ended is logged out live", async () => {
    const second = await logIn(web.server, ann.email);
    const elsewhere = await web.open("/friends", { as: second, clock: true });
    await elsewhere.getByRole("navigation", { name: "Servers" }).waitFor();
    // The pages of the account share for some seconds what they have fetched, and no event announces a session.
    await page.reload();
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

  thoroughTest("a changed profile is seen by others, and only what was changed is sent", async () => {
    const bobPage = await web.open(`/server/${server._id}/channel/${server.channels[0]}`, { as: bob });
    await bobPage.getByRole("heading", { name: "General", exact: true }).waitFor();
    const members = bobPage.getByRole("complementary", { name: "Members" });
    await members.getByText("Ann", { exact: true }).waitFor();
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
    await members.getByText("Ann", { exact: true }).waitFor();
    const cleared = (await web.server.client.get(`/users/${ann.id}`, bob)).body;
    expect("display_name" in cleared).toBe(false);
  });

  thoroughTest("the appearance takes effect and survives a reload", async () => {
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
    // The content security policy allows styles of one's own, and there is a way back from them.
    await page.getByLabel("Styles (CSS)").fill(":root { --radius: 13px; } main { display: none; }");
    await page.getByRole("button", { name: "Apply" }).click();
    await until(async () => (await token("--radius")) === "13px");
    await page.goto(`${page.url()}?plain`);
    expect(await token("--radius")).toBe("6px");
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.goto(page.url().replace("?plain", ""));
    expect(await token("--radius")).toBe("6px");
    await open("Accessibility");
    await page.getByRole("switch", { name: "More contrast" }).check({ force: true });
    expect(await page.getAttribute("html", "data-contrast")).toBe("more");
  });

  thoroughTest("a bot is made, its token shown and reset, and it comes into a server", async () => {
    await open("Bots");
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
    await web.server.client.post("/sync/settings/set", { notifications: "{}" }, ann);
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
