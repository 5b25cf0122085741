import type { Generated } from "kysely";
import type { FileTag, FileUse } from "./model.ts";

export interface FilesTables {
  stored_files: StoredFileRow;
  files: FileRow & {
    /** The number of open reports that keep the file as evidence; it is removed only at 0. */
    reported: Generated<number>;
  };
}

/** Stored content, which all uploads of the same bytes share. */
export interface StoredFileRow {
  /** SHA-256 of the received bytes, in hex. */
  hash: string;
  blob_key: string;
  content_type: string;
  /** JSON, as in `File`. */
  metadata: string;
  /** In bytes, as stored. */
  size: number;
  stored_at: number;
}

/** An upload, which one object may use. */
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
