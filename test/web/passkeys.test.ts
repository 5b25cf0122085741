import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { newUser, password } from "../support/accounts/people.ts";
import { followLink } from "../support/browser/follow-link.ts";
import { addAuthenticator } from "../support/browser/virtual-authenticator.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, storeAccount, type WebTest } from "../support/browser/web-client.ts";
import { makePrivileged } from "../support/operators/operators.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { minutes } from "../support/server/test-clock.ts";

describe.if(hasBrowser)("passkeys in a browser", () => {
  let web: WebTest;
  beforeAll(async () => {
    web = await openWebTest();
  }, 180_000);
  afterEach(() => web.closePages());
  afterAll(() => web?.[Symbol.asyncDispose]());

  /** Passkeys belong to a host, and an address of numbers is none. */
  const at = (path: string) => `${web.server.running.services.urls.app}${path}`;
  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
  const gone = (page: Page) => page.getByRole("dialog").waitFor({ state: "detached" });

  /** A page of somebody who is logged in, with an authenticator. */
  async function open(path: string) {
    const person = await newUser(web.server, "Ann");
    const page = await web.open("/health", { fresh: true });
    const authenticator = await addAuthenticator(page);
    await page.goto(at("/health"));
    await page.evaluate(storeAccount, person);
    await page.goto(at(path));
    return { page, person, authenticator };
  }

  async function addPasskey(page: Page): Promise<void> {
    await press(page, "Add a passkey");
    await page.getByLabel("Your password").fill(password);
    await press(page, "Continue");
    await page.getByRole("button", { name: "Create passkey" }).waitFor();
  }

  async function logOut(page: Page): Promise<void> {
    await page.evaluate(() => localStorage.clear());
    await page.goto(at("/login"));
  }

  test("one is created, logs in alone and as second step, confirms, and is removed", async () => {
    const { page, person, authenticator } = await open("/settings/second-factor");
    await addPasskey(page);
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toMatch(/^Chrome · /);
    await page.getByLabel("Name", { exact: true }).fill("Laptop");
    await page.getByText("Ask for a passkey after the password").last().click();
    await press(page, "Create passkey");
    await gone(page);
    await page.getByText("Logging in with the password needs a passkey too.").waitFor();
    await page.getByText("10 codes are left.").waitFor();
    expect(await authenticator.countPasskeys()).toBe(1);

    // The same device makes no second one.
    await press(page, "Add a passkey");
    await press(page, "Continue");
    await press(page, "Create passkey");
    await page.getByText("This device already has a passkey of yours for this server.").waitFor();
    await press(page, "Cancel");

    // As the only step, in a browser that offers none by itself.
    await page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
    await logOut(page);
    await press(page, "Sign in with a passkey");
    await page.waitForURL(at("/"));

    // As the second step.
    await logOut(page);
    await page.getByLabel("E-mail address").fill(person.email);
    await page.getByLabel("Password").fill(password);
    await press(page, "Log in");
    await page.getByRole("heading", { name: "One more step" }).waitFor();
    await press(page, "Use a passkey");
    await page.waitForURL(at("/"));

    // As a proof. Somebody who cannot unlock the device gets no further.
    await followLink(page, "/settings/second-factor");
    await page.getByText(/Last used on/).waitFor();
    await press(page, "Remove Laptop");
    await authenticator.setVerified(false);
    await press(page, "Remove");
    await page.getByText(/The passkey was not used/).waitFor();
    await authenticator.setVerified(true);
    await press(page, "Remove");
    await gone(page);
    await page.getByText("Laptop is removed.").waitFor();
    const { body } = await web.server.client.post("/auth/session/login", { email: person.email, password });
    expect(body.result).toBe("Success");
  }, 120_000);

  thoroughTest(
    "the browser offers one in the field for the address, and the admin page asks for it again after 15 minutes",
    async () => {
      const { page, person } = await open("/settings/second-factor");
      await makePrivileged(web.server, person);
      await addPasskey(page);
      await press(page, "Create passkey");
      await gone(page);
      await page.getByText("The password is enough to log in, too.").waitFor();
      await page.evaluate(() => localStorage.clear());
      // Without a window, Chromium chooses by itself what somebody would choose in the field.
      await page.goto(at("/login"));
      await page.waitForURL(at("/"));
      await page.goto(at("/admin/people"));
      await press(page, "Sign in with a passkey");
      await page.getByRole("heading", { level: 1, name: "People" }).waitFor();
      web.server.clock.advance(minutes(16));
      await followLink(page, "/admin/servers");
      const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
      await dialog.getByText("Your browser asks you for a passkey next.").waitFor();
      await dialog.getByRole("button", { name: "Confirm" }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByRole("heading", { level: 1, name: "Servers" }).waitFor();
    },
    60_000,
  );

  test("an address to which no passkey can belong is told", async () => {
    const page = await web.open("/login");
    await press(page, "Sign in with a passkey");
    await page.getByText(/Passkeys of this server do not work at this address/).waitFor();
  });
});
