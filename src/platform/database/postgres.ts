import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database, Queries } from "./port.ts";

export interface PostgresOptions {
  readonly url: string;
  readonly poolSize: number;
}

const int8 = 20;
const maxAttempts = 20;

/** PostgreSQL ≥ 15. Writes are serializable; one that lost against another is run again from its start. */
export function openPostgres(options: PostgresOptions): Database {
  const types = new pg.TypeOverrides();
  // Our 64-bit integers are times and counts, all below 2^53.
  types.setTypeParser(int8, Number);
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    types,
    connectionTimeoutMillis: 10_000,
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const reading = queriesOn(db);

  return {
    dialect: "postgres",
    read: (work) => work(reading),
    async write(work, { onDurable = () => {} } = {}) {
      for (let attempt = 1; ; attempt++) {
        try {
          const result = await db
            .transaction()
            .setIsolationLevel("serializable")
            .execute((tx) => work(queriesOn(tx)));
          onDurable();
          return result;
        } catch (error) {
          if (attempt >= maxAttempts || !isConflict(error)) throw error;
          await Bun.sleep(Math.random() * Math.min(2 ** attempt, 100));
        }
      }
    },
    async close() {
      await db.destroy();
    },
  };
}

function queriesOn(db: Kysely<unknown>): Queries {
  return { sql: <T>() => db as Kysely<T> };
}

function isConflict(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "40001" || code === "40P01";
}
