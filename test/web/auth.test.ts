import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { UsersTables } from "../../src/domains/users/index.ts";
import { openInbox } from "../support/accounts/inbox.ts";
import { appUrl, mailSettings } from "../support/accounts/mailing.ts";
import { logIn, password } from "../support/accounts/people.ts";
import { nextCode, totpCode } from "../support/accounts/second-factor.ts";
import { browserRules, problemsOf } from "../support/browser/axe.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { openHttpStub } from "../support/http/http-stub.ts";
import { configFor } from "../support/oidc/identity-provider.ts";
import { openLyingProvider } from "../support/oidc/lying-provider.ts";
import { makePrivileged } from "../support/operators/operators.ts";
import { newSetupHeaders } from "../support/operators/setup.ts";
import { freePorts } from "../support/processes/free-ports.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";

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
  let inbox: Awaited<ReturnType<typeof openInbox>>;
  let web: WebTest;
  beforeAll(async () => {
    inbox = await openInbox();
    web = await openWebTest({ config: mailSettings(inbox.port) });
  });
  afterEach(() => web.closePages());
  afterAll(async () => {
    await web[Symbol.asyncDispose]();
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

  thoroughTest("a provider signs somebody in, who comes back with a name and a session", async () => {
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

  test("a mailed link confirms the address, and leads on without another login", async () => {
    const email = "mailed@example.com";
    const page = await web.open("/register");
    await fillIn(page, { "E-mail address": email, Password: password });
    await press(page, "Create an account");
    await page.getByText(`We have sent a link to ${email}.`).waitFor();
    await page.goto(web.url + (await linkTo(email, "login/verify")));
    await fillIn(page, { Username: "Mailed" });
    await press(page, "Continue");
    await page.getByRole("navigation", { name: "Servers" }).waitFor();
  });

  test("a forgotten password is replaced by mail", async () => {
    const email = "forgetful@example.com";
    await web.server.client.post("/auth/account/create", { email, password });
    const verify = await linkTo(email, "login/verify");
    await web.server.client.post(`/auth/account/verify/${verify.split("/").at(-1)}`);
    const page = await web.open("/login");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await fillIn(page, { "E-mail address": email });
    await press(page, "Send the mail");
    await page.getByText(`If there is an account for ${email}`).waitFor();
    await page.goto(web.url + (await linkTo(email, "login/reset")));
    await fillIn(page, { Password: "another password 2" });
    await press(page, "Save");
    await fillIn(page, { "E-mail address": email, Password: "another password 2" });
    await press(page, "Log in");
    await page.getByRole("heading", { name: "Choose a username" }).waitFor();
  });

  thoroughTest(
    "an invite survives the registration, in which the captcha of the host is solved once for each attempt",
    async () => {
      await using hcaptcha = openHttpStub(({ body }) => ({ success: body.includes("response=right") }));
      const captcha = { secret: "the secret", site_key: "the key", verify_url: hcaptcha.url };
      await using guarded = await openWebTest({ config: { captcha } });
      const { client } = guarded.server;
      await client.post("/auth/account/create", { email: "host@example.com", password, captcha: "right" });
      const host = await logIn(guarded.server, "host@example.com");
      await client.post("/onboard/complete", { username: "Host" }, host);
      const { body } = await client.post("/servers/create", { name: "Ferrets" }, host);
      const [channel] = body.server.channels;
      const invite = await client.post(`/channels/${channel}/invites`, {}, host);

      const page = await guarded.open(`/invite/${invite.body._id}`);
      // In place of the vendor's script; the policy of the page still decides whether it is loaded.
      await page.route("https://js.hcaptcha.com/1/api.js?render=explicit", (route) =>
        route.fulfill({ contentType: "text/javascript", body: captchaScript }),
      );
      await page.getByRole("heading", { name: "Ferrets" }).waitFor();
      await page.getByText("by Host · 1 member").waitFor();
      await press(page, "Create an account");
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
      await fillIn(page, { Username: "Guest" });
      await press(page, "Continue");
      await press(page, "Join");
      await page.getByRole("heading", { name: "General", exact: true }).waitFor();
      expect(page.url()).toBe(`${guarded.url}/server/${body.server._id}/channel/${channel}`);
    },
  );

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
      .getByText(/^This link or code doesn't work/)
      .waitFor();
  });
});
