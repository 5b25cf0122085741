import type { Kysely } from "kysely";

export type Dialect = "sqlite" | "postgres";

/** A step from one version of the schema to the next. Once released it is never edited: add another. */
export interface Migration {
  readonly name: string;
  /** The same for both engines, but for what only one of them has. */
  up(db: Kysely<never>, dialect: Dialect): Promise<void>;
}

/**
 * Column types that mean the same to both engines. Times are milliseconds since 1970; flags are 0 or 1, so that
 * one query text serves both; JSON is text, since nothing filters by it.
 */
export const column = {
  id: "text",
  text: "text",
  time: "bigint",
  count: "integer",
  flag: "integer",
  json: "text",
  /** Permissions, which reach beyond 32 bits. */
  bits: "bigint",
} as const;
