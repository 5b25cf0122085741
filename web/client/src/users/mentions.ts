import { createSignal, onCleanup } from "solid-js";
import { type Client, sessionState } from "../session/client.ts";

type InsertMention = (userId: string) => void;

const insertion = sessionState(() => createSignal<InsertMention>());

/** Writes a mention into the open composer; undefined on pages without one. */
export const insertMention = (client: Client) => insertion(client)[0]();

/** Called by the composer: mentions chosen in menus are written into it, for as long as it is there. */
export function acceptMentions(client: Client, insert: InsertMention): void {
  const [, setInsertMention] = insertion(client);
  setInsertMention(() => insert);
  onCleanup(() => setInsertMention((current) => (current === insert ? undefined : current)));
}
