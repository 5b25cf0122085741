import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBackupBlobs } from "../../../src/compose/open-blobs.ts";
import { configWith } from "../../../src/config/load.ts";
import { type Blobs, isBlobKey } from "../../../src/platform/blobs/port.ts";
import { readTables, tableColumns } from "../database/copied-database.ts";
import { newMigratedHome } from "../database/migrated-home.ts";
import type { CommandResult } from "../processes/command-processes.ts";
import { runErmine } from "../processes/program.ts";
import { type Engine, newHome, type TestHome } from "../server/engines.ts";

/** A home, and a folder for backups, that are removed on disposal. */
export interface BackupHome extends TestHome, Disposable {
  readonly engine: Engine;
  /** A folder outside of the home. */
  readonly folder: string;
}

/** A home whose database nobody has used. */
export async function newTarget(engine: Engine): Promise<BackupHome> {
  return withFolder(engine, await newHome(engine));
}

/** A home with one account. */
export async function newSource(engine: Engine): Promise<BackupHome> {
  const source = withFolder(engine, await newMigratedHome(engine));
  await run(source, "accounts", "create", "ann@example.com");
  return source;
}

function withFolder(engine: Engine, home: TestHome): BackupHome {
  const folder = mkdtempSync(join(tmpdir(), "ermine-backups-"));
  return {
    ...home,
    engine,
    folder,
    [Symbol.dispose]() {
      home.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a command, and throws unless it succeeds. */
export async function run(home: TestHome, ...words: string[]): Promise<CommandResult> {
  const result = await runErmine(home, [...words, "--json"]);
  if (result.code !== 0) throw new Error(`ermine ${words.join(" ")}: ${result.stderr}`);
  return result;
}

/** Makes a backup and returns what the command says about it. */
export async function backUpTo(home: TestHome, to: string, ...more: string[]) {
  const { stdout, stderr } = await run(home, "backup", "--to", to, ...more);
  const [made] = JSON.parse(stdout);
  return { ...made, stderr } as {
    archive: string;
    files: number;
    copied: number;
    missing: number;
    stderr: string;
  };
}

/** Every row of every table that both engines have, without the records of backups and restores themselves. */
export async function readRowsOf(home: BackupHome): Promise<Record<string, string[]>> {
  const template = await newMigratedHome("sqlite");
  try {
    const columns = tableColumns({ home: template });
    const place = { home: home.engine === "sqlite" ? home : template, url: home.databaseUrl };
    const { operator_actions = [], ...tables } = await readTables(home.engine, place, columns);
    const others = operator_actions.filter((row) => !/"action":"(backup|restore)"/.test(row));
    return { ...tables, operator_actions: others };
  } finally {
    template.remove();
  }
}

/** The digest of every blob, by key. */
export async function readBlobs(blobs: Blobs): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for await (const key of blobs.keys())
    if (isBlobKey(key))
      digests[key] = Bun.SHA256.hash(await new Response(await blobs.get(key)).bytes(), "hex");
  return digests;
}

export const blobsIn = (folder: string): Promise<Blobs> => openBackupBlobs(configWith({}), { folder });

export const diskBlobsOf = ({ dataDir }: Pick<TestHome, "dataDir">): Promise<Blobs> =>
  blobsIn(join(dataDir, "files"));

/** The archives in a folder, oldest first. */
export function archivesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".tar"))
    .sort();
}
