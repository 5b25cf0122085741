import { hostname } from "node:os";
import packageFile from "../../package.json" with { type: "json" };
import type { Config } from "../config/schema.ts";
import type { Services } from "../declare/services.ts";
import { newestVersion } from "../migrations/index.ts";
import { createInProcessBus } from "../platform/bus/in-process/in-process.ts";
import type { Bus } from "../platform/bus/port.ts";
import type { PostgresBusOptions } from "../platform/bus/postgres/postgres.ts";
import type { NodeLink } from "../platform/nodes/port.ts";
import type { SingleServerOptions } from "../platform/nodes/postgres/single-server.ts";
import type { Cluster } from "./cluster.ts";
import type { OpenedServices } from "./open-services.ts";

/** Connects a node with the others of its cluster; undefined for a server that is not part of one. */
export async function openCluster(
  node: string | undefined,
  { services, presence }: Pick<OpenedServices, "services" | "presence">,
  onError: (error: unknown) => void,
): Promise<Cluster | undefined> {
  if (node === undefined) return undefined;
  const { Cluster } = await import("./cluster.ts");
  return Cluster.open({
    ...services,
    node,
    entries: () => presence.entriesHere(),
    ...versionsOf(services),
    onError,
  });
}

/** A single server on PostgreSQL is in the table of nodes too, so that no upgrade overlooks it. */
export async function registerSingleServer(
  services: Services,
  state: SingleServerOptions["state"],
): Promise<AsyncDisposable> {
  const { registerSingleServer: register } = await import("../platform/nodes/postgres/single-server.ts");
  const { database_url: url, database, port } = services.config;
  return register({
    ...versionsOf(services),
    url,
    host: `${hostname()}:${port}`,
    queryTimeoutMs: database.query_timeout_ms,
    state,
    onError: (error) => services.log.warn({ err: error }, "the table of nodes cannot be reached"),
  });
}

/** Opens the bus of the database's engine. */
export async function openBus(
  { database_url: url, database }: Config,
  link: NodeLink | undefined,
  reporters: Pick<PostgresBusOptions, "onListenerError" | "onReadError">,
): Promise<Bus> {
  if (url === "") return createInProcessBus(reporters.onListenerError);
  // Imported on demand, so that a server on SQLite starts faster.
  const { CommitLog } = await import("../platform/database/postgres/commit-log.ts");
  const { PostgresBus } = await import("../platform/bus/postgres/postgres.ts");
  const log = new CommitLog({ url, queryTimeoutMs: database.query_timeout_ms });
  return PostgresBus.open({ log, ...reporters, ...(link && { link }) });
}

/** What the table of nodes says of this program. */
function versionsOf({ log }: Services) {
  return {
    version: packageFile.version,
    schemaVersion: newestVersion,
    onNewerSchema: (found: number) =>
      log.warn(
        { database: found, known: newestVersion },
        "a newer version has migrated the database; upgrade this node too",
      ),
  };
}
