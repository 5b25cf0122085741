import type { Generated } from "kysely";
import type { FileTag, FileUse } from "./model.ts";

export interface FilesTables {
  stored_files: StoredFileRow;
  files: FileRow & {
    /** The number of open reports that keep the file as evidence; it is removed only at 0. */
    reported: Generated<number>;
  };
  storage_usage: StorageUsageRow;
}

/** Where the rows of the database name the blobs that they need. */
export const blobColumns: {
  readonly table: keyof FilesTables;
  readonly key: keyof StoredFileRow;
  readonly size: keyof StoredFileRow;
  readonly sha256: keyof StoredFileRow;
} = {
  table: "stored_files",
  key: "blob_key",
  size: "size",
  sha256: "sha256",
};

/** Stored content, which all uploads of the same bytes and type share. */
export interface StoredFileRow {
  /** SHA-256 in hex, over that of the received bytes and the type. */
  hash: string;
  blob_key: string;
  content_type: string;
  /** JSON, as in `File`. */
  metadata: string;
  /** In bytes, as stored. */
  size: number;
  stored_at: number;
  /** SHA-256 in hex, of the bytes as stored. Null if they were stored by a version that did not record it. */
  sha256: string | null;
}

/** An upload, which one object may use. */
export interface FileRow {
  id: string;
  tag: FileTag;
  filename: string;
  hash: string;
  uploader_id: string;
  /** The user whose storage quota the file counts towards. */
  charged_to: string;
  uploaded_at: number;
  used_as: FileUse | null;
  used_by: string | null;
  deleted_at: number | null;
}

/** The bytes that count towards the quotas of a user. */
interface StorageUsageRow {
  user_id: string;
  /** Of the files that objects use and that are not deleted. Shared content counts in full for each file. */
  claimed_bytes: number;
  /** The last day with an upload, in days since 1970. */
  day: number;
  /** The bytes uploaded on that day, whatever became of them. */
  day_bytes: number;
}
