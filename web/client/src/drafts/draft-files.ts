import { type DraftFile, type KeptFiles, withDatabase } from "./database.ts";

/** How much of a draft's files is kept over a reload, in bytes. */
const room = 32_000_000;

/** Keeps files within the room, the first ones first, and the names of the others. */
export function fitFiles(all: readonly DraftFile[]): KeptFiles {
  const files: DraftFile[] = [];
  const lost: string[] = [];
  let left = room;
  for (const one of all) {
    if (one.file.size > left) lost.push(one.file.name);
    else {
      left -= one.file.size;
      files.push(one);
    }
  }
  return { files, lost };
}

// Apart from the text, which changes with every key and must not write the files again.
const keyOf = (userId: string, channelId: string) => [userId, channelId, "files"];

export function loadDraftFiles(userId: string, channelId: string): Promise<KeptFiles | undefined> {
  return withDatabase(async (database) => {
    const found = await database.get("drafts", keyOf(userId, channelId));
    return found && "files" in found ? found : undefined;
  });
}

export async function saveDraftFiles(
  userId: string,
  channelId: string,
  all: readonly DraftFile[],
): Promise<void> {
  await withDatabase(async (database) => {
    if (all.length === 0) await database.delete("drafts", keyOf(userId, channelId));
    else await database.put("drafts", fitFiles(all), keyOf(userId, channelId));
  });
}
