import { sql } from "kysely";
import type { TestServer } from "../server/server.ts";

export interface WriteFailure {
  readonly table: string;
  readonly event: "insert" | "update";
  /** The SQLSTATE with which PostgreSQL fails. SQLite has one code for all errors of triggers. */
  readonly code: string;
}

/** Lets the database refuse every such write, by a trigger. */
export async function failWrites(
  { running, engine }: TestServer,
  { table, event, code }: WriteFailure,
): Promise<void> {
  const trigger = `create trigger refuse_writes before ${event} on ${table}`;
  const statements =
    engine === "sqlite"
      ? [`${trigger} begin select raise(abort, 'refused'); end`]
      : [
          `create function refuse_writes() returns trigger language plpgsql as
             $$ begin raise exception 'refused' using errcode = '${code}'; end $$`,
          `${trigger} for each row execute function refuse_writes()`,
        ];
  await running.store.write(async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx.sql());
  });
}
