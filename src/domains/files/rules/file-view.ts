import type { File } from "../../../protocol/file.ts";
import type { KeptFile } from "../store/files.ts";

/** A file as every object that has one shows it. */
export function fileView(file: KeptFile): File {
  return {
    _id: file.id,
    tag: file.tag,
    filename: file.filename,
    metadata: JSON.parse(file.metadata),
    content_type: file.content_type,
    size: file.size,
  };
}
