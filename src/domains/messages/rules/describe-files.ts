import type { File } from "../../../protocol/file.ts";
import type { AttachmentDescription } from "../draft-model.ts";

/** Files with what is said of them; an empty description removes one. Undefined if one is for none of the files. */
export function describeFiles(
  files: readonly File[],
  descriptions: readonly AttachmentDescription[],
): readonly File[] | undefined {
  const byId = new Map(descriptions.map(({ id, description }) => [id, description.trim()]));
  const described = files.map((file) => {
    const description = byId.get(file._id);
    if (description === undefined) return file;
    byId.delete(file._id);
    const { description: _, ...bare } = file;
    return description === "" ? bare : { ...bare, description };
  });
  return byId.size === 0 ? described : undefined;
}
