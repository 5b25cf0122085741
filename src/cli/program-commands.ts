import { join } from "node:path";
import { configKeys } from "../config/keys.ts";
import { loadConfig } from "../config/load.ts";
import { configSchema } from "../config/schema.ts";
import { CommandError, type Output, type ProgramCommand } from "../declare/command.ts";
import { migrations } from "../migrations/index.ts";
import { openDatabase, placeOfDatabase } from "../open-services.ts";
import { about } from "../platform/about.ts";
import { createDataDirectory } from "../platform/data-directory.ts";
import { migrate } from "../platform/database/migrate.ts";
import { refuseUnfinishedCopy } from "../platform/database/unfinished-copy.ts";
import { backupCommands } from "./backup-commands.ts";
import { describeNodes } from "./describe-nodes.ts";
import { examine } from "./doctor/doctor.ts";
import { migrateStore } from "./migrate-store/migrate-store.ts";
import { loadNamedConfig } from "./places.ts";
import { writeDocs } from "./print-docs.ts";

export const programCommands: readonly ProgramCommand[] = [
  {
    words: ["config", "check"],
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
    args: [],
    doc: "Create the database, or migrate it to the current schema. `serve` does this at startup.",
    async run() {
      const { config } = loadNamedConfig();
      createDataDirectory(config.data_dir);
      const place = placeOfDatabase(config);
      const database = await about(place, () => openDatabase(config));
      try {
        const { from, to, snapshot } = await about(place, async () => {
          await refuseUnfinishedCopy(database);
          return migrate(database, migrations, join(config.data_dir, "snapshots"));
        });
        return [{ from, to, snapshot: snapshot ?? null }];
      } finally {
        await database.close();
      }
    },
  },
  {
    words: ["health"],
    args: [],
    doc: "Ask the server of this configuration whether it is ready; ends with 1 if it is not.",
    run: checkHealth,
  },
  {
    words: ["doctor"],
    args: [],
    options: { "send-to": "an address to which a mail is sent for trial" },
    doc: "Check configuration, data directory, disk, clock, database, files, mail, push, public URL and voice.",
    run: ({ options }) => examine(loadNamedConfig(), options["send-to"]),
  },
  {
    words: ["nodes"],
    args: [],
    doc: "List the servers of a cluster: version, position in the log of events, lag, connections.",
    run: async () => describeNodes(loadNamedConfig().config),
  },
  {
    words: ["migrate-store"],
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
  {
    words: ["print-docs"],
    args: [],
    doc: "Regenerate docs/reference and the generated parts of README.md.",
    async run() {
      return (await writeDocs()).map((file) => ({ file }));
    },
  },
];

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
