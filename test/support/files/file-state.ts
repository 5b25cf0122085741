import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { FileRow, FilesTables, StoredFileRow } from "../../../src/domains/files/tables.ts";
import type { File } from "../../../src/protocol/file.ts";
import type { TestServer } from "../server/server.ts";

export type FileState = FileRow & Omit<StoredFileRow, "metadata"> & { readonly metadata: File["metadata"] };

/** A file with its content's row, deleted or not. */
export async function readFileState({ running }: TestServer, id: string): Promise<FileState> {
  const row = await running.store.read((db) =>
    db
      .sql<FilesTables>()
      .selectFrom("files")
      .innerJoin("stored_files", "stored_files.hash", "files.hash")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow(),
  );
  return { ...row, metadata: JSON.parse(row.metadata) };
}

/** Whether a file exists and is not marked as deleted. */
export async function isFileAlive({ running }: TestServer, id: string): Promise<boolean> {
  const row = await running.store.read((db) =>
    db.sql<FilesTables>().selectFrom("files").select("deleted_at").where("id", "=", id).executeTakeFirst(),
  );
  return row?.deleted_at === null;
}

export async function contentOf({ running }: TestServer, key: string): Promise<Buffer> {
  return Buffer.from(await new Response(await running.services.blobs.get(key)).bytes());
}

export interface StorageCounts {
  readonly files: number;
  readonly stored: number;
  readonly blobs: number;
  readonly staged: number;
}

/** Counts the rows, blobs and staged files that uploads create, once the jobs that are due have run. */
export async function countStorage({ running, home, drain }: TestServer): Promise<StorageCounts> {
  await drain();
  const count = (table: "files" | "stored_files") =>
    running.store.read(async (db) => {
      const row = await db
        .sql<FilesTables>()
        .selectFrom(table)
        .select((build) => build.fn.countAll<number | string>().as("n"))
        .executeTakeFirstOrThrow();
      return Number(row.n);
    });
  // The folders are created when something is put into them.
  const list = (...names: string[]) => readdir(join(home.dataDir, ...names)).catch(() => []);
  const staged = [...(await list("files", "unfinished")), ...(await list("uploads"))];
  return {
    files: await count("files"),
    stored: await count("stored_files"),
    blobs: (await Array.fromAsync(running.services.blobs.keys())).length,
    staged: staged.length,
  };
}
