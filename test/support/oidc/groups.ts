import { oidcProviders } from "../../../src/domains/oidc/index.ts";
import type { ProviderKeys } from "../../../src/domains/oidc/resources.ts";
import type { TestServer } from "../server/server.ts";
import type { Community } from "../servers/communities.ts";
import { signInWith } from "./sign-in.ts";

/** A session of whoever is at the provider. */
export async function enter(server: Pick<TestServer, "running" | "client">): Promise<{
  readonly token: string;
  readonly user_id: string;
  readonly _id: string;
}> {
  const { ticket } = await signInWith(server);
  return (await server.client.post("/auth/session/login", { mfa_ticket: ticket })).body;
}

export async function newRole({ client }: TestServer, { id, owner }: Community): Promise<string> {
  return (await client.post(`/servers/${id}/roles`, { name: "From a group" }, owner)).body.id;
}

/** The roles of a member; undefined for somebody who is none. */
export async function rolesOf(
  { client }: TestServer,
  { id, owner }: Community,
  userId: string,
): Promise<string[] | undefined> {
  const { status, body } = await client.get(`/servers/${id}/members/${userId}`, owner);
  return status === 200 ? (body.roles ?? []) : undefined;
}

/** Changes the keys of the provider on all nodes. The ids of servers are known only once there are some. */
export function setProviderKeys({ nodes }: TestServer, keys: Partial<ProviderKeys>): void {
  for (const { services } of nodes) {
    const provider = services.resources.get(oidcProviders).get("acme");
    if (!provider) throw new Error("no provider is configured");
    Object.assign(provider.keys, keys);
  }
}
