import type { DatabaseConnection, Driver } from "kysely";

/** Sends every query of Kysely to one connection. Transactions are opened elsewhere, so it refuses to begin one. */
export class KyselyDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(connection: Pick<DatabaseConnection, "executeQuery">) {
    this.#connection = { executeQuery: (query) => connection.executeQuery(query), streamQuery };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction = refuse;
  commitTransaction = refuse;
  rollbackTransaction = refuse;

  async destroy(): Promise<void> {}
}

async function refuse(): Promise<never> {
  throw new Error("a write is a transaction already, so Kysely cannot open another");
}

// biome-ignore lint/correctness/useYield: the interface requires a generator, and this one only throws
async function* streamQuery(): AsyncGenerator<never> {
  throw new Error("streaming is not supported: read in pages");
}
