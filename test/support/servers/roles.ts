import { lockServer, type ServersTables, updateServer } from "../../../src/domains/members/index.ts";
import { setRoles } from "../../../src/domains/servers/store/members.ts";
import { bitsetOf, type Permission } from "../../../src/permissions/bits.ts";
import type { TestServer } from "../server/server.ts";

export interface RoleSpec {
  readonly rank: number;
  readonly allow?: readonly Permission[];
  /** Members who get this role as their only one. */
  readonly holders?: readonly { readonly id: string }[];
}

/** Inserts a role of a server and returns its id. */
export async function addRole(
  { running }: TestServer,
  { id: server_id }: { id: string },
  { rank, allow = [], holders = [] }: RoleSpec,
): Promise<string> {
  const id = running.services.ids.next();
  const role = { id, server_id, name: "Role", allow: bitsetOf(...allow), deny: 0, colour: null, hoist: 0 };
  await running.store.write(async (tx) => {
    await tx
      .sql<ServersTables>()
      .insertInto("roles")
      .values({ ...role, rank, icon: null })
      .execute();
    await lockServer(tx, server_id);
    for (const holder of holders) await setRoles(tx, { server_id, user_id: holder.id }, [id]);
  });
  return id;
}

/** Replaces the permissions that a role allows. */
export async function setRolePermissions(
  { running }: TestServer,
  id: string,
  allow: readonly Permission[],
): Promise<void> {
  await running.store.write(async (tx) => {
    const update = tx
      .sql<ServersTables>()
      .updateTable("roles")
      .set({ allow: bitsetOf(...allow) });
    const { server_id } = await update.where("id", "=", id).returning("server_id").executeTakeFirstOrThrow();
    await lockServer(tx, server_id);
  });
}

/** Replaces the default permissions of a server. */
export async function setDefaultPermissions(
  { running }: TestServer,
  { id }: { id: string },
  allow: readonly Permission[],
): Promise<void> {
  await running.store.write(async (tx) => {
    await updateServer(tx, id, { default_permissions: bitsetOf(...allow) });
  });
}
