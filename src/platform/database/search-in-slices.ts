import { setImmediate as nextTurn } from "node:timers/promises";
import type { ReadQueries } from "./port.ts";

interface Search {
  /** The table whose ids the pages go by. */
  readonly table: string;
  readonly limit: number;
  readonly after: string;
}

/** The rows after `after` up to and with `upTo`; to the end of the table if that is undefined. */
interface Slice {
  readonly after: string;
  readonly upTo: string | undefined;
  readonly limit: number;
}

/** Rows for each query: with this many, one takes a few milliseconds. */
const sliceSize = 2_000;

/**
 * A page of the rows that match where no index helps, in the order of their ids. SQLite blocks the event loop while a
 * query runs, so it reads the table in slices, between which other requests are served.
 */
export async function searchInSlices<R>(
  db: Pick<ReadQueries, "dialect" | "sql">,
  { table, limit, after: start }: Search,
  search: (slice: Slice) => Promise<R[]>,
): Promise<R[]> {
  if (db.dialect === "postgres") return search({ after: start, upTo: undefined, limit });
  const found: R[] = [];
  for (let after = start; ; ) {
    const last = await db
      .sql<Record<string, { id: string }>>()
      .selectFrom(table)
      .select("id")
      .where("id", ">", after)
      .orderBy("id")
      .limit(1)
      .offset(sliceSize - 1)
      .executeTakeFirst();
    found.push(...(await search({ after, upTo: last?.id, limit: limit - found.length })));
    if (!last || found.length === limit) return found;
    after = last.id;
    await nextTurn();
  }
}
