import type { Client } from "../session/client.ts";
import { sessionState } from "../session/session-state.ts";
import { type Draft, withDatabase } from "./database.ts";

/** What was kept since the page was loaded, by channel, for going back to one without any wait. */
export const recentDrafts = sessionState(() => new Map<string, Draft>());

export function loadDraft({ userId }: Client, channelId: string): Promise<Draft | undefined> {
  return withDatabase(async (database) => {
    const found = await database.get("drafts", [userId, channelId]);
    return found && "field" in found ? found : undefined;
  });
}

/** Keeps a draft on this device, or forgets it if it is empty. */
export async function saveDraft(client: Client, channelId: string, draft: Draft): Promise<void> {
  const key: [string, string] = [client.userId, channelId];
  const isEmpty = draft.field.text === "" && draft.replies.length === 0;
  if (isEmpty) recentDrafts(client).delete(channelId);
  else recentDrafts(client).set(channelId, draft);
  await withDatabase(async (database) => {
    if (isEmpty) await database.delete("drafts", key);
    else await database.put("drafts", draft, key);
  });
}
