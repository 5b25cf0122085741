import { createAccount, createTicket } from "../../../src/domains/accounts/index.ts";
import { updateAccount } from "../../../src/domains/accounts/store/accounts.ts";
import {
  moveAddress,
  newVerifiedAccount,
  registerByMail,
  waitForCode,
} from "../../support/accounts/mailing.ts";
import { newAccount, newEmail, newTicket, password } from "../../support/accounts/people.ts";
import type { ErrorCase, ErrorCases, ServerPool } from "../../support/error-cases/error-case.ts";
import type { ApiResponse } from "../../support/http/client.ts";
import { openHttpStub } from "../../support/http/http-stub.ts";
import { withoutPasswords } from "../../support/oidc/identity-provider.ts";
import { openServer } from "../../support/server/server.ts";

const leaked = "12345678";
const blockedDomain = { accounts: { blocked_mail_domains: ["blocked.example"] } };

async function create(pool: ServerPool, body: object, config = {}): Promise<ApiResponse> {
  const { client } = await pool.server(config);
  return client.post("/auth/account/create", { email: newEmail(), password, ...body });
}

/** The errors of both routes that request a mail. */
function mailRequest(
  path: string,
): Record<"CaptchaFailed" | "IncorrectData" | "DisallowedContactSupport", ErrorCase> {
  const post = async (pool: ServerPool, email: string, config = {}) =>
    (await pool.server(config)).client.post(path, { email });
  return {
    CaptchaFailed: (pool) => post(pool, newEmail(), { captcha: { secret: "secret" } }),
    IncorrectData: (pool) => post(pool, "nowhere"),
    DisallowedContactSupport: (pool) => post(pool, "one@blocked.example", blockedDomain),
  };
}

/** Calls a route that needs the current password, after as many calls with a wrong one. */
async function changeAccount(
  pool: ServerPool,
  path: string,
  { body, config = {}, failures = 0 }: { body: object; config?: Record<string, unknown>; failures?: number },
): Promise<ApiResponse> {
  const server = await pool.server(config);
  const { token } = await newAccount(server);
  const change = (current_password: string) =>
    server.client.patch(path, { current_password, ...body }, { token });
  for (let count = 0; count < failures; count++) await change("not the password");
  return change(password);
}

const changePassword = (pool: ServerPool, body: object, failures?: number) =>
  changeAccount(pool, "/auth/account/change/password", {
    body: { password: `${password}!`, ...body },
    ...(failures !== undefined && { failures }),
  });

const changeEmail = (
  pool: ServerPool,
  body: object,
  options: { config?: Record<string, unknown>; failures?: number } = {},
) => changeAccount(pool, "/auth/account/change/email", { body: { email: newEmail(), ...body }, ...options });

/** Changes an account that has no password, without the ticket that it needs instead. */
async function changeWithoutPassword(
  pool: ServerPool,
  what: "email" | "password",
  body: object,
  config = {},
): Promise<ApiResponse> {
  const server = await pool.server(config);
  const ticket = await server.running.store.write(async (tx) => {
    const id = await createAccount(tx, { email: newEmail(), passwordHash: "", verified: true });
    return createTicket(tx, id, { authorised: true });
  });
  const { body: session } = await server.client.post("/auth/session/login", { mfa_ticket: ticket.token });
  return server.client.patch(`/auth/account/change/${what}`, body, { token: session.token });
}

/** `isTaken`: another account has the old address by then. */
async function undoEmailChange(
  pool: ServerPool,
  { password: secret = password, isTaken = false }: { password?: string; isTaken?: boolean },
): Promise<ApiResponse> {
  const mailing = await pool.mailing();
  const person = await newVerifiedAccount(mailing);
  const { undo } = await moveAddress(mailing, person);
  if (isTaken) await newVerifiedAccount(mailing, person.email);
  return mailing.server.client.post("/auth/account/change/email/undo", { token: undo, password: secret });
}

async function resetPassword(pool: ServerPool, secret: string): Promise<ApiResponse> {
  const mailing = await pool.mailing();
  const { email } = await newVerifiedAccount(mailing);
  await mailing.server.client.post("/auth/account/reset_password", { email });
  const token = await waitForCode(mailing, email, "login/reset");
  return mailing.server.client.patch("/auth/account/reset_password", { token, password: secret });
}

export const errorCases: ErrorCases = {
  create_account_create_account: {
    CaptchaFailed: (pool) => create(pool, {}, { captcha: { secret: "secret" } }),
    async BlockedByShield({ engine }) {
      await using shield = openHttpStub(() => ({ blocked: true }));
      await using server = await openServer(engine, { config: { accounts: { shield_url: shield.url } } });
      return await server.client.post("/auth/account/create", { email: newEmail(), password });
    },
    IncorrectData: (pool) => create(pool, { email: "nowhere" }),
    DisallowedContactSupport: (pool) => create(pool, { email: "one@blocked.example" }, blockedDomain),
    ShortPassword: (pool) => create(pool, { password: "short" }),
    CompromisedPassword: (pool) => create(pool, { password: leaked }),
    MissingInvite: (pool) => create(pool, {}, { registration: "invite" }),
    InvalidInvite: (pool) => create(pool, { invite: "unknown" }, { registration: "invite" }),
    FeatureDisabled: (pool) => create(pool, {}, { registration: "closed" }),
  },
  resend_verification_resend_verification: mailRequest("/auth/account/reverify"),
  send_password_reset_send_password_reset: {
    ...mailRequest("/auth/account/reset_password"),
    FeatureDisabled: async (pool) =>
      (await pool.server(withoutPasswords)).client.post("/auth/account/reset_password", {
        email: newEmail(),
      }),
  },
  edit_sign_in_notices: {
    async InvalidToken(pool) {
      const { client } = await pool.server();
      const off = { notify_new_devices: false };
      return client.patch("/auth/account/sign_ins", off, await newAccount({ client }));
    },
  },
  fetch_ticket_owner: {
    InvalidToken: async (pool) =>
      (await pool.server()).client.post("/auth/session/owner", { mfa_ticket: "unknown" }),
  },
  verify_email_verify_email: {
    async InvalidToken(pool) {
      const mailing = await pool.mailing();
      const { code } = await registerByMail(mailing);
      await mailing.server.client.post(`/auth/account/verify/${code}`);
      return mailing.server.client.post(`/auth/account/verify/${code}`);
    },
  },
  change_password_change_password: {
    ShortPassword: (pool) => changePassword(pool, { password: "short" }),
    CompromisedPassword: (pool) => changePassword(pool, { password: leaked }),
    InvalidCredentials: (pool) => changePassword(pool, { current_password: "not the password" }),
    LockedOut: (pool) => changePassword(pool, {}, 3),
    InvalidToken: (pool) => changeWithoutPassword(pool, "password", { password }),
    FeatureDisabled: (pool) => changeWithoutPassword(pool, "password", { password }, withoutPasswords),
  },
  change_email_change_email: {
    IncorrectData: (pool) => changeEmail(pool, { email: "nowhere" }),
    DisallowedContactSupport: (pool) =>
      changeEmail(pool, { email: "one@blocked.example" }, { config: blockedDomain }),
    InvalidCredentials: (pool) => changeEmail(pool, { current_password: "not the password" }),
    LockedOut: (pool) => changeEmail(pool, {}, { failures: 3 }),
    InvalidToken: (pool) => changeWithoutPassword(pool, "email", { email: newEmail() }),
    async UnverifiedAccount(pool) {
      const server = await pool.server();
      const { token, id } = await newAccount(server);
      // An unverified account cannot log in, but an imported one may have a session.
      await server.running.store.write((tx) => updateAccount(tx, id, { verification: "pending" }));
      const change = { email: newEmail(), current_password: password };
      return server.client.patch("/auth/account/change/email", change, { token });
    },
    async OperationFailed(pool) {
      const { email } = await newAccount(await pool.server());
      return changeEmail(pool, { email });
    },
  },
  undo_email_change: {
    async InvalidToken(pool) {
      const { client } = await pool.server();
      return client.post("/auth/account/change/email/undo", { token: "unknown", password });
    },
    ShortPassword: (pool) => undoEmailChange(pool, { password: "short" }),
    CompromisedPassword: (pool) => undoEmailChange(pool, { password: leaked }),
    OperationFailed: (pool) => undoEmailChange(pool, { isTaken: true }),
  },
  password_reset_password_reset: {
    FeatureDisabled: async (pool) =>
      (await pool.server(withoutPasswords)).client.patch("/auth/account/reset_password", {
        token: "unknown",
        password,
      }),
    async InvalidToken(pool) {
      const { client } = await pool.server();
      return client.patch("/auth/account/reset_password", { token: "unknown", password });
    },
    ShortPassword: (pool) => resetPassword(pool, "short"),
    CompromisedPassword: (pool) => resetPassword(pool, leaked),
  },
  confirm_deletion_confirm_deletion: {
    async InvalidToken(pool) {
      const mailing = await pool.mailing();
      const person = await newVerifiedAccount(mailing);
      const { client } = mailing.server;
      await client.post(
        "/auth/account/delete",
        {},
        { token: person.token, ticket: await newTicket(mailing.server, person) },
      );
      const token = await waitForCode(mailing, person.email, "delete");
      await client.put("/auth/account/delete", { token });
      return client.put("/auth/account/delete", { token });
    },
  },
};
