import type { Reader } from "../../../declare/tx.ts";
import { idsFrom, timeOfId } from "../../../platform/ids/ids.ts";
import type { Channel } from "../../channels/index.ts";
import type { ChronologicalSearch } from "../rules/search.ts";
import type { MessageFilter } from "../rules/search-filter.ts";
import type { MessageRow } from "../tables.ts";
import { highest, lowest, selectRange } from "./history.ts";

/** Messages in the order of a search, and where it goes on; undefined at its end. */
export interface FoundPage {
  readonly rows: MessageRow[];
  readonly next?: string | undefined;
}

const pageSize = 50;
const idLength = 26;

interface Scan {
  readonly range: Omit<ChronologicalSearch, "words">;
  readonly accepts: MessageFilter;
  /** How many messages are read, whether they are accepted or not. */
  readonly maxRead: number;
}

/**
 * Reads the messages of many channels in order of time, page by page: always from the channel that has the next one. So
 * channels in which nothing was written recently are not read at all.
 */
export async function scanChannels(
  db: Reader,
  channels: readonly Channel[],
  { range, accepts, maxRead }: Scan,
): Promise<FoundPage> {
  const { order, limit } = range;
  const isDescending = order === "desc";
  const task = db.services.scheduler.start();
  /** Where the unread messages of each channel begin. */
  const positions = new Map(startPositions(channels, range));
  const accepted: MessageRow[] = [];
  for (let read = 0; ; read += pageSize) {
    const [channelId, position] = firstOf(positions, isDescending);
    const isBeforePosition = ({ id }: MessageRow) => (isDescending ? id >= position : id <= position);
    const complete = channelId === undefined ? accepted : accepted.filter(isBeforePosition);
    if (channelId === undefined || complete.length >= limit || read >= maxRead) {
      const rows = complete.sort((a, b) => (a.id < b.id === isDescending ? 1 : -1)).slice(0, limit);
      const next = rows.length === limit ? rows.at(-1)?.id : position;
      return { rows, next: channelId === undefined && rows.length < limit ? undefined : next };
    }
    const unread = isDescending ? { ...range, before: position } : { ...range, after: position };
    const page = await selectRange(db, channelId, { ...unread, limit: pageSize }).execute();
    accepted.push(...page.filter(accepts));
    const last = page[pageSize - 1];
    if (last) positions.set(channelId, last.id);
    else positions.delete(channelId);
    await task.pause();
  }
}

/** The channel whose next message may be the first of all; no channel at the end of all. */
function firstOf(
  positions: ReadonlyMap<string, string>,
  isDescending: boolean,
): [channelId: string | undefined, position: string] {
  let first: [string | undefined, string] = [undefined, ""];
  for (const [id, position] of positions)
    if (first[0] === undefined || (isDescending ? position > first[1] : position < first[1]))
      first = [id, position];
  return first;
}

function startPositions(
  channels: readonly Channel[],
  { order, before = highest, after = lowest }: Scan["range"],
): [channelId: string, position: string][] {
  return channels.flatMap((channel): [string, string][] => {
    if (order === "asc") return [[channel._id, after]];
    // What clients see of saved messages lacks the last one.
    if (channel.channel_type === "SavedMessages") return [[channel._id, before]];
    const { _id, last_message_id: last } = channel;
    if (last === undefined) return [];
    const end = idsFrom(timeOfId(last) + 1).padEnd(idLength, "0");
    return [[_id, end < before ? end : before]];
  });
}
