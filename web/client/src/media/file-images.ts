import type { File } from "../../../protocol/types.ts";
import { fileUrl, originalUrl } from "../model/files.ts";
import { addresses } from "../session/server.ts";
import { nameOf, sizeOf } from "./stored-file.ts";
import type { ViewedImage } from "./viewer-state.ts";

export function viewedImage(file: File): ViewedImage {
  return {
    name: nameOf(file),
    previewUrl: fileUrl(addresses, file),
    originalUrl: originalUrl(addresses, file),
    size: sizeOf(file),
  };
}
