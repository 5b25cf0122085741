import { createReadStream } from "node:fs";
import type { Services } from "../../../declare/services.ts";
import type { File } from "../../../protocol/file.ts";
import type { Dimensions, ReadAt } from "../rules/byte-access.ts";
import { afterId3, detectType, headLength, textType, unknownType } from "../rules/detect-type.ts";
import { findJpegMetadata } from "../rules/jpeg.ts";
import { readMatroskaSize } from "../rules/matroska.ts";
import { readMp4 } from "../rules/mp4.ts";
import { TextCheck } from "../rules/text.ts";
import { findWebpMetadata } from "../rules/webp.ts";
import { patchFile, withFile } from "./patch-file.ts";
import { isImageType, processImage } from "./process-image.ts";
import type { Upload } from "./receive-upload.ts";

interface ExaminedUpload {
  /** The file to store: the upload, or a re-encoded image. */
  readonly path: string;
  readonly content_type: string;
  readonly metadata: File["metadata"];
}

/** Detects the type of an upload by its content, and removes private metadata. */
export async function examineUpload(
  upload: Upload,
  services: Pick<Services, "images" | "config">,
  isProcessed = false,
): Promise<ExaminedUpload> {
  const { path } = upload;
  const content_type = await withFile(path, (readAt) => typeOf(readAt, upload));
  const as = (metadata: File["metadata"], type = content_type) => ({ path, content_type: type, metadata });
  if (isImageType(content_type)) {
    const image = await processImage(path, content_type, { ...services, isProcessed });
    if (!image) {
      // Images that are too large to decode may hold locations, too.
      const find = { "image/jpeg": findJpegMetadata, "image/webp": findWebpMetadata }[content_type];
      if (find) await patchFile(path, await withFile(path, find));
      // With the type of an image, browsers would show it as one.
      return as({ type: "File" }, unknownType);
    }
    const { path: processed, ...properties } = image;
    return { path: processed, content_type, metadata: { type: "Image", ...properties } };
  }
  if (content_type.startsWith("video/")) {
    const size = await readVideo(upload, content_type);
    return as(size ? { type: "Video", ...size } : { type: "File" });
  }
  if (content_type.startsWith("audio/")) return as({ type: "Audio" });
  if (content_type !== textType) return as({ type: "File" });
  return (await isTextThroughout(path)) ? as({ type: "Text" }) : as({ type: "File" }, unknownType);
}

async function typeOf(readAt: ReadAt, { filename }: Upload): Promise<string> {
  const head = await readAt(0, headLength);
  const audioStart = afterId3(head);
  if (audioStart === 0) return detectType(head, filename);
  const type = await detectType(await readAt(audioStart, headLength), filename);
  return type.startsWith("audio/") ? type : unknownType;
}

async function readVideo({ path, size: length }: Upload, type: string): Promise<Dimensions | undefined> {
  if (["video/webm", "video/matroska", "video/x-matroska"].includes(type))
    return withFile(path, (readAt) => readMatroskaSize(readAt, length));
  if (!["video/mp4", "video/quicktime", "video/x-m4v"].includes(type)) return undefined;
  const { size, patches } = await withFile(path, (readAt) => readMp4(readAt, length));
  await patchFile(path, patches);
  return size;
}

async function isTextThroughout(path: string): Promise<boolean> {
  const check = new TextCheck();
  for await (const chunk of createReadStream(path)) if (!check.accepts(chunk, false)) return false;
  return check.accepts(new Uint8Array(), true);
}
