import { recordSignIn } from "../../../src/domains/accounts/actions/record-sign-in.ts";
import { createAccount } from "../../../src/domains/accounts/actions/register.ts";
import { openSession } from "../../../src/domains/accounts/actions/sessions.ts";
import { findAccount } from "../../../src/domains/accounts/store/accounts.ts";
import { completeOnboarding } from "../../../src/domains/users/actions/create-user.ts";
import { hashPassword } from "../../../src/platform/secrets/passwords.ts";
import { settleNodes } from "../cluster/settle-nodes.ts";
import { noteSecret } from "../log/used-secrets.ts";
import type { TestServer } from "../server/server.ts";

export const password = "a good password 1";

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly sessionId: string;
}

let count = 0;

export function newEmail(): string {
  return `person${++count}@example.com`;
}

/** Registers and logs in, on a server without email verification. */
export async function newAccount(
  { client }: Pick<TestServer, "client">,
  email = newEmail(),
): Promise<Person> {
  await client.post("/auth/account/create", { email, password });
  return logIn({ client }, email);
}

export async function logIn({ client }: Pick<TestServer, "client">, email: string): Promise<Person> {
  const { body } = await client.post("/auth/session/login", { email, password, friendly_name: "test" });
  if (body.result !== "Success") throw new Error(`login failed: ${JSON.stringify(body)}`);
  return { id: body.user_id, email, token: body.token, sessionId: body._id };
}

/** A server in this process, or only a client of one. */
type AnyServer = Pick<TestServer, "client"> & Partial<Pick<TestServer, "running" | "url">>;

/** Somebody who has registered, logged in and completed onboarding with a username. */
export async function newUser(server: AnyServer, username = "Somebody"): Promise<Person> {
  const { client, running, url } = server;
  if (running && url !== undefined) return insertPerson({ running, url }, username);
  return registerPerson({ client }, username);
}

/** By the requests of a client. */
export async function registerPerson(
  { client }: Pick<TestServer, "client">,
  username: string,
): Promise<Person> {
  const person = await newAccount({ client });
  await client.post("/onboard/complete", { username }, { token: person.token });
  return person;
}

let sharedHash: Promise<string> | undefined;

/** Leaves the same rows in one transaction, which takes a third of the time. */
export async function insertPerson(
  { running, url }: Pick<TestServer, "running" | "url">,
  username: string,
): Promise<Person> {
  const email = newEmail();
  sharedHash ??= hashPassword(password, { memory_kib: 64, passes: 1 });
  const passwordHash = await sharedHash;
  const person = await running.store.write(async (tx) => {
    const id = await createAccount(tx, { email, passwordHash, verified: true, proved: false });
    const account = await findAccount(tx, id);
    if (!account) throw new Error("the account is not there");
    await recordSignIn(tx, account, ownSignIn, "Success");
    const session = await openSession(tx, account, { name: "test", secondFactorAt: null });
    if (session.result !== "Success") throw new Error(`login failed: ${JSON.stringify(session)}`);
    await completeOnboarding(tx, { id, username });
    return { id, email, token: session.token, sessionId: session._id };
  });
  for (const secret of [email, person.token]) noteSecret(secret);
  await settleNodes(url);
  return person;
}

/** As of a login by the client of the tests. */
const ownSignIn = {
  client: {
    address: "127.0.0.1",
    location: undefined,
    userAgent: navigator.userAgent,
    deviceId: undefined,
  },
  method: "Password",
  provider: null,
  second_factor: null,
} as const;

/** A validated MFA ticket, obtained with the password. */
export async function newTicket(
  { client }: Pick<TestServer, "client">,
  { token }: Pick<Person, "token">,
): Promise<string> {
  const { body } = await client.put("/auth/mfa/ticket", { password }, { token });
  return body.token;
}
