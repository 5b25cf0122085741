import type { Reply } from "../messages/conversation.tsx";
import { withDatabase } from "./database.ts";
import type { FieldText } from "./field-text.ts";

/** What somebody has written in a channel and not sent yet. */
export interface Draft {
  readonly field: FieldText;
  readonly replies: readonly Reply[];
}

/** What was kept since the page was loaded, for going back to a channel without any wait. */
const recent = new Map<string, Draft>();

export function recentDraft(userId: string, channelId: string): Draft | undefined {
  return recent.get(`${userId}/${channelId}`);
}

export function loadDraft(userId: string, channelId: string): Promise<Draft | undefined> {
  return withDatabase(async (database) => {
    const found = await database.get("drafts", [userId, channelId]);
    return found && "field" in found ? found : undefined;
  });
}

/** Keeps a draft on this device, or forgets it if it is empty. */
export async function saveDraft(userId: string, channelId: string, draft: Draft): Promise<void> {
  const isEmpty = draft.field.text === "" && draft.replies.length === 0;
  if (isEmpty) recent.delete(`${userId}/${channelId}`);
  else recent.set(`${userId}/${channelId}`, draft);
  await withDatabase(async (database) => {
    if (isEmpty) await database.delete("drafts", [userId, channelId]);
    else await database.put("drafts", draft, [userId, channelId]);
  });
}
