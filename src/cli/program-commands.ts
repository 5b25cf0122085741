import { join } from "node:path";
import { configKeys } from "../config/keys.ts";
import { loadConfig } from "../config/load.ts";
import { configSchema } from "../config/schema.ts";
import type { Output } from "../declare/command.ts";
import { migrations } from "../migrations/index.ts";
import { migrate } from "../platform/database/migrate.ts";
import { openDatabase } from "../server.ts";
import { writeDocs } from "./print-docs.ts";

/** A command about the program itself, which needs no open database. */
export interface ProgramCommand {
  readonly words: readonly string[];
  readonly doc: string;
  run(): Promise<Output>;
}

export const programCommands: readonly ProgramCommand[] = [
  {
    words: ["config", "check"],
    doc: "Read the configuration, say what is wrong with it, and show what is set.",
    async run() {
      const { config, unknownVariables } = loadConfig();
      const rows = configKeys(configSchema).map(({ key, path, schema }) => {
        const value = path.reduce<unknown>((table, name) => (table as Record<string, unknown>)[name], config);
        const hidden = schema.secret && value !== "";
        return {
          key,
          value: hidden ? "(hidden)" : typeof value === "string" ? value : JSON.stringify(value),
          changed: JSON.stringify(value) !== JSON.stringify(schema.default),
        };
      });
      const unknown = unknownVariables.map((key) => ({ key, value: "(names no key)", changed: true }));
      return [...rows, ...unknown];
    },
  },
  {
    words: ["migrate"],
    doc: "Bring the database up to date. `serve` does the same when it starts.",
    async run() {
      const { config } = loadConfig();
      const database = await openDatabase(config);
      try {
        const { from, to, snapshot } = await migrate(
          database,
          migrations,
          join(config.data_dir, "snapshots"),
        );
        return [{ from, to, snapshot: snapshot ?? null }];
      } finally {
        await database.close();
      }
    },
  },
  {
    words: ["print-docs"],
    doc: "Write docs/reference and the generated parts of README.md anew.",
    async run() {
      return (await writeDocs()).map((file) => ({ file }));
    },
  },
];
