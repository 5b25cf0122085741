import { expect } from "bun:test";
import { createAccount } from "../../../src/domains/accounts/actions/register.ts";
import { hashPassword } from "../../../src/platform/secrets/passwords.ts";
import type { Engine } from "../server/engines.ts";
import { openServer, type TestServer, type TestServerOptions } from "../server/server.ts";
import { type Inbox, openInbox, type ReceivedMail } from "./inbox.ts";
import { logIn, newEmail, type Person, password } from "./people.ts";

/** Differs from the URL of the server: links in mails must lead to the web client. */
export const appUrl = "https://app.example.org";

export interface Mailing extends AsyncDisposable {
  readonly server: TestServer;
  readonly inbox: Inbox;
}

/** Settings for a server that sends its mail to this port. */
export function mailSettings(port: number) {
  return {
    app_url: appUrl,
    smtp: { host: "127.0.0.1", port, tls: "none", from: "Ermine <noreply@example.org>" },
  };
}

/** Opens a server with its own mail server, where accounts must verify their address. */
export async function openMailing(
  engine: Engine,
  { config, home }: TestServerOptions = {},
): Promise<Mailing> {
  const inbox = await openInbox();
  const settings = mailSettings(inbox.port);
  const server = await openServer(engine, {
    config: { ...settings, ...config, smtp: { ...settings.smtp, ...(config?.smtp as object | undefined) } },
    ...(home && { home }),
  });
  return {
    server,
    inbox,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await inbox[Symbol.asyncDispose]();
    },
  };
}

export type LinkKind = "login/verify" | "login/reset" | "login/undo" | "delete";

/** The code in the link of a mail, which must be the same in text and HTML. */
export function codeIn({ text, html }: ReceivedMail, kind: LinkKind): string {
  const code = text.match(/https:\S+/)?.[0].match(new RegExp(`^${appUrl}/${kind}/([A-Za-z0-9_-]{32})$`))?.[1];
  const linked = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
  expect(linked).toEqual([`${appUrl}/${kind}/${code}`]);
  return code ?? "";
}

/** Waits for the next mail to an address and returns its code. */
export async function waitForCode(
  { inbox }: Pick<Mailing, "inbox">,
  to: string,
  kind: LinkKind,
): Promise<string> {
  return codeIn(await inbox.waitFor(to, new RegExp(`/${kind}/`)), kind);
}

/** The mails to an address, after all queued ones are sent. */
export async function mailsTo({ server, inbox }: Mailing, email: string): Promise<ReceivedMail[]> {
  await server.drain();
  return inbox.received.filter(({ to }) => to === email);
}

/** Registers and returns the mailed code. */
export async function registerByMail(
  mailing: Mailing,
  email = newEmail(),
): Promise<{ email: string; code: string }> {
  const { status } = await mailing.server.client.post("/auth/account/create", { email, password });
  expect(status).toBe(204);
  return { email, code: await waitForCode(mailing, email, "login/verify") };
}

/** Registers, verifies and logs in. */
export async function registerAndLogIn(mailing: Mailing, email: string): Promise<Person> {
  const { code } = await registerByMail(mailing, email);
  await mailing.server.client.post(`/auth/account/verify/${code}`);
  return logIn(mailing.server, email);
}

/** Changes the address of somebody to a new one, and returns that and the code with which the old one undoes it. */
export async function moveAddress(
  mailing: Mailing,
  { email, token }: Pick<Person, "email" | "token">,
): Promise<{ email: string; undo: string }> {
  const { client } = mailing.server;
  const target = newEmail();
  const change = { email: target, current_password: password };
  expect((await client.patch("/auth/account/change/email", change, { token })).status).toBe(204);
  const code = await waitForCode(mailing, target, "login/verify");
  expect((await client.post(`/auth/account/verify/${code}`)).status).toBe(200);
  return { email: target, undo: await waitForCode(mailing, email, "login/undo") };
}

/** Creates a verified account, as the operator does, and logs in. */
export async function newVerifiedAccount({ server }: Mailing, email = newEmail()): Promise<Person> {
  const { store, services } = server.running;
  const passwordHash = await hashPassword(password, services.config.passwords);
  await store.write((tx) => createAccount(tx, { email, passwordHash, verified: true }));
  return logIn(server, email);
}
