import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newPostgresDatabase } from "../postgres/postgres.ts";

export type Engine = "sqlite" | "postgres";

/** `ERMINE_TEST_ENGINE` names the only engine that tests run on. */
const wanted = process.env.ERMINE_TEST_ENGINE;
const postgresUrl = wanted === "sqlite" ? undefined : await newPostgresDatabase();

/** How many nodes each test server consists of; several need PostgreSQL. */
export const nodeCount = Number(process.env.ERMINE_TEST_NODES ?? 1);

/** The engines that tests run on. PostgreSQL is missing only on machines where it cannot be installed. */
export const engines: readonly Engine[] = (["sqlite", "postgres"] as const).filter((engine) =>
  engine === "postgres" ? postgresUrl !== undefined : nodeCount === 1 && wanted !== "postgres",
);

export interface TestHome {
  readonly dataDir: string;
  readonly databaseUrl: string;
  remove(): void;
}

/** Creates a data directory, and with PostgreSQL a database that is empty or a copy of another one. */
export async function newHome(engine: Engine, template?: string): Promise<TestHome> {
  const dataDir = mkdtempSync(join(tmpdir(), "ermine-test-"));
  const databaseUrl = engine === "postgres" ? ((await newPostgresDatabase(template)) ?? "") : "";
  return { dataDir, databaseUrl, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}
