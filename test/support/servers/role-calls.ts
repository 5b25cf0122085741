import type { Person } from "../accounts/people.ts";
import type { ApiResponse } from "../http/client.ts";
import type { TestServer } from "../server/server.ts";

export interface RoleCaller {
  readonly token: string;
  readonly reason?: string;
}

/** Calls about the roles of a server, their permissions and the default permissions. */
export function roleCalls({ client }: Pick<TestServer, "client">, { id }: { id: string }) {
  const options = ({ token, reason }: RoleCaller) => ({
    token,
    ...(reason !== undefined && { headers: { "x-audit-log-reason": reason } }),
  });
  const call =
    (method: "patch" | "put" | "delete", below: string) =>
    (by: RoleCaller, to: string, body?: unknown): Promise<ApiResponse> =>
      client[method](`/servers/${id}/${below}/${to}`, body, options(by));
  const [patch, put, remove] = [call("patch", "roles"), call("put", "permissions"), call("delete", "roles")];
  return {
    create: (by: RoleCaller, body: unknown = { name: "Role" }) =>
      client.post(`/servers/${id}/roles`, body, options(by)),
    fetch: (by: Person, role: string) => client.get(`/servers/${id}/roles/${role}`, by),
    edit: patch,
    remove: (by: RoleCaller, role: string) => remove(by, role),
    reorder: (by: RoleCaller, ranks: unknown) => patch(by, "ranks", { ranks }),
    allow: (by: RoleCaller, role: string, [allow, deny = 0]: readonly [allow: number, deny?: number]) =>
      put(by, role, { permissions: { allow, deny } }),
    allowAll: (by: RoleCaller, permissions: number) => put(by, "default", { permissions }),
    put,
  };
}

/** The ids of a server's roles, sorted by rank and then by id. */
export async function roleIdsByRank(
  { client }: TestServer,
  { id }: { id: string },
  by: Person,
): Promise<string[]> {
  const { body } = await client.get(`/servers/${id}`, by);
  const roles = Object.values((body.roles ?? {}) as Record<string, { _id: string; rank: number }>);
  return roles.toSorted((a, b) => a.rank - b.rank || (a._id < b._id ? -1 : 1)).map(({ _id }) => _id);
}
