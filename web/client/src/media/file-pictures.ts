import type { File } from "stoat.js";
import { nameOf, sizeOf } from "./stored-file.ts";
import type { ViewedPicture } from "./viewer-state.ts";

export function viewedPicture(file: File): ViewedPicture {
  return {
    name: nameOf(file),
    previewUrl: file.previewUrl,
    originalUrl: file.originalUrl,
    size: sizeOf(file),
  };
}
