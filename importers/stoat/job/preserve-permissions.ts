import { roleVisibilityData } from "../../../src/domains/members/index.ts";
import { type Permission, permission } from "../../../src/permissions/bits.ts";
import { includes } from "../../../src/permissions/bitset.ts";
import { byAscendingRank, type PermissionOverride } from "../../../src/permissions/servers.ts";
import type { Database, WriteQueries } from "../../../src/platform/database/port.ts";
import type { ImportProblem } from "../../problems.ts";
import type { ImportedTables } from "../rows.ts";
import { type AdaptedOverrides, preserveAccess } from "../values/preserve-access.ts";
import { notBegun, readStep, saveProblems, saveStep } from "./step-progress.ts";

export const permissionsStep = "permissions of channels";

/** Adapts the overrides of channels to the order in which permissions are computed here, and lists these channels. */
export async function preservePermissions(database: Database): Promise<void> {
  if ((await database.read((queries) => readStep(queries, permissionsStep))).isDone) return;
  await database.write(
    async (queries) => {
      const outcome = { added: 0, problems: [] as ImportProblem[] };
      const servers = await queries
        .sql<ImportedTables>()
        .selectFrom("servers")
        .select(["id", "default_permissions as defaultPermissions"])
        .where("id", "in", (of) =>
          of
            .selectFrom("channels")
            .select("server_id")
            .where("server_id", "is not", null)
            .where("default_allow", "is not", null),
        )
        .execute();
      for (const server of servers) await preserveInServer(queries, server, outcome);
      await saveProblems(queries, permissionsStep, outcome.problems);
      const rows = { channel_overrides: outcome.added };
      await saveStep(queries, permissionsStep, { ...notBegun, rows, isDone: true });
    },
    { isLong: true },
  );
}

interface Outcome {
  /** How many overrides were added. */
  added: number;
  readonly problems: ImportProblem[];
}

async function preserveInServer(
  queries: WriteQueries,
  { id: server_id, defaultPermissions }: { readonly id: string; readonly defaultPermissions: number },
  outcome: Outcome,
): Promise<void> {
  const sql = queries.sql<ImportedTables>();
  const channels = await sql
    .selectFrom("channels")
    .select(["id", "default_allow", "default_deny"])
    .where("server_id", "=", server_id)
    .where("default_allow", "is not", null)
    .execute();
  const stored = await sql.selectFrom("roles").selectAll().where("server_id", "=", server_id).execute();
  const roles = byAscendingRank(stored.map(roleVisibilityData));
  const shared = await findSharedRoles(queries, server_id);
  for (const { id: channel_id, default_allow, default_deny } of channels) {
    const overrides = await readOverrides(queries, channel_id);
    const channel = { default: { a: default_allow ?? 0, d: default_deny ?? 0 }, roles: overrides };
    const adapted = preserveAccess({ defaultPermissions, roles }, channel, (role, other) =>
      shared.has(`${role} ${other}`),
    );
    if (!adapted) continue;
    const { a, d } = adapted.default;
    await sql
      .updateTable("channels")
      .set({ default_allow: a, default_deny: d })
      .where("id", "=", channel_id)
      .execute();
    for (const [role_id, { a: allow, d: deny }] of adapted.roles) {
      if (!overrides[role_id]) outcome.added += 1;
      await sql
        .insertInto("channel_overrides")
        .values({ channel_id, role_id, allow, deny })
        .onConflict((conflict) => conflict.columns(["channel_id", "role_id"]).doUpdateSet({ allow, deny }))
        .execute();
    }
    report(outcome, channel_id, adapted);
  }
}

async function readOverrides(
  queries: WriteQueries,
  channelId: string,
): Promise<Record<string, PermissionOverride>> {
  const rows = await queries
    .sql<ImportedTables>()
    .selectFrom("channel_overrides")
    .selectAll()
    .where("channel_id", "=", channelId)
    .execute();
  return Object.fromEntries(rows.map(({ role_id, allow: a, deny: d }) => [role_id, { a, d }]));
}

/** The pairs of roles that at least one member of a server has. */
async function findSharedRoles(queries: WriteQueries, serverId: string): Promise<ReadonlySet<string>> {
  const rows = await queries
    .sql<ImportedTables>()
    .selectFrom("member_roles as one")
    .innerJoin("member_roles as other", (join) =>
      join.onRef("other.server_id", "=", "one.server_id").onRef("other.user_id", "=", "one.user_id"),
    )
    .select(["one.role_id as role", "other.role_id as other"])
    .where("one.server_id", "=", serverId)
    .distinct()
    .execute();
  return new Set(rows.map(({ role, other }) => `${role} ${other}`));
}

function report({ problems }: Outcome, channelId: string, { changed, lost }: AdaptedOverrides): void {
  const where = `channels ${channelId}`;
  const kept = "The overrides of a channel were changed, so that its members keep these permissions";
  const fewer = "Members with several roles may have lost permissions in a channel";
  if (changed !== 0) problems.push({ problem: kept, where, detail: namesIn(changed) });
  if (lost !== 0) problems.push({ problem: fewer, where, detail: namesIn(lost) });
}

function namesIn(bits: number): string {
  const names = Object.keys(permission) as Permission[];
  return names.filter((name) => includes(bits, permission[name])).join(", ");
}
