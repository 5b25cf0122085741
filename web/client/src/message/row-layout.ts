/** What of a message decides how its row looks among the others. */
export interface RowFacts {
  readonly id: string;
  /** Milliseconds. */
  readonly time: number;
  /** The same for messages of one day. */
  readonly day: string;
  /** The same for messages which may share a header: the author and what they appear as. */
  readonly author: string;
  readonly isSystem: boolean;
  readonly isReply: boolean;
  readonly isOwn: boolean;
  readonly isBlocked: boolean;
}

export interface RowLayout {
  /** Whether the row shows who wrote it. */
  readonly isHead: boolean;
  /** Whether a line with the date is above it. */
  readonly isNewDay: boolean;
  /** Whether the line of new messages is above it. */
  readonly isFirstUnread: boolean;
  /** The first message of a run of blocked people's messages, and how many there are. */
  readonly blockedRun?: { readonly head: string; readonly count: number };
}

/** The longest time between two messages that share a header. */
const longestPause = 5 * 60_000;

/**
 * Decides about headers, dates and the line of new messages, which is after the message last read. What is above a row
 * depends on the message before it. So where the rows begin in the middle of the history (`isCut`), the first one is
 * not shown: it would lose its header when more is loaded, and move what the reader looks at.
 */
export function layOutRows(
  rows: readonly RowFacts[],
  lastRead: string | undefined,
  isCut: boolean,
): ReadonlyMap<string, RowLayout> {
  const layouts = new Map<string, RowLayout>();
  let previous = isCut ? rows[0] : undefined;
  let isLinePlaced = lastRead === undefined || (previous !== undefined && previous.id > lastRead);
  let run: { head: string; count: number } | undefined;
  for (const row of isCut ? rows.slice(1) : rows) {
    const isNewDay = previous?.day !== row.day;
    const isFirstUnread = !isLinePlaced && !row.isOwn && row.id > (lastRead ?? "");
    isLinePlaced ||= isFirstUnread;
    const isHead =
      !previous ||
      isNewDay ||
      isFirstUnread ||
      row.isSystem ||
      row.isReply ||
      previous.isSystem ||
      previous.author !== row.author ||
      row.time - previous.time > longestPause;
    if (!row.isBlocked) run = undefined;
    else if (run && !isNewDay && !isFirstUnread) run.count += 1;
    else run = { head: row.id, count: 1 };
    layouts.set(row.id, { isHead, isNewDay, isFirstUnread, blockedRun: run });
    previous = row;
  }
  return layouts;
}

export function isSameLayout(a: RowLayout | undefined, b: RowLayout | undefined): boolean {
  return (
    a?.isHead === b?.isHead &&
    a?.isNewDay === b?.isNewDay &&
    a?.isFirstUnread === b?.isFirstUnread &&
    a?.blockedRun?.head === b?.blockedRun?.head &&
    a?.blockedRun?.count === b?.blockedRun?.count
  );
}
