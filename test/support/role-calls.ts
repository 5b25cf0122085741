import type { Answer } from "./client.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

export interface By {
  readonly token: string;
  readonly reason?: string;
}

/** Calls concerning the roles of a server, and what they and everybody may do there. */
export function rolesIn({ client }: Pick<TestServer, "client">, { id }: { id: string }) {
  const options = ({ token, reason }: By) => ({
    token,
    ...(reason !== undefined && { headers: { "x-audit-log-reason": reason } }),
  });
  const call =
    (method: "patch" | "put" | "delete", below: string) =>
    (by: By, to: string, body?: unknown): Promise<Answer> =>
      client[method](`/servers/${id}/${below}/${to}`, body, options(by));
  const [patch, put, remove] = [call("patch", "roles"), call("put", "permissions"), call("delete", "roles")];
  return {
    create: (by: By, body: unknown = { name: "Role" }) =>
      client.post(`/servers/${id}/roles`, body, options(by)),
    fetch: (by: Person, role: string) => client.get(`/servers/${id}/roles/${role}`, by),
    edit: patch,
    remove: (by: By, role: string) => remove(by, role),
    reorder: (by: By, ranks: unknown) => patch(by, "ranks", { ranks }),
    allow: (by: By, role: string, [allow, deny = 0]: readonly [allow: number, deny?: number]) =>
      put(by, role, { permissions: { allow, deny } }),
    allowAll: (by: By, permissions: number) => put(by, "default", { permissions }),
    put,
  };
}

/** The ids of a server's roles by rank, and then by age. */
export async function orderOf({ client }: TestServer, { id }: { id: string }, by: Person): Promise<string[]> {
  const { body } = await client.get(`/servers/${id}`, by);
  const roles = Object.values((body.roles ?? {}) as Record<string, { _id: string; rank: number }>);
  return roles.toSorted((a, b) => a.rank - b.rank || (a._id < b._id ? -1 : 1)).map(({ _id }) => _id);
}
