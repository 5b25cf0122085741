import type { Generated } from "kysely";
import type { FileTag, FileUse } from "./model.ts";

export interface FilesTables {
  stored_files: StoredFileRow;
  files: FileRow & {
    /** How many open reports there are of what shows it: as long as there are any, it stays. */
    reported: Generated<number>;
  };
}

/** What is kept of an upload; uploads of the same content share it. */
export interface StoredFileRow {
  /** SHA-256 of the upload as it came, in hex. */
  hash: string;
  blob_key: string;
  content_type: string;
  /** JSON, as in `File`. */
  metadata: string;
  /** Bytes of what is kept. */
  size: number;
  stored_at: number;
}

/** One upload, which one object may use. */
export interface FileRow {
  id: string;
  tag: FileTag;
  filename: string;
  hash: string;
  uploader_id: string;
  uploaded_at: number;
  used_as: FileUse | null;
  used_by: string | null;
  deleted_at: number | null;
}
