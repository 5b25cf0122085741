import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newPostgresDatabase } from "../test/support/postgres.ts";
import { cpuTimeMs, pin } from "./processes.ts";
import { type Talking, talk } from "./talking.ts";

/** What serves has a core to itself; what asks and listens shares the other. */
export const [serverCore, loadCore] = [0, 1];

export interface Engine {
  readonly name: string;
  /** What must be known of it to read the numbers. */
  readonly note: string;
  /** The address of a new database; empty for SQLite. Undefined where there is none to be had. */
  newDatabase(): Promise<string | undefined>;
}

export const engines: readonly Engine[] = [
  { name: "SQLite", note: "fsync on", newDatabase: async () => "" },
  { name: "PostgreSQL", note: "its fsync off, on any core", newDatabase: newPostgresDatabase },
];

export interface House extends AsyncDisposable {
  readonly engine: Engine;
  readonly folder: string;
  readonly databaseUrl: string;
  readonly api: string;
  readonly stream: string;
  readonly tokens: readonly string[];
  readonly channels: readonly string[];
  cpuMs(): number;
}

interface Size {
  readonly people: number;
  readonly channels: number;
  readonly messages: number;
}

/** Ermine with people, channels and messages in it. */
export async function startHouse(engine: Engine, size: Size): Promise<House> {
  const folder = mkdtempSync(join(tmpdir(), "ermine-bench-"));
  const databaseUrl = (await engine.newDatabase()) ?? "";
  const { first, child } = await talk<Pick<House, "api" | "stream" | "tokens" | "channels">>(
    "messages-server.ts",
    { ...size, folder, databaseUrl },
  );
  pin(child.pid, serverCore);
  return {
    ...first,
    engine,
    folder,
    databaseUrl,
    cpuMs: () => cpuTimeMs(child.pid),
    [Symbol.asyncDispose]: () => stopTalking({ child }, folder),
  };
}

export async function stopTalking({ child }: Pick<Talking, "child">, folder?: string): Promise<void> {
  child.send({ order: "stop" });
  await child.exited;
  if (folder) rmSync(folder, { recursive: true, force: true });
}
