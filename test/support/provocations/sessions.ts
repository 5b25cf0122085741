import type { Answer } from "../client.ts";
import { registerByMail } from "../mailing.ts";
import { newAccount, newEmail, newTicket, type Person, password } from "../people.ts";
import { newTotpTicket, totpCode, turnOnTotp, wrongCode } from "../second-factor.ts";
import type { TestServer } from "../server.ts";
import type { Provocations, Stage } from "./stage.ts";

interface Guarded {
  readonly server: TestServer;
  readonly person: Person;
  readonly secret: string;
}

/** Somebody with TOTP on. */
async function newGuarded(stage: Stage): Promise<Guarded> {
  const server = await stage.server();
  const person = await newAccount(server);
  return { server, person, secret: await turnOnTotp(server, person) };
}

async function halfLoggedIn({ server, person }: Guarded): Promise<string> {
  const { body } = await server.client.post("/auth/session/login", { email: person.email, password });
  return body.ticket;
}

async function logInAs(stage: Stage, body: object): Promise<Answer> {
  const server = await stage.server();
  const { email } = await newAccount(server);
  return server.client.post("/auth/session/login", { email, password, ...body });
}

async function prove(stage: Stage, body: object): Promise<Answer> {
  const server = await stage.server();
  const { token } = await newAccount(server);
  return server.client.put("/auth/mfa/ticket", body, { token });
}

export const sessionProvocations: Provocations = {
  login_login: {
    InvalidCredentials: (stage) => logInAs(stage, { email: newEmail() }),
    async UnverifiedAccount(stage) {
      const mailing = await stage.mailing();
      const { email } = await registerByMail(mailing);
      return mailing.server.client.post("/auth/session/login", { email, password });
    },
    ShortPassword: (stage) => logInAs(stage, { password: "short" }),
    CompromisedPassword: (stage) => logInAs(stage, { password: "12345678" }),
    async LockedOut(stage) {
      const server = await stage.server();
      const { email } = await newAccount(server);
      const wrong = { email, password: "not the password" };
      for (const _ of [1, 2, 3]) await server.client.post("/auth/session/login", wrong);
      return server.client.post("/auth/session/login", { email, password });
    },
    async InvalidToken(stage) {
      const guarded = await newGuarded(stage);
      const { server, secret } = guarded;
      const mfa_response = { totp_code: wrongCode(secret, server.clock.now()) };
      return server.client.post("/auth/session/login", {
        mfa_ticket: await halfLoggedIn(guarded),
        mfa_response,
      });
    },
    async DisallowedMFAMethod(stage) {
      const guarded = await newGuarded(stage);
      const login = { mfa_ticket: await halfLoggedIn(guarded), mfa_response: { password } };
      return guarded.server.client.post("/auth/session/login", login);
    },
  },
  edit_edit: {
    async UnknownUser(stage) {
      const server = await stage.server();
      const { token } = await newAccount(server);
      return server.client.patch("/auth/session/unknown", { friendly_name: "x" }, { token });
    },
    async InvalidSession(stage) {
      const server = await stage.server();
      const [{ token }, other] = [await newAccount(server), await newAccount(server)];
      return server.client.patch(`/auth/session/${other.sessionId}`, { friendly_name: "x" }, { token });
    },
  },
  revoke_revoke: {
    async UnknownUser(stage) {
      const server = await stage.server();
      const { token } = await newAccount(server);
      return server.client.delete("/auth/session/unknown", {}, { token });
    },
    async InvalidToken(stage) {
      const server = await stage.server();
      const [{ token }, other] = [await newAccount(server), await newAccount(server)];
      return server.client.delete(`/auth/session/${other.sessionId}`, {}, { token });
    },
  },
  create_ticket_create_ticket: {
    async OperationFailed(stage) {
      const guarded = await newGuarded(stage);
      const { server, person, secret } = guarded;
      const response = { totp_code: totpCode(secret, server.clock.now()) };
      const ticket = await halfLoggedIn(guarded);
      return server.client.put("/auth/mfa/ticket", response, { token: person.token, ticket });
    },
    async InvalidToken(stage) {
      return (await stage.server()).client.put("/auth/mfa/ticket", { password });
    },
    DisallowedMFAMethod: (stage) => prove(stage, { totp_code: "123456" }),
    InvalidCredentials: (stage) => prove(stage, { password: "not the password" }),
  },
  totp_generate_secret_totp_generate_secret: {
    async OperationFailed(stage) {
      const { server, person, secret } = await newGuarded(stage);
      const ticket = await newTotpTicket(server, person, secret);
      return server.client.post("/auth/mfa/totp", {}, { token: person.token, ticket });
    },
  },
  totp_enable_totp_enable: {
    async InvalidToken(stage) {
      const server = await stage.server();
      const person = await newAccount(server);
      const { token } = person;
      await server.client.post("/auth/mfa/totp", {}, { token, ticket: await newTicket(server, person) });
      return server.client.put("/auth/mfa/totp", { totp_code: "no code" }, { token });
    },
    async OperationFailed(stage) {
      const server = await stage.server();
      const { token } = await newAccount(server);
      return server.client.put("/auth/mfa/totp", { totp_code: "123456" }, { token });
    },
  },
};
