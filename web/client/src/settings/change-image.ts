import type { Client } from "../session/client.ts";
import { type UploadTag, upload } from "../session/upload.ts";
import type { ImageChange } from "./image-field.tsx";

/** Uploads the images that were chosen, and says what to send for those and for the removed ones. */
export async function imageChanges<Field extends string, Removed extends string>(
  client: Client,
  changes: readonly {
    readonly change: ImageChange;
    readonly tag: UploadTag;
    readonly field: Field;
    readonly remove: Removed;
  }[],
): Promise<{ fields: Partial<Record<Field, string>>; remove: Removed[] }> {
  const fields: Partial<Record<Field, string>> = {};
  const remove: Removed[] = [];
  for (const { change, tag, field, remove: name } of changes) {
    if (change === "removed") remove.push(name);
    else if (change) fields[field] = await upload(client, tag, change);
  }
  return { fields, remove };
}
