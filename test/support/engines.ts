import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newPostgresDatabase } from "./postgres.ts";

export type Engine = "sqlite" | "postgres";

const postgresUrl = await newPostgresDatabase();

/** Where tests of both engines loop. PostgreSQL is missing only on machines that cannot have it. */
export const engines: readonly Engine[] = postgresUrl === undefined ? ["sqlite"] : ["sqlite", "postgres"];

export interface TestHome {
  readonly dataDir: string;
  readonly databaseUrl: string;
  remove(): void;
}

/** A fresh data directory, and with PostgreSQL a fresh database, empty or a copy. */
export async function newHome(engine: Engine, copied?: string): Promise<TestHome> {
  const dataDir = mkdtempSync(join(tmpdir(), "ermine-test-"));
  const databaseUrl = engine === "postgres" ? ((await newPostgresDatabase(copied)) ?? "") : "";
  return { dataDir, databaseUrl, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}
