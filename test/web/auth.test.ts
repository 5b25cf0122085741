import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { UsersTables } from "../../src/domains/users/index.ts";
import { openInbox } from "../support/accounts/inbox.ts";
import { appUrl, mailSettings, moveAddress, newVerifiedAccount } from "../support/accounts/mailing.ts";
import { newUser, password } from "../support/accounts/people.ts";
import {
  newRecoveryCodes,
  newTotpTicket,
  nextCode,
  totpCode,
  turnOnTotp,
  wrongCode,
} from "../support/accounts/second-factor.ts";
import { browserRules, problemsOf } from "../support/browser/axe.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { openHttpStub } from "../support/http/http-stub.ts";
import { configFor } from "../support/oidc/identity-provider.ts";
import { openLyingProvider } from "../support/oidc/lying-provider.ts";
import { makePrivileged } from "../support/operators/operators.ts";
import { newSetupHeaders } from "../support/operators/setup.ts";
import { freePorts } from "../support/processes/free-ports.ts";

/** A captcha whose first answer is wrong. */
const captchaScript = `{
  let button, answer;
  const use = (next, name) => { answer = next; button.textContent = "Human of " + name + ", " + answer; };
  window.hcaptcha = {
    render(element, { sitekey, callback }) {
      button = document.createElement("button");
      button.type = "button";
      button.name = sitekey;
      button.onclick = () => callback(answer);
      use("wrong", sitekey);
      element.append(button);
      return "widget";
    },
    reset: (widget) => widget === "widget" && use("right", button.name),
  };
}`;

describe.if(hasBrowser)("getting in", () => {
  let web: WebTest;
  let inbox: Awaited<ReturnType<typeof openInbox>>;
  let withMail: WebTest;
  beforeAll(async () => {
    web = await openWebTest();
    inbox = await openInbox();
    withMail = await openWebTest({ config: mailSettings(inbox.port) });
  });
  afterEach(async () => {
    await web.closePages();
    await withMail.closePages();
  });
  afterAll(async () => {
    await web[Symbol.asyncDispose]();
    await withMail[Symbol.asyncDispose]();
    await inbox[Symbol.asyncDispose]();
  });

  async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  }
  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

  /** The path of the link in the next mail of a kind. */
  async function linkTo(email: string, kind: string): Promise<string> {
    const { text } = await inbox.waitFor(email, new RegExp(`/${kind}/`));
    return (text.match(/https:\S+/)?.[0] ?? "").slice(appUrl.length);
  }

  test("an invite survives the registration", async () => {
    const host = await newUser(web.server, "Host");
    const { body } = await web.server.client.post("/servers/create", { name: "Ferrets" }, host);
    const [channel] = body.server.channels;
    const invite = await web.server.client.post(`/channels/${channel}/invites`, {}, host);

    const page = await web.open(`/invite/${invite.body._id}`);
    await page.getByRole("heading", { name: "Ferrets" }).waitFor();
    await page.getByText("by Host · 1 member").waitFor();
    await press(page, "Create an account");
    await fillIn(page, { "E-mail address": "guest@example.com", Password: password });
    await press(page, "Create an account");
    await fillIn(page, { Username: "Guest" });
    await press(page, "Continue");
    await press(page, "Join");
    await page.getByRole("heading", { name: "General", exact: true }).waitFor();
    expect(page.url()).toBe(`${web.url}/server/${body.server._id}/channel/${channel}`);
  });

  test("an invite that is gone says so", async () => {
    const page = await web.open("/invite/nothing1");
    await page.getByText("This invite no longer exists.").waitFor();
  });

  test("wrong details are refused in words, and nothing is stored", async () => {
    const page = await web.open("/login");
    await fillIn(page, { "E-mail address": "nobody@example.com", Password: password });
    await press(page, "Log in");
    await page.getByRole("alert").getByText("The e-mail address or the password is wrong.").waitFor();
    expect(await page.evaluate(() => localStorage.getItem("accounts"))).toBeNull();
  });

  test("a second factor is asked for, by app or by recovery code", async () => {
    const ann = await newUser(web.server, "Ann");
    const secret = await turnOnTotp(web.server, ann);
    const ticket = await newTotpTicket(web.server, ann, secret);
    const [recoveryCode = ""] = await newRecoveryCodes(web.server, ann, ticket);
    const start = async () => {
      const page = await web.open("/login");
      await fillIn(page, { "E-mail address": ann.email, Password: password });
      await press(page, "Log in");
      return page;
    };
    const byApp = await start();
    await fillIn(byApp, { Code: wrongCode(secret, web.server.clock.now()) });
    await press(byApp, "Log in");
    await byApp.getByRole("alert").waitFor();
    await fillIn(byApp, { Code: nextCode(web.server, secret) });
    await press(byApp, "Log in");
    await byApp.getByRole("navigation", { name: "Servers" }).waitFor();

    const byRecovery = await start();
    await press(byRecovery, "Use a recovery code");
    await fillIn(byRecovery, { "Recovery code": recoveryCode });
    await press(byRecovery, "Log in");
    await byRecovery.getByRole("navigation", { name: "Servers" }).waitFor();
  });

  test("a provider signs somebody in, who comes back with a name and a session", async () => {
    await using provider = await openLyingProvider();
    provider.claims = { preferred_username: "ann.acme" };
    const [port = 0] = freePorts(1);
    const config = {
      port,
      public_url: `http://127.0.0.1:${port}`,
      accounts: { password_login: "off" },
      ...configFor(provider, { trusted_amr: ["hwk"] }),
    };
    await using acme = await openWebTest({ config });
    const page = await acme.open("/login");
    await page.getByRole("link", { name: "Continue with Acme" }).click();
    await page.getByText("ann.acme").first().waitFor();
    expect(new URL(page.url())).toMatchObject({ pathname: "/", hash: "" });
    await page.goto(`${acme.url}/settings/account`);
    await page.getByText(/^ann\.acme · /).waitFor();

    // The admin page, for an operator who has nothing but the provider.
    const ann = await acme.server.running.store.read((db) =>
      db.sql<UsersTables>().selectFrom("users").select("id").executeTakeFirstOrThrow(),
    );
    await makePrivileged(acme.server, ann);
    await page.goto(`${acme.url}/admin/people?query=ann`);
    const atAcme = page.getByRole("link", { name: "Continue with Acme" });
    await atAcme.waitFor();
    expect(await page.getByLabel("Password").count()).toBe(0);
    await atAcme.click();
    const question = page.getByRole("dialog", { name: "Confirm that it is you" });
    const confirmThere = question.getByRole("button", { name: "Confirm with Acme" });
    // Neither a provider that proves no second factor, nor one that refuses, ends the session.
    await confirmThere.click();
    await page.getByRole("heading", { level: 1, name: "A second factor is needed" }).waitFor();
    await page.goto(`${acme.url}/admin/people?query=ann`);
    provider.claims = { ...provider.claims, sub: "somebody-else" };
    await confirmThere.click();
    await page.getByText("This is not the account that is linked here.").waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    provider.claims = { preferred_username: "ann.acme", amr: ["hwk"] };
    await confirmThere.click();
    await page.getByRole("link", { name: /ann\.acme#/ }).waitFor();
    expect(new URL(page.url())).toMatchObject({ pathname: "/admin/people", search: "?query=ann", hash: "" });
    expect(await question.count()).toBe(0);
  });

  test("several accounts are kept, and one switches between them", async () => {
    const [first, second] = [await newUser(web.server, "First"), await newUser(web.server, "Second")];
    const page = await web.open("/", { as: first });
    await page.getByRole("navigation", { name: "Servers" }).waitFor();
    await page.goto(`${web.url}/login`);
    await fillIn(page, { "E-mail address": second.email, Password: password });
    await press(page, "Log in");
    await page.getByRole("navigation", { name: "Servers" }).waitFor();
    await page.goto(`${web.url}/login`);
    await page.getByRole("list", { name: "Accounts on this device" }).getByText("First").click();
    await page.getByRole("navigation", { name: "Servers" }).waitFor();
    const active = await page.evaluate(() => JSON.parse(localStorage.getItem("accounts") ?? "{}").active);
    expect(active).toBe(first.id);
  });

  test("a mailed link confirms the address, and leads on without another login", async () => {
    const email = "mailed@example.com";
    const page = await withMail.open("/register");
    await fillIn(page, { "E-mail address": email, Password: password });
    await press(page, "Create an account");
    await page.getByText(`We have sent a link to ${email}.`).waitFor();
    await page.goto(withMail.url + (await linkTo(email, "login/verify")));
    await fillIn(page, { Username: "Mailed" });
    await press(page, "Continue");
    await page.getByRole("navigation", { name: "Servers" }).waitFor();
  });

  test("a forgotten password is replaced by mail", async () => {
    const email = "forgetful@example.com";
    await withMail.server.client.post("/auth/account/create", { email, password });
    const verify = await linkTo(email, "login/verify");
    await withMail.server.client.post(`/auth/account/verify/${verify.split("/").at(-1)}`);
    const page = await withMail.open("/login");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await fillIn(page, { "E-mail address": email });
    await press(page, "Send the mail");
    await page.getByText(`If there is an account for ${email}`).waitFor();
    await page.goto(withMail.url + (await linkTo(email, "login/reset")));
    await fillIn(page, { Password: "another password 2" });
    await press(page, "Save");
    await fillIn(page, { "E-mail address": email, Password: "another password 2" });
    await press(page, "Log in");
    await page.getByRole("heading", { name: "Choose a username" }).waitFor();
  });

  test("a login with a password that cannot be right says that it is wrong", async () => {
    const { email } = await newUser(web.server);
    const page = await web.open("/login");
    await fillIn(page, { "E-mail address": email, Password: "short" });
    await press(page, "Log in");
    await page.getByRole("alert").getByText("The e-mail address or the password is wrong.").waitFor();
    await fillIn(page, { Password: "12345678" });
    await press(page, "Log in");
    await page.getByRole("alert").getByText("This password is known from data leaks").waitFor();
    // Where a password is chosen, its rules are what matters.
    const registration = await web.open("/register");
    await fillIn(registration, { "E-mail address": "new@example.com", Password: "12345678" });
    await press(registration, "Create an account");
    await registration.getByRole("alert").getByText("Choose another one.").waitFor();
  });

  test("a server without mail says who can give out a new password", async () => {
    const page = await web.open("/login");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByText("This server sends no mail").waitFor();
    await page.getByText("Ask the people who run this server").waitFor();
    expect(await page.getByRole("button", { name: "Send the mail" }).count()).toBe(0);
    expect(await page.getByLabel("E-mail address").count()).toBe(0);
  });

  test("the old address gets an account back whose address somebody changed", async () => {
    const mailing = { server: withMail.server, inbox, [Symbol.asyncDispose]: async () => {} };
    const owner = await newVerifiedAccount(mailing);
    const { undo } = await moveAddress(mailing, owner);
    const page = await withMail.open(`/login/undo/${undo}`);
    await fillIn(page, { "Choose a new password": "short" });
    await press(page, "Get my account back");
    expect(await page.getByRole("heading", { name: "Get your account back" }).count()).toBe(1);
    await fillIn(page, { "Choose a new password": "another password 2" });
    await press(page, "Get my account back");
    await page.getByText("Your account has its old address and the new password.").waitFor();
    await fillIn(page, { "E-mail address": owner.email, Password: "another password 2" });
    await press(page, "Log in");
    await page.getByRole("heading", { name: "Choose a username" }).waitFor();

    await page.goto(`${withMail.url}/login/undo/${undo}`);
    await fillIn(page, { "Choose a new password": "another password 3" });
    await press(page, "Get my account back");
    await page.getByRole("alert").getByText("This link or code is wrong, or was used already.").waitFor();
  });

  test("the page of a deletion asks once more", async () => {
    const page = await withMail.open("/delete/00000000000000000000000000000000");
    await press(page, "Delete the account");
    await page.getByRole("alert").getByText("This link or code is wrong, or was used already.").waitFor();
  });

  test("a captcha of the host is solved once for each attempt, and no other host is asked without one", async () => {
    await using hcaptcha = openHttpStub(({ body }) => ({ success: body.includes("response=right") }));
    const captcha = { secret: "the secret", site_key: "the key", verify_url: hcaptcha.url };
    await using guarded = await openWebTest({ config: { captcha } });
    const page = await guarded.open("/login");
    // In place of the vendor's script; the policy of the page still decides whether it is loaded.
    await page.route("https://js.hcaptcha.com/1/api.js?render=explicit", (route) =>
      route.fulfill({ contentType: "text/javascript", body: captchaScript }),
    );
    await page.getByRole("link", { name: "Create an account" }).click();
    await fillIn(page, { "E-mail address": "human@example.com", Password: password });
    const send = page.getByRole("button", { name: "Create an account" });
    await page.getByRole("button", { name: "Human of the key, wrong" }).waitFor();
    expect(await send.isEnabled()).toBe(false);
    await press(page, "Human of the key, wrong");
    await send.click();
    await page.getByRole("alert").getByText("The captcha was not solved. Try again.").waitFor();
    expect(await send.isEnabled()).toBe(false);
    await press(page, "Human of the key, right");
    await send.click();
    await page.getByRole("heading", { name: "Choose a username" }).waitFor();

    const plain = await web.open("/register");
    const hosts = new Set<string>();
    plain.on("request", (request) => hosts.add(new URL(request.url()).host));
    await plain.reload();
    await plain.getByRole("button", { name: "Create an account" }).waitFor();
    expect([...hosts]).toEqual([new URL(web.url).host]);
  });

  test("a new server is set up by its link alone, by keyboard, and its operator logs in with the second factor", async () => {
    const { "x-setup-token": token } = await newSetupHeaders(web.server);
    const page = await web.open(`/setup#${token}`);
    await page.getByRole("heading", { name: "Set up your server" }).waitFor();
    expect(await problemsOf(page, "setup", "html", browserRules)).toEqual([]);
    const secret = await page.getByLabel("Key", { exact: true }).inputValue();
    const account = { "E-mail address": "boss@example.com", Password: password, Username: "Boss" };
    await page.getByLabel("E-mail address").focus();
    for (const text of Object.values(account)) {
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    }
    // The key, which can be read and not changed.
    await page.keyboard.press("Tab");
    await page.keyboard.type(totpCode(secret, web.server.clock.now()));
    await page.keyboard.press("Tab");
    await page.keyboard.type("Town");
    await page.getByRole("button", { name: "Check the folder" }).click();
    await page.getByText(/^Backups can be made there/).waitFor();
    await press(page, "Finish");
    await page.getByRole("heading", { name: "Your server is set up" }).waitFor();
    expect(await page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").count()).toBe(10);
    expect(await page.getByLabel("ermine.toml", { exact: true }).inputValue()).toContain("[community]");
    expect(await problemsOf(page, "setup done", "html", browserRules)).toEqual([]);
    expect(new URL(page.url()).hash).toBe("");
    await page.getByRole("link", { name: "Log in" }).click();
    await fillIn(page, { "E-mail address": "boss@example.com", Password: password });
    await press(page, "Log in");
    await page.getByLabel("Code").fill(nextCode(web.server, secret));
    await press(page, "Log in");
    await page.getByRole("link", { name: "Town" }).waitFor();
    await page.goto(`${web.url}/setup#${token}`);
    await page
      .getByRole("alert")
      .getByText(/^This link does not work any more/)
      .waitFor();
  });

  test("German browsers see German", async () => {
    const page = await web.open("/login", { locale: "de-DE" });
    await page.getByRole("button", { name: "Anmelden", exact: true }).waitFor();
    expect(await page.getAttribute("html", "lang")).toBe("de");
  });
});
