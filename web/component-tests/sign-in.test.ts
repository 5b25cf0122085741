import { describe, expect, test } from "bun:test";
import type { Identity } from "../protocol/types.ts";
import { signInStart } from "../ui/provider-return.ts";
import { click, fill } from "./support/actions.ts";
import { configuration } from "./support/configuration.ts";
import { all, find, findText, gone, until } from "./support/find.ts";
import { type Network, Refusal } from "./support/network.ts";
import { openPage, openPublicPage } from "./support/open-page.ts";
import { newId, newScene } from "./support/scene.ts";
import { newSettingsScene } from "./support/settings-scene.ts";

const acme = { id: "acme", name: "Acme", icon: "" };
const withProvider = (more: Partial<typeof configuration.features> = {}) => ({
  ...configuration,
  features: { ...configuration.features, oidc: [acme], ...more },
});

/** Fields of passwords have no role. */
const passwordIn = (part: HTMLElement) => part.querySelector("input[type=password]") ?? part;

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
  const owner = "post /auth/session/owner";
  const verify = "post /auth/account/verify/{code}";
  const success = (me: { _id: string }) => ({
    result: "Success" as const,
    _id: newId(),
    user_id: me._id,
    token: "token",
    name: "",
    last_seen: "2026-01-01T00:00:00.000Z",
  });

  const open = async (path: string, prepare?: (network: Network) => void) => {
    const { scene } = newScene();
    return openPublicPage(path, scene, (opened) => {
      opened.on("get /onboard/hello", () => ({ onboarding: false }));
      opened.on(owner, () => ({ name: "mallory#0001" }));
      opened.on(login, () => success(scene.me));
      opened.on(verify, () => ({
        ticket: {
          _id: newId(),
          account_id: scene.me._id,
          token: "ticket",
          validated: false,
          authorised: true,
          last_totp_code: null,
        },
      }));
      prepare?.(opened);
    });
  };
  const begin = () => signInStart.remember();

  test("a ticket logs in, and leaves no trace in the address", async () => {
    begin();
    const network = await open("/sign-in#ticket=once");
    await until(() => network.sent(login).length === 1);
    expect(network.sent(login)[0]?.body).toMatchObject({ mfa_ticket: "once" });
    expect(location.hash).toBe("");
    await until(() => location.pathname === "/");
  });

  test("a ticket of a sign-in that this tab did not begin logs in only after a confirmation", async () => {
    const network = await open("/sign-in#ticket=sent");
    await find("heading", "Log in as mallory#0001?");
    expect(network.sent(owner)[0]?.body).toEqual({ mfa_ticket: "sent" });
    expect(network.sent(login)).toEqual([]);
    click(await find("button", "Log in"));
    await until(() => network.sent(login).length === 1);
    await until(() => location.pathname === "/");
  });

  test("a sign-in that was begun counts once, and not after it was abandoned", async () => {
    begin();
    expect([signInStart.take(), signInStart.take()]).toEqual([true, false]);
    begin();
    const { scene } = newScene();
    scene.configuration = withProvider();
    await openPublicPage("/login", scene);
    const link = await find("link", "Continue with Acme");
    expect(signInStart.take()).toBe(false);
    click(link);
    expect(signInStart.take()).toBe(true);
  });

  test.each([true, false])(
    "a link from a mail asks, unless its address was registered here (%p)",
    async (isOwn) => {
      if (isOwn) sessionStorage.setItem("registered-address", "mallory#0001");
      const network = await open("/login/verify/code");
      if (!isOwn) {
        await find("heading", "Log in as mallory#0001?");
        expect(network.sent(login)).toEqual([]);
        click(await find("button", "Log in"));
      }
      await until(() => network.sent(login).length === 1);
      expect(network.sent(login)[0]?.body).toMatchObject({ mfa_ticket: "ticket" });
    },
  );

  test("the code from a mail is used once, and what follows it is tried again after failures", async () => {
    sessionStorage.setItem("registered-address", "mallory#0001");
    const network = await open("/login/verify/code", (opened) =>
      opened.on(owner, () => new Refusal("InternalError")),
    );
    const retry = await find("button", "Try again");
    network.on(owner, () => ({ name: "mallory#0001" }));
    network.on(login, () => new Refusal("InternalError"));
    click(retry);
    await until(() => network.sent(login).length === 1);
    network.on(login, () => success({ _id: newId() }));
    click(await find("button", "Try again"));
    await until(() => location.pathname === "/");
    expect(network.sent(login).at(-1)?.body).toMatchObject({ mfa_ticket: "ticket" });
    expect(network.sent(verify).length).toBe(1);
  });

  test("a second factor is asked for where the account has one", async () => {
    begin();
    const network = await open("/sign-in#ticket=once&methods=Totp");
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
    second_factor: false,
    created_at: "2026-01-01T00:00:00.000Z",
    last_used_at: "2026-01-02T00:00:00.000Z",
  };

  test("are listed, and unlinked with a proof", async () => {
    const { open, scene, account } = newSettingsScene();
    scene.configuration = withProvider();
    account.identities = [identity];
    const network = await open("/settings/account");
    network.on("put /auth/mfa/ticket", () => ({
      _id: newId(),
      account_id: scene.me._id,
      token: "ticket",
      validated: true,
      authorised: false,
      last_totp_code: null,
    }));
    network.on("delete /auth/oidc/identities/{identity}", () => {
      account.identities = [];
      return undefined;
    });
    await findText(/^ann@example\.org · /);
    click(await find("button", "Unlink Acme"));
    const dialog = await find("dialog");
    await until(() => passwordIn(dialog) !== dialog);
    fill(passwordIn(dialog), "right");
    const goOn = await find("button", "Continue", dialog);
    await until(() => !goOn.hasAttribute("disabled"));
    click(goOn);
    await gone(() => all("dialog"));
    await gone(() => all("button", "Unlink Acme"));
    const [call] = network.sent("delete /auth/oidc/identities/{identity}");
    expect(call?.headers.get("x-mfa-ticket")).toBe("ticket");
  });

  test("who has no password confirms with a provider, and a confirmation is used once", async () => {
    const { open, scene, account } = newSettingsScene();
    scene.configuration = withProvider();
    sessionStorage.setItem("confirmation", JSON.stringify({ ticket: "confirmed", at: Date.now() }));
    account.identities = [identity];
    account.methods = [];
    const network = await open("/settings/account");
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

describe("an operator's recovery link", () => {
  const reset = "patch /auth/account/reset_password";

  test("says what it does, sets a new password, and leads to the login with the address", async () => {
    const { scene } = newScene();
    const network = await openPublicPage(
      "/login/reset/code#email=ann%40example.com&removes=second-factor",
      scene,
    );
    network.on(reset, () => undefined);
    await find("heading", "Recover your account");
    await findText("You log in with ann@example.com and this password.");
    await findText(/Your second factor and linked providers are removed/);
    expect(all("switch")).toEqual([]);
    fill(passwordIn(document.body), "chosen by Ann");
    click(await find("button", "Save"));
    await until(() => network.sent(reset).length === 1);
    expect(network.sent(reset)[0]?.body).toMatchObject({ token: "code", password: "chosen by Ann" });
    await until(() => location.pathname === "/login");
    const email = (await find("textbox", "E-mail address")) as HTMLInputElement;
    expect(email.value).toBe("ann@example.com");
  });

  test("shows hostile text as text, and says when it does not work any more", async () => {
    const { scene } = newScene();
    const network = await openPublicPage("/login/reset/code#email=%3Cimg%20src%3Dx%3E&removes=all", scene);
    network.on(reset, () => new Refusal("InvalidToken"));
    await findText("You log in with <img src=x> and this password.");
    expect(document.querySelector("img[src=x]")).toBeNull();
    expect(document.body.textContent).not.toContain("Your second factor and linked providers are removed");
    fill(passwordIn(document.body), "chosen by Ann");
    click(await find("button", "Save"));
    await find("alert");
    expect(location.pathname).toBe("/login/reset/code");
  });

  test("a link from a mail asks whether to log out everywhere, and says nothing of operators", async () => {
    const { scene } = newScene();
    await openPublicPage("/login/reset/code", scene);
    await find("heading", "Choose a new password");
    await find("switch", "Log out on all devices");
  });
});

describe("an account without a password", () => {
  const withoutPassword = () => {
    const made = newSettingsScene();
    made.scene.configuration = withProvider();
    made.mfa.has_password = false;
    made.account.methods = [];
    sessionStorage.setItem("confirmation", JSON.stringify({ ticket: "confirmed", at: Date.now() }));
    return made;
  };

  test("sets a first one with the confirmation of a provider", async () => {
    const { open, mfa } = withoutPassword();
    const change = "patch /auth/account/change/password";
    const network = await open("/settings/account");
    network.on(change, () => {
      mfa.has_password = true;
      return undefined;
    });
    click(await find("button", "Set a password"));
    const dialog = await find("dialog", "Set a password");
    fill(passwordIn(dialog), "my first password");
    click(await find("button", "Save", dialog));
    await gone(() => all("dialog"));
    const [call] = network.sent(change);
    expect(call?.headers.get("x-mfa-ticket")).toBe("confirmed");
    expect(call?.body).toEqual({ password: "my first password", remove_sessions: false });
    await find("button", "Change password");
  });

  test("changes its address with a confirmation, and is sent to a provider for one", async () => {
    const { open } = withoutPassword();
    const change = "patch /auth/account/change/email";
    const network = await open("/settings/account");
    network.on(change, () => undefined);
    // Until the server has said that there is none, a password would be asked for.
    await find("button", "Set a password");
    click(await find("button", "Change e-mail address"));
    const dialog = await find("dialog", "Change e-mail address");
    expect(dialog.querySelector("input[type=password]")).toBeNull();
    fill(await find("textbox", "New e-mail address", dialog), "ann@example.org");
    click(await find("button", "Save", dialog));
    await gone(() => all("dialog"));
    const [call] = network.sent(change);
    expect(call?.headers.get("x-mfa-ticket")).toBe("confirmed");
    expect(call?.body).toEqual({ email: "ann@example.org" });
    click(await find("button", "Change e-mail address"));
    await find("button", "Confirm with Acme");
  });
});

describe("the history of sign-ins", () => {
  test("shows device, way, network and what was new or failed, and switches notices off", async () => {
    const { open, scene, history } = newSettingsScene();
    scene.configuration = withProvider();
    const [first] = history.sign_ins;
    if (!first) throw new Error("no sign-in");
    const { second_factor: _, ...rest } = first;
    const failed = { ...first, _id: newId(), new_device: false, outcome: "WrongFactor" as const };
    const byProvider = {
      ...rest,
      _id: newId(),
      method: "Provider" as const,
      provider: "acme",
      location: { country: "GB", city: "London" },
      new_device: false,
    };
    const hostile = {
      ...byProvider,
      _id: newId(),
      provider: "<b>gone</b>",
      device: "<i>x</i>",
      location: { country: "GB", city: "<i>x</i>" },
    };
    Object.assign(history, { sign_ins: [first, failed, byProvider, hostile] });
    const change = "patch /auth/account/sign_ins";
    const network = await open("/settings/sessions");
    network.on(change, () => undefined);
    const list = await find("list", "Sign-in history");
    await findText("Firefox · Linux · New device", list);
    await findText("Firefox · Linux · Wrong second factor", list);
    expect(list.textContent).toContain("Password and authenticator app · 203.0.113.0/24");
    expect(list.textContent).toContain("Acme · London, United Kingdom · 203.0.113.0/24");
    expect(list.textContent).toContain("<b>gone</b>");
    expect(list.querySelector("b, i")).toBeNull();
    const notify = (await find("switch", "Tell me about new devices")) as HTMLInputElement;
    expect(notify.checked).toBe(true);
    network.on("get /auth/mfa/methods", () => ["Password" as const]);
    network.on("put /auth/mfa/ticket", () => ({
      _id: newId(),
      account_id: newId(),
      token: "ticket",
      validated: true,
      authorised: false,
      last_totp_code: null,
    }));
    // A thief with a session must not silence the notices: turning them off needs a proof.
    click(notify);
    const dialog = await find("dialog", "Confirm that it is you");
    expect(network.sent(change)).toEqual([]);
    expect(notify.checked).toBe(true);
    await until(() => passwordIn(dialog) !== dialog);
    fill(passwordIn(dialog), "right");
    const goOn = await find("button", "Continue", dialog);
    await until(() => !goOn.hasAttribute("disabled"));
    click(goOn);
    await until(() => network.sent(change).length === 1);
    expect(network.sent(change)[0]?.body).toEqual({ notify_new_devices: false });
    expect(network.sent(change)[0]?.headers.get("x-mfa-ticket")).toBe("ticket");
    await until(() => !notify.checked);
    click(notify);
    await until(() => notify.checked);
  });
});
