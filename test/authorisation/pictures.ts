import type { FilesTables } from "../../src/domains/files/tables.ts";
import { insertEmoji } from "../../src/domains/members/store/emojis.ts";
import type { Person } from "../support/accounts/people.ts";
import { storeFile } from "../support/files/stored-file.ts";
import type { TestServer } from "../support/server/server.ts";

const content = new Uint8Array(1);

/** Inserts an emoji of this creator without checking permissions, and returns its id. */
export async function addEmoji(server: TestServer, server_id: string, creator: Person): Promise<string> {
  const { id } = await storeFile(server, { content, tag: "emojis" });
  return insert(server, { id, server_id, creator_id: creator.id });
}

/** Inserts an emoji that its server has removed, and returns its id. */
export function addDetachedEmoji(server: TestServer, creator: Person): Promise<string> {
  return insert(server, { id: server.running.services.ids.next(), server_id: null, creator_id: creator.id });
}

async function insert(
  server: TestServer,
  emoji: { id: string; server_id: string | null; creator_id: string },
): Promise<string> {
  const row = { ...emoji, name: "smile", animated: 0, nsfw: 0 };
  await server.running.store.write((tx) => insertEmoji(tx, row));
  return row.id;
}

/** Stores a picture of each user that can become an emoji, and returns the file ids by user id. */
export async function uploadPictures(
  server: TestServer,
  people: readonly Person[],
): Promise<ReadonlyMap<string, string>> {
  const pictures = new Map<string, string>();
  for (const { id: uploader_id } of people) {
    const { id } = await storeFile(server, { content, tag: "emojis", used: false });
    await server.running.store.write(async (tx) => {
      const update = tx.sql<FilesTables>().updateTable("files").set({ uploader_id });
      await update.where("id", "=", id).execute();
    });
    pictures.set(uploader_id, id);
  }
  return pictures;
}
