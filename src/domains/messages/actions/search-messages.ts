import type { Reader } from "../../../store/tx.ts";
import type { MessageSearch } from "../draft-model.ts";
import { readSearch } from "../rules/search.ts";
import { selectPinned, selectRange } from "../store/history.ts";
import { searchMessages as searchByText } from "../store/search.ts";
import type { MessageRow } from "../tables.ts";

/** Finds messages of a channel by their text, or else by whether they are pinned. */
export async function searchMessages(
  db: Reader,
  channelId: string,
  { query, pinned, ...options }: MessageSearch,
): Promise<MessageRow[]> {
  const search = readSearch(query ?? "", options);
  if (query !== undefined) return searchByText(db, channelId, search);
  // Clients expect an empty result for messages that are not pinned.
  if (pinned === false) return [];
  const range = { ...search, order: search.order === "asc" ? "asc" : "desc" } as const;
  const select = pinned ? selectPinned : selectRange;
  return select(db, channelId, range).execute();
}
