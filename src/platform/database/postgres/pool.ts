import { SQL } from "bun";
import { Semaphore } from "../../semaphore.ts";

export interface PostgresOptions {
  readonly url: string;
  readonly poolSize: number;
}

interface PoolOptions extends PostgresOptions {
  /** PostgreSQL then refuses every write on the connections of this pool. */
  readonly readOnly: boolean;
}

export interface PostgresResult {
  readonly rows: Record<string, unknown>[];
  /** PostgreSQL's name for the statement, e.g. `INSERT`. */
  readonly command: string;
  /** How many rows the statement returned or changed. */
  readonly count: number;
}

export type Execute = (text: string, values?: readonly unknown[]) => Promise<PostgresResult>;

/** A connection that is reserved for one caller. */
export interface PostgresConnection {
  readonly execute: Execute;
  /** Closes the connection instead of returning it to the pool, whatever state it is in. */
  discard(): Promise<void>;
}

const [connectSeconds, idleSeconds, lifeSeconds] = [10, 10, 1800];

/**
 * A pool of connections to PostgreSQL. A connection that breaks fails its query and is replaced. Each connection keeps
 * its last statements prepared, which takes memory on the server, so old connections are replaced too.
 */
export class PostgresPool {
  readonly #sql: SQL;
  readonly #host: string;
  /** Gives each query a connection of its own: Bun would queue it behind a slow one although others are free. */
  readonly #slots: Semaphore;

  constructor({ url, poolSize, readOnly }: PoolOptions) {
    this.#sql = new SQL({
      url,
      max: poolSize,
      connectionTimeout: connectSeconds,
      idleTimeout: idleSeconds,
      maxLifetime: lifeSeconds,
      connection: { default_transaction_read_only: readOnly },
    });
    this.#host = new URL(url).host;
    this.#slots = new Semaphore(poolSize);
  }

  readonly execute: Execute = (text, values) => this.#run(() => executeOn(this.#sql, text, values));

  reserve<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    return this.#run(async () => {
      const reserved = await this.#sql.reserve();
      let isDiscarded = false;
      try {
        return await work({
          execute: (text, values) => executeOn(reserved, text, values),
          async discard() {
            isDiscarded = true;
            await reserved.close().catch(() => {});
          },
        });
      } finally {
        if (!isDiscarded) reserved.release();
      }
    });
  }

  close(): Promise<void> {
    return this.#sql.close();
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#slots.run(work);
    } catch (error) {
      throw explain(error, this.#host);
    }
  }
}

/** Adds the host to errors of connecting, and moves the codes of PostgreSQL from `errno` to `code`. */
function explain(error: unknown, host: string): unknown {
  if (!(error instanceof SQL.PostgresError)) return error;
  if (error.errno !== undefined) return Object.assign(error, { code: error.errno });
  if (error.code !== "ERR_POSTGRES_CONNECTION_REFUSED") return error;
  return Object.assign(new Error(`ECONNREFUSED ${host}`, { cause: error }), { code: "ECONNREFUSED" });
}

const int8 = 20;

async function executeOn(
  sql: Pick<SQL, "unsafe">,
  text: string,
  values?: readonly unknown[],
): Promise<PostgresResult> {
  const result = await sql.unsafe(text, values as unknown[]);
  // A plain array: that of Bun has more properties than its rows.
  const rows: PostgresResult["rows"] = [...result];
  // The 64-bit integers of the schema are times and counts, all below 2^53.
  for (const { name, type } of result.columns)
    if (type === int8) for (const row of rows) if (row[name] !== null) row[name] = Number(row[name]);
  return { rows, command: result.command, count: result.count };
}
