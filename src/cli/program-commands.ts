import {
  databaseLocation,
  openDatabase,
  openExistingDatabase,
  snapshotsOf,
} from "../compose/open-database.ts";
import { configKeys } from "../config/keys.ts";
import { loadConfig } from "../config/load.ts";
import { type Config, configSchema } from "../config/schema.ts";
import { CommandError, type Output, type StandaloneCommand } from "../declare/command.ts";
import { migrations, newestVersion } from "../migrations/index.ts";
import { NoSuchDatabase, OutdatedDatabase } from "../platform/database/existing-database.ts";
import { migrate } from "../platform/database/migrate.ts";
import { refuseUnfinishedCopy } from "../platform/database/unfinished-copy.ts";
import { about } from "../platform/text/about.ts";
import { backupCommands } from "./backup-commands.ts";
import { checkSnapshots } from "./check-snapshots.ts";
import { describeNodes } from "./describe-nodes.ts";
import { examine } from "./doctor/doctor.ts";
import { examineFromOutside } from "./doctor/examine-from-outside.ts";
import { lockForUpgrade } from "./lock-stopped-server.ts";
import { migrateStore } from "./migrate-store/migrate-store.ts";
import { loadNamedConfig } from "./named-config.ts";
import { writeDocs } from "./print-docs.ts";
import { replaceSecrets } from "./replace-secrets.ts";

export const programCommands: readonly StandaloneCommand[] = [
  {
    words: ["config", "check"],
    isStandalone: true,
    args: [],
    doc: "Validate the configuration and show its values.",
    async run() {
      const { config, unknownVariables } = loadNamedConfig();
      const rows = configKeys(configSchema).map(({ key, path, schema }) => {
        const value = path.reduce<unknown>((table, name) => (table as Record<string, unknown>)[name], config);
        const hidden = schema.secret && value !== "";
        return {
          key,
          value: hidden ? "(hidden)" : typeof value === "string" ? value : JSON.stringify(value),
          changed: JSON.stringify(value) !== JSON.stringify(schema.default),
        };
      });
      const unknown = unknownVariables.map((key) => ({ key, value: "(unknown key)", changed: true }));
      return [...rows, ...unknown];
    },
  },
  {
    words: ["migrate"],
    isStandalone: true,
    args: [],
    flags: { create: "create the database if there is none" },
    doc: "Migrate the database to the current schema. `serve` does this at startup.",
    async run({ flags, report }) {
      const { config } = loadNamedConfig();
      const to = newestVersion;
      if (await isCurrent(config, flags.has("create"))) return [{ from: to, to, snapshot: null }];
      await using opening = new AsyncDisposableStack();
      await lockForUpgrade(config, opening);
      const location = databaseLocation(config);
      await using database = await about(location, () => openDatabase(config));
      const { from, snapshot } = await about(location, async () => {
        await refuseUnfinishedCopy(database);
        return migrate(database, migrations, { ...snapshotsOf(config), progress: report });
      });
      return [{ from, to, snapshot: snapshot ?? null }];
    },
  },
  {
    words: ["snapshots", "check"],
    isStandalone: true,
    args: [],
    doc: "List the copies of the database that upgrades have made (SQLite), and read each to its end; exits with 1 if one is damaged.",
    run: async () => checkSnapshots(loadNamedConfig().config),
  },
  {
    words: ["health"],
    isStandalone: true,
    args: [],
    doc: "Ask the server of this configuration whether it is ready; exits with 1 if it is not.",
    run: checkHealth,
  },
  {
    words: ["doctor"],
    isStandalone: true,
    args: [],
    options: { "send-to": "the address to send a test mail to" },
    doc: "Check configuration, data directory, disk, clock, database, files, backups, mail, push, public URL and voice.",
    run: ({ options }) => examine(loadNamedConfig(), options["send-to"]),
  },
  {
    words: ["doctor", "outside"],
    isStandalone: true,
    args: ["url", "token"],
    doc: "On a machine elsewhere, say in which ways calls get from there to a voice node: UDP, TCP, TURN over TLS. On the server, `doctor voice --from-outside` prints the URL and the token, which is valid for five minutes.",
    run: ({ args: [url = "", token = ""] }) => examineFromOutside(url, token),
  },
  {
    words: ["nodes"],
    isStandalone: true,
    args: [],
    doc: "List the servers of a cluster: version, position in the log of events, lag, connections.",
    run: async () => describeNodes(loadNamedConfig().config),
  },
  {
    words: ["migrate-store"],
    isStandalone: true,
    args: [],
    options: { to: "postgres://…" },
    doc: "Copy the SQLite database into an empty PostgreSQL database, given by --to or database_url, and verify it.",
    async run({ options, report }) {
      const { config } = loadNamedConfig();
      const url = options.to ?? config.database_url;
      if (!/^postgres(ql)?:\/\/./.test(url))
        throw new CommandError(
          "Name the PostgreSQL database: set database_url (or ERMINE_DATABASE_URL), or pass --to postgres://user:password@host/database.",
        );
      return migrateStore({ config, url, report });
    },
  },
  ...backupCommands,
  replaceSecrets,
  {
    words: ["print-docs"],
    isStandalone: true,
    args: [],
    doc: "Regenerate docs/reference and the generated parts of README.md.",
    async run() {
      return (await writeDocs()).map((file) => ({ file }));
    },
  },
];

/** Whether there is nothing to migrate; checks without a lock. Throws if the database is missing. */
async function isCurrent(config: Config, mayCreate: boolean): Promise<boolean> {
  try {
    await (await openExistingDatabase(config))[Symbol.asyncDispose]();
    return true;
  } catch (error) {
    if (error instanceof OutdatedDatabase) return false;
    if (mayCreate && error instanceof NoSuchDatabase) return false;
    throw error;
  }
}

const healthTimeoutMs = 5_000;

/** Asks the server that this configuration describes whether it is ready. Containers run this from time to time. */
async function checkHealth(): Promise<Output> {
  const { host, port } = loadConfig().config;
  const own = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host;
  const url = `http://${own}:${port}/ready`;
  const response = await fetch(url, { signal: AbortSignal.timeout(healthTimeoutMs) }).catch((error) => {
    throw new CommandError(`${url} does not answer: ${error instanceof Error ? error.message : error}`);
  });
  if (!response.ok) throw new CommandError(`${url} answers with ${response.status}`);
  return [{ url, ready: true }];
}
