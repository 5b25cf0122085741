import { newTicket, type Person } from "../accounts/people.ts";
import type { ApiResponse } from "../http/client.ts";
import type { TestServer } from "../server/server.ts";
import { Authenticator, type Lies } from "./authenticator.ts";

type Server = Pick<TestServer, "client" | "running">;
type Owner = Pick<Person, "token">;

export function newAuthenticator({ running }: Pick<TestServer, "running">): Authenticator {
  return new Authenticator(running.services.urls.app);
}

/** Begins and ends adding a passkey, with a ticket by password unless one is given. */
export async function addPasskey(
  server: Server,
  { token }: Owner,
  {
    authenticator = newAuthenticator(server),
    ticket,
    lies,
    ...more
  }: {
    authenticator?: Authenticator;
    ticket?: string;
    lies?: Lies;
    name?: string;
    second_factor?: boolean;
  } = {},
): Promise<ApiResponse> {
  const held = ticket ?? (await newTicket(server, { token }));
  const { body: creation } = await server.client.post("/auth/passkeys/begin", {}, { token, ticket: held });
  const made = authenticator.create(creation, lies);
  return server.client.post("/auth/passkeys", { name: "Laptop", ...more, ...made }, { token });
}

/** Adds a passkey, and returns what holds it. */
export async function newPasskey(
  server: Server,
  owner: Owner,
  more: { second_factor?: boolean; name?: string } = {},
): Promise<{ authenticator: Authenticator; id: string; codes: string[] }> {
  const authenticator = newAuthenticator(server);
  const { status, body } = await addPasskey(server, owner, { authenticator, ...more });
  if (status !== 200) throw new Error(`the passkey was not added: ${JSON.stringify(body)}`);
  return { authenticator, id: body.passkey._id, codes: body.recovery_codes };
}

/** Logs in with a passkey alone. */
export async function signInWithPasskey(
  { client }: Pick<TestServer, "client">,
  authenticator: Authenticator,
  lies?: Lies,
): Promise<ApiResponse> {
  const { body: request } = await client.post("/auth/passkeys/sign_in");
  return client.post("/auth/session/login", {
    passkey: authenticator.answer(request, lies),
    friendly_name: "by passkey",
  });
}

/** An answer for a session, or for the ticket of a login. */
export async function answerFor(
  { client }: Pick<TestServer, "client">,
  as: { readonly token: string } | { readonly ticket: string },
  authenticator: Authenticator,
  lies?: Lies,
) {
  const { body: request } = await client.post("/auth/passkeys/proof", {}, as);
  return { passkey: authenticator.answer(request, lies) };
}

/** A validated ticket, obtained with a passkey. */
export async function newPasskeyTicket(
  server: Pick<TestServer, "client">,
  { token }: Owner,
  authenticator: Authenticator,
): Promise<string> {
  const response = await answerFor(server, { token }, authenticator);
  const { body } = await server.client.put("/auth/mfa/ticket", response, { token });
  return body.token;
}
