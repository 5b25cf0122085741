import { mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../../config/schema.ts";

type DataDirectory = Pick<Config, "data_dir">;

/** A folder in which one attempt writes the archive of a request. */
export function newExportFolder({ data_dir }: DataDirectory, id: string): Promise<string> {
  return mkdtemp(join(data_dir, `export-${id}-`));
}

interface ExportFolder {
  readonly path: string;
  /** Of the request. */
  readonly id: string;
}

/** Those of this server; one that was killed has left its own behind. */
export async function listExportFolders({ data_dir }: DataDirectory): Promise<ExportFolder[]> {
  return (await readdir(data_dir)).flatMap((name) => {
    const id = /^export-([^-]+)-[^-]+$/.exec(name)?.[1];
    return id === undefined ? [] : [{ path: join(data_dir, name), id }];
  });
}

/** Removes what attempts at a request have left when they were killed. */
export async function removeExportFolders(config: DataDirectory, requestId: string): Promise<void> {
  for (const { path, id } of await listExportFolders(config))
    if (id === requestId) await rm(path, { recursive: true, force: true });
}
