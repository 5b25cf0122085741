import { CommandError } from "../../src/declare/command.ts";
import type { Reader } from "../../src/declare/tx.ts";
import type { ChannelsTables } from "../../src/domains/channels/index.ts";
import type { ServersTables } from "../../src/domains/members/index.ts";

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
  for (const some of slicesOf(plan.channels)) {
    const rows = await sql
      .selectFrom("channels")
      .select(["id", "server_id"])
      .where("id", "in", idsOf(some))
      .execute();
    const foreign = new Set(rows.flatMap(({ id, server_id }) => (server_id === serverId ? [] : [id])));
    const channel = some.find(({ id }) => foreign.has(id));
    if (channel) throw refuse(channel.label);
  }
  for (const some of slicesOf(plan.roles)) {
    const role = await sql
      .selectFrom("roles")
      .select("name")
      .where("id", "in", idsOf(some))
      .where("server_id", "!=", serverId)
      .executeTakeFirst();
    if (role) throw refuse(`The role ${role.name}`);
  }
}

function* slicesOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += maxIdsPerQuery) yield all.slice(at, at + maxIdsPerQuery);
}

const idsOf = (objects: readonly { readonly id: string }[]) => objects.map(({ id }) => id);
