import { registerByMail } from "../../support/accounts/mailing.ts";
import { newAccount, newEmail, newTicket, type Person, password } from "../../support/accounts/people.ts";
import {
  newTotpTicket,
  nextCode,
  totpCode,
  turnOnTotp,
  wrongCode,
} from "../../support/accounts/second-factor.ts";
import type { ErrorCases, ServerPool } from "../../support/error-cases/error-case.ts";
import type { ApiResponse } from "../../support/http/client.ts";
import { withoutPasswords } from "../../support/oidc/identity-provider.ts";
import type { TestServer } from "../../support/server/server.ts";

interface TotpAccount {
  readonly server: TestServer;
  readonly person: Person;
  readonly secret: string;
}

/** An account with TOTP enabled. */
async function newTotpAccount(pool: ServerPool): Promise<TotpAccount> {
  const server = await pool.server();
  const person = await newAccount(server);
  return { server, person, secret: await turnOnTotp(server, person) };
}

/** The MFA ticket of a login that still lacks the second factor. */
async function loginTicket({ server, person }: TotpAccount): Promise<string> {
  const { body } = await server.client.post("/auth/session/login", { email: person.email, password });
  return body.ticket;
}

async function logInAs(pool: ServerPool, body: object): Promise<ApiResponse> {
  const server = await pool.server();
  const { email } = await newAccount(server);
  return server.client.post("/auth/session/login", { email, password, ...body });
}

async function requestTicket(pool: ServerPool, body: object): Promise<ApiResponse> {
  const server = await pool.server();
  const { token } = await newAccount(server);
  return server.client.put("/auth/mfa/ticket", body, { token });
}

export const errorCases: ErrorCases = {
  login_login: {
    async FeatureDisabled(pool) {
      const { client } = await pool.server(withoutPasswords);
      return client.post("/auth/session/login", { email: newEmail(), password });
    },
    InvalidCredentials: (pool) => logInAs(pool, { email: newEmail() }),
    async UnverifiedAccount(pool) {
      const mailing = await pool.mailing();
      const { email } = await registerByMail(mailing);
      return mailing.server.client.post("/auth/session/login", { email, password });
    },
    ShortPassword: (pool) => logInAs(pool, { password: "short" }),
    CompromisedPassword: (pool) => logInAs(pool, { password: "12345678" }),
    async LockedOut(pool) {
      const server = await pool.server();
      const { email } = await newAccount(server);
      const wrong = { email, password: "not the password" };
      for (const _ of [1, 2, 3]) await server.client.post("/auth/session/login", wrong);
      return server.client.post("/auth/session/login", { email, password });
    },
    async InvalidToken(pool) {
      const account = await newTotpAccount(pool);
      const { server, secret } = account;
      const mfa_response = { totp_code: wrongCode(secret, server.clock.now()) };
      return server.client.post("/auth/session/login", {
        mfa_ticket: await loginTicket(account),
        mfa_response,
      });
    },
    async DisallowedMFAMethod(pool) {
      const account = await newTotpAccount(pool);
      const login = { mfa_ticket: await loginTicket(account), mfa_response: { password } };
      return account.server.client.post("/auth/session/login", login);
    },
  },
  edit_edit: {
    async UnknownUser(pool) {
      const server = await pool.server();
      const { token } = await newAccount(server);
      return server.client.patch("/auth/session/unknown", { friendly_name: "x" }, { token });
    },
  },
  revoke_revoke: {
    async UnknownUser(pool) {
      const server = await pool.server();
      const { token } = await newAccount(server);
      return server.client.delete("/auth/session/unknown", {}, { token });
    },
    async InvalidToken(pool) {
      const server = await pool.server();
      const [{ token }, other] = [await newAccount(server), await newAccount(server)];
      return server.client.delete(`/auth/session/${other.sessionId}`, {}, { token });
    },
  },
  create_ticket_create_ticket: {
    async OperationFailed(pool) {
      const account = await newTotpAccount(pool);
      const { server, person, secret } = account;
      const response = { totp_code: totpCode(secret, server.clock.now()) };
      const ticket = await loginTicket(account);
      return server.client.put("/auth/mfa/ticket", response, { token: person.token, ticket });
    },
    async InvalidToken(pool) {
      return (await pool.server()).client.put("/auth/mfa/ticket", { password });
    },
    DisallowedMFAMethod: (pool) => requestTicket(pool, { totp_code: "123456" }),
    InvalidCredentials: (pool) => requestTicket(pool, { password: "not the password" }),
    async LockedOut(pool) {
      const server = await pool.server();
      const { token } = await newAccount(server);
      const prove = (secret: string) =>
        server.client.put("/auth/mfa/ticket", { password: secret }, { token });
      for (const _ of [1, 2, 3]) await prove("not the password");
      return prove(password);
    },
  },
  totp_generate_secret_totp_generate_secret: {
    async OperationFailed(pool) {
      const { server, person, secret } = await newTotpAccount(pool);
      const ticket = await newTotpTicket(server, person, secret);
      return server.client.post("/auth/mfa/totp", {}, { token: person.token, ticket });
    },
  },
  totp_enable_totp_enable: {
    async InvalidToken(pool) {
      const server = await pool.server();
      const person = await newAccount(server);
      const { token } = person;
      await server.client.post("/auth/mfa/totp", {}, { token, ticket: await newTicket(server, person) });
      return server.client.put("/auth/mfa/totp", { totp_code: "no code" }, { token });
    },
    async OperationFailed(pool) {
      const server = await pool.server();
      const { token } = await newAccount(server);
      return server.client.put("/auth/mfa/totp", { totp_code: "123456" }, { token });
    },
    async LockedOut(pool) {
      const { server, person, secret } = await newTotpAccount(pool);
      const enable = (totp_code: string) =>
        server.client.put("/auth/mfa/totp", { totp_code }, { token: person.token });
      for (const _ of [1, 2, 3]) await enable("no code");
      return enable(nextCode(server, secret));
    },
  },
};
