import type { Reader, Tx } from "../../../declare/tx.ts";
import type { Channel } from "../../channels/index.ts";
import type { ChannelsSearch } from "../draft-model.ts";
import { type FoundMessages, maxMarks } from "../model.ts";
import { readSearch } from "../rules/search.ts";
import { marksIn } from "../rules/search-marks.ts";
import { indexChannel, listUnindexed } from "../store/unindexed-messages.ts";
import { searchChannels } from "./search-channels.ts";
import { viewMessagesOfChannels } from "./view-messages.ts";

interface Search {
  readonly db: Reader;
  readonly caller: { readonly userId: string };
  readonly channels: readonly Channel[];
  readonly body: ChannelsSearch;
  readonly write: (work: (tx: Tx) => Promise<void>) => Promise<void>;
}

/** Searches channels that the caller may read; messages that the search index lacks are added to it first. */
export async function searchAndView({ db, caller, channels, body, write }: Search): Promise<FoundMessages> {
  const ids = new Set(channels.map(({ _id }) => _id));
  const unindexed = body.query === undefined ? [] : await listUnindexed(db, ids);
  if (unindexed.length > 0)
    await write(async (tx) => {
      for (const id of unindexed) await indexChannel(tx, id);
    });
  const { rows, next } = await searchChannels(db, channels, body);
  const viewer = { db, caller, channels, withUsers: body.include_users };
  const { any } = readSearch(body.query ?? "", {}).words;
  const marks = rows.flatMap(({ id, content }) => {
    const found = marksIn(content ?? "", any).slice(0, maxMarks);
    return found.length > 0 ? [[id, found] as const] : [];
  });
  return {
    ...(await viewMessagesOfChannels(viewer, rows)),
    marks: Object.fromEntries(marks),
    ...(next !== undefined && { next }),
  };
}
