import { describe, expect, test } from "bun:test";
import type { LoginMFA } from "../protocol/types.ts";
import { click, fill } from "./support/actions.ts";
import { all, find, findText, until } from "./support/find.ts";
import { Refusal } from "./support/network.ts";
import { openPage, openPublicPage } from "./support/open-page.ts";
import { newId, newScene } from "./support/scene.ts";

const login = "post /auth/session/login";
const wrongLink = "This link or code is wrong, or was used already.";

/** Fields of passwords have no role. */
async function fillPassword(text: string): Promise<void> {
  const field = (await find("main")).querySelector("input[type=password]");
  if (field) fill(field, text);
}

async function logIn(password: string): Promise<void> {
  fill(await find("textbox", "E-mail address"), "ann@example.com");
  await fillPassword(password);
  click(await find("button", "Log in"));
}

const success = (userId: string) => ({
  result: "Success" as const,
  _id: newId(),
  user_id: userId,
  token: "token",
  name: "",
  last_seen: "2026-01-01T00:00:00.000Z",
});

const secondFactor: LoginMFA = { result: "MFA", ticket: "once", allowed_methods: ["Totp", "Recovery"] };

test("an invite that is gone says so", async () => {
  const { scene } = newScene();
  await openPublicPage("/invite/nothing1", scene, (network) =>
    network.on("get /invites/{target}", () => new Refusal("NotFound")),
  );
  await findText(/^This invite no longer exists/);
});

describe("a login", () => {
  test.each([
    ["InvalidCredentials", "The e-mail address or the password is wrong."],
    ["ShortPassword", "The e-mail address or the password is wrong."],
    ["CompromisedPassword", /^This password is known from data leaks, and no account here can have it/],
  ] as const)("that is refused as %s says so in words, and stores nothing", async (type, words) => {
    const { scene } = newScene();
    await openPublicPage("/login", scene, (network) => network.on(login, () => new Refusal(type)));
    await logIn("a password");
    await findText(words, await find("alert"));
    expect(localStorage.getItem("accounts")).toBeNull();
  });

  test("asks for the code of the app, again after a wrong one, or for a recovery code", async () => {
    const { scene } = newScene();
    const network = await openPublicPage("/login", scene, (opened) => {
      opened.on("get /onboard/hello", () => ({ onboarding: false }));
      opened.on(login, ({ body }) => {
        if (!("mfa_response" in body)) return secondFactor;
        const { mfa_response: answer } = body;
        const isRight = answer && "recovery_code" in answer && answer.recovery_code === "abcde-fghij";
        return isRight ? success(scene.me._id) : new Refusal("InvalidToken");
      });
    });
    await logIn("the password");
    fill(await find("textbox", "Code"), "000 000");
    click(await find("button", "Log in"));
    await find("alert");
    expect(network.sent(login).at(-1)?.body).toMatchObject({ mfa_response: { totp_code: "000000" } });
    click(await find("button", "Use a recovery code"));
    fill(await find("textbox", "Recovery code"), "abcde-fghij");
    click(await find("button", "Log in"));
    await find("navigation", "Servers");
  });

  test("keeps the accounts of the device, between which one switches", async () => {
    const { scene } = newScene();
    const second = newId();
    const network = await openPage("/login", scene);
    network.on("get /onboard/hello", () => ({ onboarding: false }));
    network.on(login, () => success(second));
    await logIn("the password");
    await find("navigation", "Servers");
    const active = () => JSON.parse(localStorage.getItem("accounts") ?? "{}").active as unknown;
    expect(active()).toBe(second);
    history.pushState(null, "", "/login");
    dispatchEvent(new PopStateEvent("popstate"));
    const list = await find("list", "Accounts on this device");
    click(await find("button", /Ann$/, list));
    await find("navigation", "Servers");
    expect(active()).toBe(scene.me._id);
  });
});

test("a registration with a password that is known from leaks says to choose another one", async () => {
  const { scene } = newScene();
  await openPublicPage("/register", scene, (network) =>
    network.on("post /auth/account/create", () => new Refusal("CompromisedPassword")),
  );
  fill(await find("textbox", "E-mail address"), "ann@example.com");
  await fillPassword("12345678");
  click(await find("button", "Create an account"));
  await findText(/Choose another one\.$/, await find("alert"));
});

describe("a link in a mail", () => {
  const undo = "post /auth/account/change/email/undo";
  const remove = "put /auth/account/delete";

  test("gives an account its old address back, with a new password, once", async () => {
    const { scene } = newScene();
    let isUsed = true;
    const network = await openPublicPage("/login/undo/the-code", scene, (opened) =>
      opened.on(undo, () => (isUsed ? new Refusal("InvalidToken") : undefined)),
    );
    await find("heading", "Get your account back");
    await fillPassword("another password");
    click(await find("button", "Get my account back"));
    await findText(wrongLink, await find("alert"));
    isUsed = false;
    click(await find("button", "Get my account back"));
    await findText(/^Your account has its old address and the new password/);
    expect(network.sent(undo).at(-1)?.body).toEqual({ token: "the-code", password: "another password" });
    await until(() => location.pathname === "/login");
  });

  test("deletes an account after one more question, once", async () => {
    const { scene } = newScene();
    let isUsed = true;
    const network = await openPublicPage("/delete/the-code", scene, (opened) =>
      opened.on(remove, () => (isUsed ? new Refusal("InvalidToken") : undefined)),
    );
    const button = await find("button", "Delete the account");
    expect(network.sent(remove)).toEqual([]);
    click(button);
    await findText(wrongLink, await find("alert"));
    isUsed = false;
    click(button);
    await until(() => all("button", "Delete the account").length === 0);
    expect(network.sent(remove).at(-1)?.body).toEqual({ token: "the-code" });
  });
});
