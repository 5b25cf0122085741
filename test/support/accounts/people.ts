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

/** Registers, logs in and completes onboarding with a username. */
export async function newUser(server: Pick<TestServer, "client">, username = "Somebody"): Promise<Person> {
  const person = await newAccount(server);
  await server.client.post("/onboard/complete", { username }, { token: person.token });
  return person;
}

/** A validated MFA ticket, obtained with the password. */
export async function newTicket(
  { client }: Pick<TestServer, "client">,
  { token }: Pick<Person, "token">,
): Promise<string> {
  const { body } = await client.put("/auth/mfa/ticket", { password }, { token });
  return body.token;
}
