import type { Kysely } from "kysely";

export type Dialect = "sqlite" | "postgres";

/** A step from one version of the schema to the next. A released migration is never edited: add another. */
export interface Migration {
  readonly name: string;
  /**
   * Why servers of the version before cannot keep running during and after it, or false if they can. Absent in those from
   * before several servers could use one database.
   */
  readonly breaks?: string | false;
  /** The same for both engines, except for features that only one of them has. */
  up(db: Kysely<never>, dialect: Dialect): Promise<void>;
}

/**
 * Column types with the same meaning in both engines. Times are milliseconds since 1970. Flags are 0 or 1, so that one
 * query works on both. JSON is text, because no query filters by it.
 */
export const column = {
  id: "text",
  text: "text",
  time: "bigint",
  count: "integer",
  flag: "integer",
  json: "text",
  /** Permissions, which need more than 32 bits. */
  bits: "bigint",
} as const;
