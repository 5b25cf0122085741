import { updateAccount } from "../../../src/domains/accounts/store/accounts.ts";
import type { Answer } from "../client.ts";
import { mailedCode, newVerified, registerByMail } from "../mailing.ts";
import { openOutsideService } from "../outside-service.ts";
import { newAccount, newEmail, newTicket, password } from "../people.ts";
import { openServer } from "../server.ts";
import type { Provocation, Provocations, Stage } from "./stage.ts";

const leaked = "12345678";
const blockedDomain = { accounts: { blocked_mail_domains: ["blocked.example"] } };

async function create(stage: Stage, body: object, config = {}): Promise<Answer> {
  const { client } = await stage.server(config);
  return client.post("/auth/account/create", { email: newEmail(), password, ...body });
}

/** The ways in which both requests for mail fail. */
function mailRequest(
  path: string,
): Record<"CaptchaFailed" | "IncorrectData" | "DisallowedContactSupport", Provocation> {
  const post = async (stage: Stage, email: string, config = {}) =>
    (await stage.server(config)).client.post(path, { email });
  return {
    CaptchaFailed: (stage) => post(stage, newEmail(), { captcha: { secret: "secret" } }),
    IncorrectData: (stage) => post(stage, "no address"),
    DisallowedContactSupport: (stage) => post(stage, "one@blocked.example", blockedDomain),
  };
}

/** By the session of a new account. */
async function changePassword(stage: Stage, body: object): Promise<Answer> {
  const server = await stage.server();
  const { token } = await newAccount(server);
  const change = { password: `${password}!`, current_password: password, ...body };
  return server.client.patch("/auth/account/change/password", change, { token });
}

async function changeEmail(stage: Stage, body: object, config = {}): Promise<Answer> {
  const server = await stage.server(config);
  const { token } = await newAccount(server);
  const change = { email: newEmail(), current_password: password, ...body };
  return server.client.patch("/auth/account/change/email", change, { token });
}

async function resetPassword(stage: Stage, secret: string): Promise<Answer> {
  const mailing = await stage.mailing();
  const { email } = await newVerified(mailing);
  await mailing.server.client.post("/auth/account/reset_password", { email });
  const token = await mailedCode(mailing, email, "login/reset");
  return mailing.server.client.patch("/auth/account/reset_password", { token, password: secret });
}

export const accountProvocations: Provocations = {
  create_account_create_account: {
    CaptchaFailed: (stage) => create(stage, {}, { captcha: { secret: "secret" } }),
    async BlockedByShield({ engine }) {
      await using shield = openOutsideService(() => ({ blocked: true }));
      await using server = await openServer(engine, { config: { accounts: { shield_url: shield.url } } });
      return await server.client.post("/auth/account/create", { email: newEmail(), password });
    },
    IncorrectData: (stage) => create(stage, { email: "no address" }),
    DisallowedContactSupport: (stage) => create(stage, { email: "one@blocked.example" }, blockedDomain),
    ShortPassword: (stage) => create(stage, { password: "short" }),
    CompromisedPassword: (stage) => create(stage, { password: leaked }),
    MissingInvite: (stage) => create(stage, {}, { registration: "invite" }),
    InvalidInvite: (stage) => create(stage, { invite: "unknown" }, { registration: "invite" }),
    FeatureDisabled: (stage) => create(stage, {}, { registration: "closed" }),
  },
  resend_verification_resend_verification: mailRequest("/auth/account/reverify"),
  send_password_reset_send_password_reset: mailRequest("/auth/account/reset_password"),
  verify_email_verify_email: {
    async InvalidToken(stage) {
      const mailing = await stage.mailing();
      const { code } = await registerByMail(mailing);
      await mailing.server.client.post(`/auth/account/verify/${code}`);
      return mailing.server.client.post(`/auth/account/verify/${code}`);
    },
  },
  change_password_change_password: {
    ShortPassword: (stage) => changePassword(stage, { password: "short" }),
    CompromisedPassword: (stage) => changePassword(stage, { password: leaked }),
    InvalidCredentials: (stage) => changePassword(stage, { current_password: "not the password" }),
  },
  change_email_change_email: {
    IncorrectData: (stage) => changeEmail(stage, { email: "no address" }),
    DisallowedContactSupport: (stage) => changeEmail(stage, { email: "one@blocked.example" }, blockedDomain),
    InvalidCredentials: (stage) => changeEmail(stage, { current_password: "not the password" }),
    async UnverifiedAccount(stage) {
      const server = await stage.server();
      const { token, id } = await newAccount(server);
      // Such an account gets no session by itself; one that was brought along from elsewhere may have one.
      await server.running.store.write((tx) => updateAccount(tx, id, { verification: "pending" }));
      const change = { email: newEmail(), current_password: password };
      return server.client.patch("/auth/account/change/email", change, { token });
    },
    async OperationFailed(stage) {
      const { email } = await newAccount(await stage.server());
      return changeEmail(stage, { email });
    },
  },
  password_reset_password_reset: {
    async InvalidToken(stage) {
      const { client } = await stage.server();
      return client.patch("/auth/account/reset_password", { token: "unknown", password });
    },
    ShortPassword: (stage) => resetPassword(stage, "short"),
    CompromisedPassword: (stage) => resetPassword(stage, leaked),
  },
  confirm_deletion_confirm_deletion: {
    async InvalidToken(stage) {
      const mailing = await stage.mailing();
      const person = await newVerified(mailing);
      const { client } = mailing.server;
      await client.post(
        "/auth/account/delete",
        {},
        { token: person.token, ticket: await newTicket(mailing.server, person) },
      );
      const token = await mailedCode(mailing, person.email, "delete");
      await client.put("/auth/account/delete", { token });
      return client.put("/auth/account/delete", { token });
    },
  },
};
