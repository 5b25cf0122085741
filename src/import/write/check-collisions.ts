import { CommandError } from "../../declare/command.ts";
import type { Reader } from "../../declare/tx.ts";
import type { ChannelsTables } from "../../domains/channels/index.ts";
import type { ServersTables } from "../../domains/members/index.ts";

/** Engines limit the number of values in a query. */
const maxIdsPerQuery = 1_000;

interface PlannedIds {
  readonly channels: readonly {
    readonly id: string;
    /** Such as "The channel 123 of general.json". */
    readonly label: string;
  }[];
  readonly roles: readonly { readonly id: string }[];
}

/**
 * Throws if a channel or role of the export is one of another server: the export was imported there, or pretends to be
 * of it. Checked before anything is written.
 */
export async function assertNoCollisions(db: Reader, plan: PlannedIds, serverId: string): Promise<void> {
  const sql = db.sql<ChannelsTables & ServersTables>();
  const refuse = (what: string) =>
    new CommandError(`${what} was imported into another server. Nothing was imported.`);
  for (let at = 0; at < plan.channels.length; at += maxIdsPerQuery) {
    const some = plan.channels.slice(at, at + maxIdsPerQuery);
    const ids = some.map(({ id }) => id);
    const rows = await sql
      .selectFrom("channels")
      .select(["id", "server_id"])
      .where("id", "in", ids)
      .execute();
    const foreign = new Set(rows.flatMap(({ id, server_id }) => (server_id === serverId ? [] : [id])));
    const channel = some.find(({ id }) => foreign.has(id));
    if (channel) throw refuse(channel.label);
  }
  const roleIds = plan.roles.map(({ id }) => id).slice(0, maxIdsPerQuery);
  if (roleIds.length === 0) return;
  const roles = await sql
    .selectFrom("roles")
    .select(["name", "server_id"])
    .where("id", "in", roleIds)
    .execute();
  const role = roles.find(({ server_id }) => server_id !== serverId);
  if (role) throw refuse(`The role ${role.name}`);
}
