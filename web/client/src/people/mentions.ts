import { createSignal, onCleanup } from "solid-js";

type InsertMention = (userId: string) => void;

const [insertMention, setInsertMention] = createSignal<InsertMention>();

/** What writes a mention into the open composer; there is none on pages without one. */
export { insertMention };

/** Called by the composer: mentions chosen in menus are written into it, for as long as it is there. */
export function acceptMentions(insert: InsertMention): void {
  setInsertMention(() => insert);
  onCleanup(() => setInsertMention((current) => (current === insert ? undefined : current)));
}
