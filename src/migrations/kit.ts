import type { Kysely } from "kysely";

export type Dialect = "sqlite" | "postgres";

/** A step from one version of the schema to the next. A released migration is never edited: add another. */
export interface Migration {
  readonly name: string;
  /** The version of the database after it; without it, one more than before. */
  readonly version?: number;
  /** Why servers of the version before cannot keep running during and after it, or false if they can. */
  readonly breaks?: string | false;
  /** The same for both engines, except for features that only one of them has. */
  up(db: Kysely<never>, dialect: Dialect): Promise<void>;
}

/** Servers may run while it is applied, so it says whether they can continue. */
export type ReleasedMigration = Migration & { readonly breaks: string | false };

/** The version of a database that has run these migrations. */
export function versionAfter(migrations: readonly Migration[]): number {
  return migrations.reduce((before, { version = before + 1 }) => version, 0);
}

/** Those that lead to this version. */
export function migrationsUpTo<M extends Migration>(migrations: readonly M[], version: number): M[] {
  return migrations.filter((_, index) => versionAfter(migrations.slice(0, index + 1)) <= version);
}

/** Those that a database of this version has not run. */
export function migrationsSince<M extends Migration>(migrations: readonly M[], version: number): M[] {
  return migrations.slice(migrationsUpTo(migrations, version).length);
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
