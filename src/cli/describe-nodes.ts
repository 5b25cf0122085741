import { openExistingDatabase } from "../compose/open-database.ts";
import type { Config } from "../config/schema.ts";
import type { CommandReport, Output, OutputRows } from "../declare/command.ts";
import { type ListedNode, listNodes } from "../platform/nodes/list-nodes.ts";

/** Lists the nodes of the cluster, and says if not all of them run the same version. */
export async function describeNodes(config: Config): Promise<Output> {
  if (config.database_url === "")
    return "There are no nodes: the database is SQLite, which one server has for itself.";
  await using database = await openExistingDatabase(config);
  const nodes = await listNodes(database);
  if (nodes.length === 0)
    return config.cluster.enabled
      ? "No node is running."
      : "There are no nodes: cluster.enabled is off, so one server has the database for itself.";
  const rows = nodes.map(toRow);
  const note = versionNote(nodes);
  return note === undefined ? rows : { rows, note };
}

function toRow(node: ListedNode): OutputRows[number] {
  return {
    id: node.id,
    host: node.host,
    version: node.version,
    schema: node.schema_version,
    position: node.position,
    lag: node.lag,
    lag_ms: node.lag_ms,
    connections: node.connections,
    started: new Date(node.started_us / 1_000).toISOString(),
    reported_ms_ago: node.reported_ms,
    live: node.is_live,
  };
}

function versionNote(nodes: readonly ListedNode[]): CommandReport["note"] | undefined {
  const live = nodes.filter(({ is_live }) => is_live);
  const byVersion = Map.groupBy(
    live,
    ({ version, schema_version }) => `${version} (schema ${schema_version})`,
  );
  if (byVersion.size < 2) return undefined;
  const counts = [...byVersion].map(([version, { length }]) => `${version} on ${length}`);
  return `Not all nodes run the same version: ${counts.join(", ")}. Upgrade the others.`;
}
