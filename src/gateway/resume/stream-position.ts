/** A position in the stream: after this announcement of a commit. Clients treat its text as opaque. */
export interface StreamPosition {
  readonly commit: number;
  /** Counts the announcements of the commit from 0. Infinite: after all of them, which is where a Ready stands. */
  readonly index: number;
  /** Of the commit, where another one could come to have its position; 0 if it is not known. */
  readonly mark?: number;
}

/** The position of an announcement in the stream. */
export interface AnnouncementPosition extends StreamPosition {
  /**
   * The position of its commit. On SQLite, announcements of the command line may come after those of a later commit,
   * and have their position there.
   */
  readonly announced: number;
}

export function formatPosition({ commit, index, mark }: StreamPosition): string {
  const text = Number.isFinite(index) ? `${commit}.${index}` : String(commit);
  return mark ? `${text}-${mark.toString(36)}` : text;
}

export function parsePosition(text: string): StreamPosition | undefined {
  const [, commit, index, mark = "0"] = /^(\d{1,15})(?:\.(\d{1,9}))?(?:-([0-9a-z]{1,10}))?$/.exec(text) ?? [];
  if (commit === undefined) return undefined;
  return {
    commit: Number(commit),
    index: index === undefined ? Number.POSITIVE_INFINITY : Number(index),
    mark: Number.parseInt(mark, 36),
  };
}

export function isBefore(one: StreamPosition, other: StreamPosition): boolean {
  return one.commit === other.commit ? one.index < other.index : one.commit < other.commit;
}

/** Whether a client at this position lacks the announcement. */
export function isMissed(announcement: AnnouncementPosition, from: StreamPosition): boolean {
  return Number.isFinite(from.index) ? isBefore(from, announcement) : announcement.announced > from.commit;
}

export interface MutablePosition {
  commit: number;
  index: number;
  mark: number;
}
