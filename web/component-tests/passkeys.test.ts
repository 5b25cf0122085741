import { describe, expect, test } from "bun:test";
import type { Passkey, Passkeys } from "../protocol/types.ts";
import { click, fill } from "./support/actions.ts";
import { usePasskeys } from "./support/fake-passkeys.ts";
import { all, find, findText, gone, until } from "./support/find.ts";
import { type Network, Refusal } from "./support/network.ts";
import { openPublicPage } from "./support/open-page.ts";
import { newId, newScene } from "./support/scene.ts";
import { newSettingsScene } from "./support/settings-scene.ts";

const login = "post /auth/session/login";
const request = {
  token: "begun",
  options: {
    challenge: "AAAA",
    timeout: 300_000,
    rpId: "localhost",
    allowCredentials: [],
    userVerification: "required",
  },
};
const presented = { token: "begun", credential: { id: "AQ", response: { signature: expect.any(String) } } };

describe("logging in", () => {
  async function open() {
    const { scene } = newScene();
    const network = await openPublicPage("/login", scene);
    network.on("post /auth/passkeys/sign_in", () => request);
    network.on("get /onboard/hello", () => ({ onboarding: false }));
    return { network, me: scene.me };
  }
  const success = (me: { _id: string }) => ({
    result: "Success" as const,
    _id: newId(),
    user_id: me._id,
    token: "token",
    name: "",
    last_seen: "2026-01-01T00:00:00.000Z",
  });

  test("with a passkey is one step", async () => {
    using _ = usePasskeys();
    const { network, me } = await open();
    network.on(login, () => success(me));
    click(await find("button", "Sign in with a passkey"));
    await until(() => network.sent(login).length === 1);
    expect(network.sent(login)[0]?.body).toMatchObject({ passkey: presented });
    await until(() => location.pathname === "/");
  });

  const sees = async (problem: RegExp) => {
    click(await find("button", "Sign in with a passkey"));
    await findText(problem);
  };

  test.each([
    ["NotAllowedError", /it was cancelled, took too long, or this device has none/],
    ["UnknownError", /The device could not use the passkey/],
  ])("says what a %s of the browser means", async (fails, words) => {
    using _ = usePasskeys({ fails });
    await open();
    await sees(words);
  });

  test("says that the server has refused a passkey", async () => {
    using _ = usePasskeys();
    const { network } = await open();
    network.on(login, () => new Refusal("InvalidToken"));
    await sees(/The server did not accept this passkey/);
  });

  test.each([
    [true, /This browser knows no passkeys/],
    [false, /only over HTTPS/],
  ])("says why there are none, on a secure page: %p", async (isSecureContext, words) => {
    await open();
    Object.assign(globalThis, { isSecureContext });
    await sees(words);
    Reflect.deleteProperty(globalThis, "isSecureContext");
  });

  test("asks for a passkey as second step, with the ticket of the first, or for a recovery code", async () => {
    using _ = usePasskeys();
    const { network, me } = await open();
    network.on(login, ({ body }) =>
      "email" in body
        ? { result: "MFA" as const, ticket: "first", allowed_methods: ["Recovery" as const], passkey: true }
        : success(me),
    );
    network.on("post /auth/passkeys/proof", () => request);
    fill(await find("textbox", "E-mail address"), "ann@example.com");
    fill(document.querySelector("input[type=password]") ?? document.body, "right");
    click(await find("button", "Log in"));
    await find("button", "Use a recovery code");
    click(await find("button", "Use a passkey"));
    await until(() => network.sent(login).length === 2);
    expect(network.sent("post /auth/passkeys/proof")[0]?.headers.get("x-mfa-ticket")).toBe("first");
    expect(network.sent(login)[1]?.body).toMatchObject({
      mfa_ticket: "first",
      mfa_response: { passkey: presented },
    });
  });
});

describe("in the settings", () => {
  const passkey: Passkey = { _id: newId(), name: "Phone", created_at: "2026-01-01T00:00:00.000Z" };
  const creation = {
    token: "begun",
    options: {
      ...request.options,
      rp: { id: "localhost", name: "localhost" },
      user: { id: "AAAA", name: "ann@example.com", displayName: "" },
      pubKeyCredParams: [{ alg: -7, type: "public-key" as const }],
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
      attestation: "none",
      extensions: { credProps: true },
      hints: [],
    },
  };

  async function open(found: Passkeys, status: { security_key_mfa?: boolean } = {}) {
    const { open: openSettings, scene, account } = newSettingsScene();
    const server = {
      set found(found: Passkeys) {
        account.passkeys = found;
        account.mfa.recovery_active = found.second_factor;
      },
    };
    server.found = found;
    Object.assign(account.mfa, status);
    if (found.second_factor) account.methods = ["Recovery"];
    const network = await openSettings("/settings/second-factor");
    network.on("put /auth/mfa/ticket", () => ({
      _id: newId(),
      account_id: scene.me._id,
      token: "ticket",
      validated: true,
      authorised: false,
      last_totp_code: null,
    }));
    return { network, server };
  }

  async function prove(action: string): Promise<void> {
    const dialog = await find("dialog");
    await until(() => dialog.querySelector("input[type=password]") !== null);
    fill(dialog.querySelector("input[type=password]") ?? dialog, "right");
    const goOn = await find("button", action, dialog);
    await until(() => !goOn.hasAttribute("disabled"));
    click(goOn);
  }
  const ticketOf = (network: Network, route: Parameters<Network["sent"]>[0]) =>
    network.sent(route)[0]?.headers.get("x-mfa-ticket");

  test("one is added with a proof and the name of the device, and gives recovery codes as a second factor", async () => {
    using asked = usePasskeys();
    const { network, server } = await open({ second_factor: false, passkeys: [] });
    network.on("post /auth/passkeys/begin", () => creation);
    network.on("post /auth/passkeys", () => {
      server.found = { second_factor: true, passkeys: [passkey] };
      return { passkey, recovery_codes: ["aaaaa-bbbbb", "ccccc-ddddd"] };
    });
    click(await find("button", "Add a passkey"));
    await prove("Continue");
    const create = await find("button", "Create passkey");
    click(await find("switch", "Ask for a passkey after the password"));
    click(create);
    await gone(() => all("dialog"));
    expect(ticketOf(network, "post /auth/passkeys/begin")).toBe("ticket");
    expect(network.sent("post /auth/passkeys")[0]?.body).toMatchObject({
      token: "begun",
      name: expect.stringMatching(/^\S+/),
      second_factor: true,
      credential: { id: "AQ", response: { transports: ["internal"] } },
    });
    expect(asked.created).toMatchObject([{ user: { name: "Ann" } }]);
    await findText("Phone");
    await findText("aaaaa-bbbbb");
    await findText("Logging in with the password needs a passkey too.");
  });

  test("one is renamed and removed with a proof", async () => {
    const { network, server } = await open({ second_factor: false, passkeys: [passkey] });
    network.on("patch /auth/passkeys/{passkey}", ({ body }) => {
      server.found = { second_factor: false, passkeys: [{ ...passkey, name: body.name }] };
      return { ...passkey, name: body.name };
    });
    network.on("delete /auth/passkeys/{passkey}", () => {
      server.found = { second_factor: false, passkeys: [] };
      return undefined;
    });
    await findText("The password is enough to log in, too.");
    click(await find("button", "Rename Phone"));
    fill(await find("textbox", "Name"), "Key ring");
    await prove("Save");
    await findText("Key ring");
    expect(ticketOf(network, "patch /auth/passkeys/{passkey}")).toBe("ticket");
    await gone(() => all("dialog"));
    click(await find("button", "Remove Key ring"));
    await prove("Remove");
    await gone(() => all("button", "Remove Key ring"));
    expect(ticketOf(network, "delete /auth/passkeys/{passkey}")).toBe("ticket");
  });

  test("a passkey is a proof where there is one, and the last way in stays", async () => {
    using _ = usePasskeys();
    const { network } = await open({ second_factor: true, passkeys: [passkey] }, { security_key_mfa: true });
    network.on("post /auth/passkeys/proof", () => request);
    network.on("delete /auth/passkeys/{passkey}", () => new Refusal("LastSignIn"));
    click(await find("button", "Remove Phone"));
    const dialog = await find("dialog");
    await findText("Your browser asks you for a passkey next.", dialog);
    await find("button", "Use a recovery code", dialog);
    click(await find("button", "Remove", dialog));
    await findText(/This is your only way to log in/);
    expect(network.sent("put /auth/mfa/ticket")[0]?.body).toMatchObject({ passkey: presented });
  });

  test("the second factor is turned on with a proof", async () => {
    const { network, server } = await open({ second_factor: false, passkeys: [passkey] });
    network.on("put /auth/passkeys/second_factor", ({ body }) => {
      server.found = { second_factor: body.enabled, passkeys: [passkey] };
      return { recovery_codes: ["eeeee-fffff"] };
    });
    click(await find("button", "Ask for a passkey after the password"));
    await prove("Continue");
    await findText("eeeee-fffff");
    await find("button", "Stop asking after the password");
    expect(network.sent("put /auth/passkeys/second_factor")[0]?.body).toEqual({ enabled: true });
  });
});
