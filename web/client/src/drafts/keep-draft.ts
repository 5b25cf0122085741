import { listen } from "@ui/listen.ts";
import { createEffect, onCleanup, onMount } from "solid-js";
import { useConversation } from "../history/conversation.tsx";
import type { Channel } from "../model/channel.ts";
import { type Client, sessionState } from "../session/client.ts";
import { useClient } from "../session/context.tsx";
import { type Draft, withDatabase } from "./database.ts";
import type { FieldText } from "./field-text.ts";

/** How long nothing is typed before the draft is stored, in milliseconds. */
const rest = 200;

/** Restores what was written in a channel before, and stores what is written now. */
export function keepDraft(
  channel: () => Channel,
  field: () => FieldText,
  setField: (field: FieldText) => void,
): void {
  const conversation = useConversation();
  const client = useClient();
  const channelId = channel().id;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsaved: Draft | undefined;
  let isRestored = false;

  const save = () => {
    clearTimeout(timer);
    if (unsaved) void saveDraft(client, channelId, unsaved);
    unsaved = undefined;
  };
  const restore = (draft: Draft | undefined) => {
    isRestored = true;
    // What was typed before the stored draft arrived stays.
    if (!draft || field().text !== "") return;
    setField(draft.field);
    if (conversation.replies().length === 0) conversation.setReplies(draft.replies);
  };
  onMount(async () => {
    const recent = recentDrafts(client).get(channelId);
    restore(recent ?? (await loadDraft(client, channelId)));
  });
  createEffect(() => {
    const draft = { field: field(), replies: conversation.replies() };
    if (!isRestored && draft.field.text === "" && draft.replies.length === 0) return;
    unsaved = draft;
    clearTimeout(timer);
    timer = setTimeout(save, rest);
  });
  listen(document, "visibilitychange", save);
  onCleanup(save);
}

/** What was kept since the page was loaded, by channel, for going back to one without any wait. */
const recentDrafts = sessionState(() => new Map<string, Draft>());

function loadDraft({ userId }: Client, channelId: string): Promise<Draft | undefined> {
  return withDatabase(async (database) => {
    const found = await database.get("drafts", [userId, channelId]);
    return found && "field" in found ? found : undefined;
  });
}

/** Keeps a draft on this device, or forgets it if it is empty. */
async function saveDraft(client: Client, channelId: string, draft: Draft): Promise<void> {
  const key: [string, string] = [client.userId, channelId];
  const isEmpty = draft.field.text === "" && draft.replies.length === 0;
  if (isEmpty) recentDrafts(client).delete(channelId);
  else recentDrafts(client).set(channelId, draft);
  await withDatabase(async (database) => {
    if (isEmpty) await database.delete("drafts", key);
    else await database.put("drafts", draft, key);
  });
}
