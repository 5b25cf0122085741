import type { DatabaseConnection, Driver } from "kysely";

/** Lets one ask after another, so that nobody waits for a connection. Where transactions begin and end is not its affair. */
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
  throw new Error("a write is a transaction already");
}

// biome-ignore lint/correctness/useYield: the interface wants a generator, and this one refuses
async function* streamQuery(): AsyncGenerator<never> {
  throw new Error("streaming is not offered: ask for pages");
}
