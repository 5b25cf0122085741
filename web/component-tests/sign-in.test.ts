import { describe, expect, test } from "bun:test";
import type { Identity } from "../protocol/types.ts";
import { click, fill } from "./support/actions.ts";
import { configuration } from "./support/configuration.ts";
import { all, find, findText, gone, until } from "./support/find.ts";
import { Refusal } from "./support/network.ts";
import { openPage, openPublicPage } from "./support/open-page.ts";
import { newId, newScene } from "./support/scene.ts";
import { newSettingsScene } from "./support/settings-scene.ts";

const acme = { id: "acme", name: "Acme", icon: "" };
const withProvider = (more: Partial<typeof configuration.features> = {}) => ({
  ...configuration,
  features: { ...configuration.features, oidc: [acme], ...more },
});

describe("before the login", () => {
  test("a provider is offered next to the password, and alone where there are none", async () => {
    const { scene } = newScene();
    scene.configuration = withProvider();
    await openPublicPage("/login", scene);
    const link = await find("link", "Continue with Acme");
    expect(link.getAttribute("href")).toEndWith("/api/auth/oidc/acme/start");
    await find("button", "Log in");
  });

  test("without passwords the form and what belongs to it are gone", async () => {
    const { scene } = newScene();
    scene.configuration = withProvider({ password_login: false });
    await openPublicPage("/login", scene);
    await find("link", "Continue with Acme");
    expect(all("button", "Log in")).toEqual([]);
    expect(all("link", "Forgot your password?")).toEqual([]);
  });

  test("the invite code of a registration goes along", async () => {
    const { scene } = newScene();
    scene.configuration = withProvider({ invite_only: true });
    await openPublicPage("/register", scene);
    fill(await find("textbox", "Invite code"), "a code");
    const link = await find("link", "Continue with Acme");
    await until(() => link.getAttribute("href")?.endsWith("/start?invite=a%20code"));
  });
});

describe("back from a provider", () => {
  const login = "post /auth/session/login";
  const success = (me: { _id: string }) => ({
    result: "Success" as const,
    _id: newId(),
    user_id: me._id,
    token: "token",
    name: "",
    last_seen: "2026-01-01T00:00:00.000Z",
  });

  test("a ticket logs in, and leaves no trace in the address", async () => {
    const { scene } = newScene();
    const network = await openPublicPage("/sign-in#ticket=once", scene);
    network.on("get /onboard/hello", () => ({ onboarding: false }));
    network.on(login, () => success(scene.me));
    await until(() => network.sent(login).length === 1);
    expect(network.sent(login)[0]?.body).toMatchObject({ mfa_ticket: "once" });
    expect(location.hash).toBe("");
    await until(() => location.pathname === "/");
  });

  test("a second factor is asked for where the account has one", async () => {
    const { scene } = newScene();
    const network = await openPublicPage("/sign-in#ticket=once&methods=Totp", scene);
    network.on("get /onboard/hello", () => ({ onboarding: false }));
    network.on(login, () => success(scene.me));
    fill(await find("textbox", "Code"), "123 456");
    click(await find("button", "Log in"));
    await until(() => network.sent(login).length === 1);
    const mfa_response = { totp_code: "123456" };
    expect(network.sent(login)[0]?.body).toMatchObject({ mfa_ticket: "once", mfa_response });
  });

  test("a problem is put into words, and an unknown one too", async () => {
    const { scene } = newScene();
    await openPublicPage("/sign-in#error=address-in-use", scene);
    await findText(/An account here has the same e-mail address/);
    await openPublicPage("/sign-in#error=something", scene);
    await findText(/It took too long/);
  });

  test("an identity is linked to the account that is logged in", async () => {
    const { scene } = newScene();
    const network = await openPage("/sign-in#link=proof", scene, (opened) =>
      opened.on("post /auth/oidc/identities", () => new Refusal("AlreadyLinked")),
    );
    await findText("This account is linked to somebody else here.");
    expect(network.sent("post /auth/oidc/identities")[0]?.body).toEqual({ token: "proof" });
  });
});

describe("linked identities", () => {
  const identity: Identity = {
    _id: newId(),
    provider: "acme",
    issuer: "https://id.example.org",
    label: "ann@example.org",
    created_at: "2026-01-01T00:00:00.000Z",
    last_used_at: "2026-01-02T00:00:00.000Z",
  };

  test("are listed, and unlinked with a proof", async () => {
    const { open, scene } = newSettingsScene();
    scene.configuration = withProvider();
    let linked = [identity];
    const network = await open("/settings/account", (opened) =>
      opened.on("get /auth/oidc/identities", () => linked),
    );
    network.on("get /auth/mfa/methods", () => ["Password" as const]);
    network.on("put /auth/mfa/ticket", () => ({
      _id: newId(),
      account_id: scene.me._id,
      token: "ticket",
      validated: true,
      authorised: false,
      last_totp_code: null,
    }));
    network.on("delete /auth/oidc/identities/{identity}", () => {
      linked = [];
      return undefined;
    });
    await findText("Acme · ann@example.org");
    click(await find("button", "Unlink Acme"));
    const dialog = await find("dialog");
    fill(dialog.querySelector("input[type=password]") ?? dialog, "right");
    const goOn = await find("button", "Continue", dialog);
    await until(() => !goOn.hasAttribute("disabled"));
    click(goOn);
    await gone(() => all("dialog"));
    await gone(() => all("button", "Unlink Acme"));
    const [call] = network.sent("delete /auth/oidc/identities/{identity}");
    expect(call?.headers.get("x-mfa-ticket")).toBe("ticket");
  });

  test("who has no password confirms with a provider, and a confirmation is used once", async () => {
    const { open, scene } = newSettingsScene();
    scene.configuration = withProvider();
    sessionStorage.setItem("confirmation", JSON.stringify({ ticket: "confirmed", at: Date.now() }));
    const network = await open("/settings/account", (opened) =>
      opened.on("get /auth/oidc/identities", () => [identity]),
    );
    network.on("get /auth/mfa/methods", () => []);
    network.on("delete /auth/oidc/identities/{identity}", () => new Refusal("LastSignIn"));
    click(await find("button", "Unlink Acme"));
    await findText("You have just confirmed that it is you.");
    click(await find("button", "Continue"));
    await findText(/This is your only way to log in/);
    const [call] = network.sent("delete /auth/oidc/identities/{identity}");
    expect(call?.headers.get("x-mfa-ticket")).toBe("confirmed");
    expect(sessionStorage.getItem("confirmation")).toBeNull();
  });
});
