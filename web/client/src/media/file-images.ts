import type { File } from "../../../protocol/types.ts";
import { fileUrl, originalUrl } from "../model/files.ts";
import { addresses } from "../session/server.ts";
import { nameOf, sizeOf } from "./stored-file.ts";
import type { ViewedPicture } from "./viewer-state.ts";

export function viewedPicture(file: File): ViewedPicture {
  return {
    name: nameOf(file),
    previewUrl: fileUrl(addresses, file),
    originalUrl: originalUrl(addresses, file),
    size: sizeOf(file),
  };
}
