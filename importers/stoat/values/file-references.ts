import { maxDepth } from "./plain-json.ts";
import { type Document, isDocument } from "./values.ts";

const fileIdForm = /^[\w-]{1,128}$/;

export function isFileId(value: unknown): value is string {
  return typeof value === "string" && fileIdForm.test(value);
}

/** The id of a file that was copied into another document. */
export function fileIdOf(value: unknown): string | undefined {
  if (!isDocument(value)) return undefined;
  return isFileId(value._id) ? value._id : undefined;
}

/** The ids of all files that were copied into a value. */
export function fileIdsIn(value: unknown, depth = 0): string[] {
  if (typeof value !== "object" || value === null || depth > maxDepth) return [];
  if (isFile(value)) return [value._id];
  if (!Array.isArray(value) && !isDocument(value)) return [];
  return Object.values(value).flatMap((each) => fileIdsIn(each, depth + 1));
}

function isFile(value: object): value is Document & { _id: string } {
  return isDocument(value) && isFileId(value._id) && "tag" in value && "filename" in value;
}
