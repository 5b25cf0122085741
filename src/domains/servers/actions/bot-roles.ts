import type { Tx } from "../../../declare/tx.ts";
import { canSetOverride } from "../../../permissions/granting.ts";
import { serverPermissions } from "../../../permissions/servers.ts";
import { assertServerPermission, findMember, lockServers, type ServerAccess } from "../../members/index.ts";
import type { MemberUpdated, RoleDeleted, RoleUpdated } from "../events.ts";
import { planMemberEdit } from "../rules/member-edit.ts";
import { listRolesOfBot } from "../store/servers.ts";
import { createRole, destroyRole } from "./roles.ts";
import { storeMemberEdit } from "./store-member-edit.ts";

/** Checks that a user may create a role with these permissions. */
export function assertMayGrant(
  tx: Tx<never, "MissingPermission" | "CannotGiveMissingPermissions">,
  access: ServerAccess,
  permissions: number,
): void {
  assertServerPermission(tx, access, "ManageRole");
  const held = serverPermissions(access.membership, tx.services.clock.now());
  if (!canSetOverride(held, undefined, { a: permissions, d: 0 }))
    throw tx.fail("CannotGiveMissingPermissions");
}

interface BotRole {
  readonly bot: { readonly id: string; readonly username: string };
  readonly permissions: number;
  readonly by: string;
  readonly reason: string | undefined;
}

/** Gives a bot that is a member a role of its own, with the bot's name. */
export async function addBotRole(
  tx: Tx<typeof RoleUpdated | typeof MemberUpdated, "TooManyRoles">,
  { server }: Pick<ServerAccess, "server">,
  { bot, permissions, by, reason }: BotRole,
): Promise<void> {
  const member = await findMember(tx, server.id, bot.id);
  if (!member) throw new Error(`bot ${bot.id} is not in server ${server.id}`);
  const role = { name: bot.username, allow: permissions, ownerId: bot.id };
  const { id } = await createRole(tx, { server }, { ...role, by, reason });
  const plan = planMemberEdit(member, { roles: [...member.roles, id] });
  await storeMemberEdit(tx, member, plan, { by, reason });
}

/** So many are deleted at once, as each locks its server. */
const rolesAtOnce = 100;

/** Deletes the roles of a bot in all servers. */
export async function deleteBotRoles(tx: Tx<typeof RoleDeleted>, botId: string): Promise<void> {
  const roles = await listRolesOfBot(tx, botId);
  for (let at = 0; at < roles.length; at += rolesAtOnce) {
    const batch = roles.slice(at, at + rolesAtOnce);
    await lockServers(
      tx,
      batch.map(({ server_id }) => server_id),
    );
    for (const role of batch) await destroyRole(tx, role);
  }
}
