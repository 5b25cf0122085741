import { join, resolve } from "node:path";
import { openBlobs } from "../../compose/open-blobs.ts";
import type { Config } from "../../config/schema.ts";
import { isBlobKey } from "../../platform/blobs/port.ts";
import { type Finding, warning } from "./finding.ts";

/** More need not be counted to know that they were forgotten. */
const maxCounted = 1_000;

/**
 * Warns of files on disk while the server looks for all of them in S3. The server makes this check at its start, too.
 */
export async function examineFilesOnDisk(config: Config): Promise<Finding[]> {
  if (config.s3.bucket === "") return [];
  const disk = await openBlobs(config, "disk");
  let count = 0;
  for await (const key of disk.keys()) {
    if (isBlobKey(key)) count += 1;
    if (count > maxCounted) break;
  }
  if (count === 0) return [];
  const folder = resolve(join(config.data_dir, "files"));
  const many = count > maxCounted ? `more than ${maxCounted} files` : `${count} files`;
  return [
    warning(
      "files on disk",
      `s3.bucket is set, and ${folder} still has ${many}: the server looks for all of them in the bucket, so what was not moved there cannot be opened`,
      "Stop the server and run `ermine files move --to s3`, which copies what the bucket lacks. With --delete-source it then deletes them here, which ends this warning.",
    ),
  ];
}
