import type { File } from "../../../protocol/types.ts";
import { isSpoiler } from "../model/files.ts";
import type { Size } from "./fit-size.ts";

type FileKind = "image" | "video" | "audio" | "text" | "other";

/** What servers tell of a file, whatever it is. */
interface FileMetadata {
  readonly type?: string;
  readonly width?: number;
  readonly height?: number;
  readonly thumbhash?: readonly number[] | null;
  readonly animated?: boolean | null;
}

export function metadataOf(file: File): FileMetadata {
  return file.metadata;
}

const kinds: Readonly<Record<string, FileKind>> = {
  Image: "image",
  Video: "video",
  Audio: "audio",
  Text: "text",
};

export function kindOf(file: File): FileKind {
  return kinds[metadataOf(file).type ?? ""] ?? "other";
}

export function sizeOf(file: File): Size {
  const { width = 0, height = 0 } = metadataOf(file);
  return { width, height };
}

/** Older servers do not say it; most of what they call a GIF is animated. */
export function isAnimated(file: File): boolean {
  return metadataOf(file).animated ?? file.content_type === "image/gif";
}

/** What can be seen, and so described to those who cannot. */
export function isVisual(file: File): boolean {
  return kindOf(file) === "image" || kindOf(file) === "video";
}

/** In characters; the server refuses more. */
export const longestDescription = 1_000;

/** A file in words: what is said of it, or else its name. */
export function altOf(file: File): string {
  return file.description ?? nameOf(file);
}

/** The name as shown: without the mark that makes a file a spoiler. */
export function nameOf(file: File): string {
  return isSpoiler(file) ? file.filename.slice("spoiler_".length) : file.filename;
}
