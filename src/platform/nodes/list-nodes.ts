import { sql } from "kysely";
import type { Database } from "../database/port.ts";
import { isLive, nowUs } from "./lease.ts";

/** A node as the database has it, for the operator. */
export interface ListedNode {
  readonly id: string;
  readonly host: string;
  readonly version: string;
  readonly schema_version: number;
  readonly position: number;
  /** How far the node is behind the newest commit with events, in positions. */
  readonly lag: number;
  /** The age of the oldest of these commits; null if the node has delivered all. */
  readonly lag_ms: number | null;
  readonly connections: number;
  readonly started_us: number;
  /** How long ago the node reported. */
  readonly reported_ms: number;
  /** Whether it reported within its lease. */
  readonly is_live: boolean;
}

interface NodeTables {
  nodes: Pick<
    ListedNode,
    "id" | "host" | "version" | "schema_version" | "position" | "connections" | "started_us"
  >;
}

const agoMs = (time: string) => sql.raw(`(${nowUs} - ${time}) / 1000`);

/** Lists the nodes of a cluster, those that started first before the others. The database need not be migrated. */
export async function listNodes(database: Database): Promise<ListedNode[]> {
  if (database.dialect !== "postgres" || !(await hasNodes(database))) return [];
  return database.read((queries) =>
    queries
      .sql<NodeTables>()
      .selectFrom("nodes")
      .select(["id", "host", "version", "schema_version", "position", "connections", "started_us"])
      .select([
        sql<number>`greatest(0, coalesce((select max(position) from stream), 0) - nodes.position)`.as("lag"),
        sql<
          number | null
        >`(select ${agoMs("min(written_us)")} from stream where position > nodes.position)`.as("lag_ms"),
        sql<number>`${agoMs("seen_us")}`.as("reported_ms"),
        sql<boolean>`${sql.raw(isLive)}`.as("is_live"),
      ])
      .orderBy("started_us")
      .execute(),
  );
}

/** Not before the migration that added the version of the schema. */
async function hasNodes(database: Database): Promise<boolean> {
  const columns = sql`(select 1 from pg_attribute
    where attrelid = to_regclass('nodes') and attname = 'schema_version')`;
  const isThere = sql<boolean>`exists ${columns}`.as("there");
  return (await database.read((queries) => queries.sql().selectNoFrom(isThere).executeTakeFirstOrThrow()))
    .there;
}
