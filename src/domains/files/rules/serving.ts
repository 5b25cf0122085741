import type { File } from "../../../protocol/file.ts";
import { type FileTag, fileTags } from "../model.ts";

export function isFileTag(text: string): text is FileTag {
  return Object.hasOwn(fileTags, text);
}

/** Whether a file has a preview; clients are redirected to the original of all others. */
export function hasPreview({ tag, metadata, content_type }: File): boolean {
  if (metadata.type !== "Image") return false;
  const animated = metadata.animated ?? content_type === "image/gif";
  return fileTags[tag].stillPreview || !animated;
}

/** The blob key of a preview. Tags with the same box share it. */
export function previewKey(blobKey: string, tag: FileTag): string {
  const { width, height } = fileTags[tag].preview;
  return `${blobKey}-${width}x${height}`;
}

/** Every key that may hold a preview of this blob. */
export function previewKeysOf(blobKey: string): string[] {
  const tags = Object.keys(fileTags).filter(isFileTag);
  return [...new Set(tags.map((tag) => previewKey(blobKey, tag)))];
}

/** Replaces the name of a file that the client does not know, or that a URL cannot contain. */
export const anyName = "original";

/** The last segment of a file's URL. URL parsers drop segments that are empty, `.` or `..`. */
export function addressName(filename: string): string {
  return ["", ".", ".."].includes(filename) ? anyName : filename;
}

/** The path of the original below the address of the service. */
export function originalPath({ tag, filename, _id }: File): string {
  return `/${tag}/${_id}/${encodeURIComponent(addressName(filename))}`;
}
