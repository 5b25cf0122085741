import type { File } from "../../../protocol/file.ts";
import type { FileWithContent } from "../store/files.ts";

/** A file as the API shows it. */
export function fileView(file: FileWithContent): File {
  return {
    _id: file.id,
    tag: file.tag,
    filename: file.filename,
    metadata: JSON.parse(file.metadata),
    content_type: file.content_type,
    size: file.size,
  };
}
