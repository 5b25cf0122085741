import { join } from "node:path";
import type { Config } from "../config/schema.ts";
import { createDiskBlobs } from "../platform/blobs/disk/disk.ts";
import type { BlobEngine, Blobs } from "../platform/blobs/port.ts";

/** Opens the storage of uploaded files. */
export async function openBlobs(
  config: Config,
  engine: BlobEngine = config.s3.bucket === "" ? "disk" : "s3",
): Promise<Blobs> {
  const folder = join(config.data_dir, "files");
  if (engine === "disk") return createDiskBlobs(folder);
  const { createS3Blobs } = await import("../platform/blobs/s3/s3.ts");
  return createS3Blobs(config.s3, join(folder, "unfinished"));
}

/** How backups in S3 are reached: with keys of their own, or those of the storage of files. */
export function backupStorage({ s3, backup: { s3: own } }: Config): Config["s3"] {
  const { access_key_id, secret_access_key } = own.access_key_id === "" ? s3 : own;
  const { endpoint, path_style } = own.endpoint === "" ? s3 : own;
  return { ...s3, endpoint, path_style, region: own.region || s3.region, access_key_id, secret_access_key };
}

/** Opens a storage for the files of backups. */
export async function openBackupBlobs(
  config: Config,
  target:
    | { readonly folder: string }
    | { readonly bucket: string; readonly prefix: string; readonly staging: string },
): Promise<Blobs> {
  if ("folder" in target) return createDiskBlobs(target.folder);
  const { createS3Blobs } = await import("../platform/blobs/s3/s3.ts");
  const { bucket, prefix, staging } = target;
  return createS3Blobs({ ...backupStorage(config), bucket, prefix }, staging);
}

/** Opens a bucket of another service, to read from it. */
export async function openForeignBucket(
  options: Omit<Config["s3"], "patience_ms">,
  { data_dir }: Pick<Config, "data_dir">,
): Promise<Pick<Blobs, "get" | keyof AsyncDisposable>> {
  const { createS3Blobs } = await import("../platform/blobs/s3/s3.ts");
  return createS3Blobs(options, join(data_dir, "import", "received"));
}
