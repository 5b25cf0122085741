import { route } from "../../../declare/route.ts";
import type { Reader } from "../../../store/tx.ts";
import { requireChannel } from "../../channels/index.ts";
import { viewMessages } from "../actions/view-messages.ts";
import { BulkMessageResponse } from "../bulk-model.ts";
import { MessageSearch } from "../draft-model.ts";
import { readSearch } from "../rules/search.ts";
import { selectPinned, selectRange } from "../store/history.ts";
import { searchMessages as findByWords } from "../store/search.ts";
import type { MessageRow } from "../tables.ts";

export const searchMessagesRoute = route({
  id: "message_search_search",
  method: "POST",
  path: "/channels/:target/search",
  summary: "Find messages of a channel by what they say, or pinned ones.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  body: MessageSearch,
  reply: BulkMessageResponse,
  errors: ["IsBot", "InvalidOperation", "NotFound", "MissingPermission"],
  async handleInSteps({ params, body, caller, read, fail }) {
    if (caller.bot) throw fail("IsBot");
    if (body.query !== undefined && body.pinned !== undefined) throw fail("InvalidOperation");
    return read(async (db) => {
      const { channel } = await requireChannel({ db, caller, fail }, params.target, "ReadMessageHistory");
      const rows = await find(db, channel._id, body);
      return viewMessages({ db, caller, channel, withPeople: body.include_users }, rows);
    });
  },
});

async function find(
  db: Reader,
  channelId: string,
  { query, pinned, ...body }: MessageSearch,
): Promise<MessageRow[]> {
  const search = readSearch(query ?? "", body);
  if (query !== undefined) return findByWords(db, channelId, search);
  // Nobody looks for what is not pinned, and clients expect nothing of it.
  if (pinned === false) return [];
  const stretch = { ...search, order: search.order === "asc" ? "asc" : "desc" } as const;
  const select = pinned ? selectPinned : selectRange;
  return select(db, channelId, stretch).execute();
}
