import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newPostgresDatabase, postgresPid } from "../test/support/postgres/postgres.ts";
import { type BenchChild, spawnChild } from "./child-process.ts";
import type { InsideOrder } from "./messages-inside.ts";
import { cpuTimeMs, familyCpuTimeMs, pin } from "./processes.ts";

/** The server has a core to itself; the load generator and the listeners share the other. */
export const [serverCore, loadCore] = [0, 1];

export interface Engine {
  readonly name: string;
  /** What a reader must know to compare the numbers. */
  readonly note: string;
  /** The URL of a new database; empty for SQLite, undefined if PostgreSQL is not installed. */
  newDatabase(): Promise<string | undefined>;
  /** CPU time that the processes of the database have used so far; 0 where it is part of the server. */
  databaseCpuMs(): Promise<number>;
}

export const engines: readonly Engine[] = [
  { name: "SQLite", note: "fsync on", newDatabase: async () => "", databaseCpuMs: async () => 0 },
  {
    name: "PostgreSQL",
    note: "its fsync off, on any core",
    newDatabase: newPostgresDatabase,
    databaseCpuMs: postgresCpuMs,
  },
];

async function postgresCpuMs(): Promise<number> {
  return familyCpuTimeMs((await postgresPid()) ?? Number.NaN);
}

export interface BenchRuntime extends AsyncDisposable {
  readonly engine: Engine;
  readonly folder: string;
  readonly databaseUrl: string;
  readonly api: string;
  readonly stream: string;
  readonly tokens: readonly string[];
  readonly channels: readonly string[];
  /** Undefined if metrics are off. */
  readonly metricsPort?: number;
  cpuMs(): number;
  /** The CPU time of a part of sending, in microseconds for each call. */
  measureInside(order: InsideOrder): Promise<number>;
}

interface Size {
  readonly people: number;
  readonly channels: number;
  readonly messages: number;
  readonly metrics?: boolean;
}

/** Starts Ermine with users, channels and messages. */
export async function startRuntime(engine: Engine, size: Size): Promise<BenchRuntime> {
  const folder = mkdtempSync(join(tmpdir(), "ermine-bench-"));
  const databaseUrl = (await engine.newDatabase()) ?? "";
  const { first, child, request } = await spawnChild<
    Pick<BenchRuntime, "api" | "stream" | "tokens" | "channels" | "metricsPort">
  >("messages-server.ts", { ...size, folder, databaseUrl });
  pin(child.pid, serverCore);
  return {
    ...first,
    engine,
    folder,
    databaseUrl,
    cpuMs: () => cpuTimeMs(child.pid),
    measureInside: request,
    [Symbol.asyncDispose]: () => stopChild({ child }, folder),
  };
}

export async function stopChild({ child }: Pick<BenchChild, "child">, folder?: string): Promise<void> {
  child.send({ order: "stop" });
  await child.exited;
  if (folder) rmSync(folder, { recursive: true, force: true });
}
