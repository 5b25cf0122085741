import type { Announcement } from "../../../visibility/announcement.ts";
import type { CommitPosition } from "../port.ts";
import { type PostgresOptions, PostgresPool } from "./pool.ts";
import type { QueryText } from "./transaction.ts";

/** A commit as the log has it. */
interface LoggedCommit extends CommitPosition {
  /** Parses them. */
  readonly announcements: () => Announcement[];
}

/**
 * Appends announcements to the log as the last step of a transaction. The lock is held until the commit is visible, so
 * the order of the positions is that of the commits: whoever sees a position also sees every lower one that was
 * committed. A missing position belongs to a transaction that failed in its commit.
 */
const append = `with append_lock as materialized (select pg_advisory_xact_lock(3707, 2))
  insert into stream (position, announcements)
  select nextval('stream_position'), $1 from append_lock
  returning position, written_us as mark`;

export function appendQuery(announcements: readonly Announcement[]): QueryText {
  return { text: append, values: [JSON.stringify(announcements)] };
}

/** How many commits are read at once. */
export const readSize = 500;
/** A connection that died unnoticed is replaced before the missing data counts as a gap. */
const maxReadMs = 4_000;

/** The first is there for comparison only. */
const readFrom = `select position, written_us as mark, case when position > $1 then announcements end as announcements
  from stream where position >= $1 order by position limit $2`;
const readNewest = "select position, written_us as mark from stream order by position desc limit 1";
const trim = `delete from stream
  where written_us < (extract(epoch from clock_timestamp()) * 1000000)::bigint - $1::bigint * 1000 and position < $2
    and position < (select max(position) from stream)`;

interface LogRow extends CommitPosition {
  readonly announcements: string | null;
}

/** Reads the log of commits, on connections of its own, so that it never waits behind requests. */
export class CommitLog implements AsyncDisposable {
  readonly #pool: PostgresPool;

  constructor(options: Pick<PostgresOptions, "url" | "queryTimeoutMs">) {
    this.#pool = new PostgresPool({ ...options, poolSize: 2, readOnly: false });
  }

  /** The newest commit; position 0 if the log has never had any. */
  async newest(): Promise<CommitPosition> {
    const { rows } = await this.#pool.execute(readNewest, [], maxReadMs);
    return (rows[0] as CommitPosition | undefined) ?? { position: 0, mark: 0 };
  }

  /** Commits after this position, some of them if there are many; the one at it comes first, without announcements. */
  async readFrom(position: number): Promise<LoggedCommit[]> {
    const { rows } = await this.#pool.execute(readFrom, [position, readSize], maxReadMs);
    return (rows as unknown as LogRow[]).map(({ announcements, ...commit }) => ({
      ...commit,
      announcements: () => JSON.parse(announcements ?? "[]") as Announcement[],
    }));
  }

  /** Deletes the commits before this position that are older than the given time; the newest one always stays. */
  async trim(olderThanMs: number, before: number): Promise<number> {
    return (await this.#pool.execute(trim, [olderThanMs, before])).count;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.close();
  }
}
