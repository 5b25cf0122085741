import {
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { MaybePromise } from "../../concurrency/maybe-promise.ts";
import { KyselyDriver } from "../kysely-driver.ts";
import type { ReadQueries, WriteQueries } from "../port.ts";
import type { Prepared } from "../prepared.ts";
import type { Execute, PostgresResult } from "./connection.ts";

/** The queries of a write transaction, and statements of any text. */
export interface TransactionQueries extends WriteQueries {
  readonly execute: Execute;
  /** Statements for which only the commit waits. */
  readonly unawaited: Promise<unknown>[];
  onTurn: WriteQueries["takeTurn"] | undefined;
}

/** Runs queries on a connection or pool. Prepared queries do not go through Kysely, which would take longer. */
export class PostgresQueries implements ReadQueries {
  readonly dialect = "postgres";
  readonly execute: Execute;
  readonly unawaited: Promise<unknown>[] = [];
  #kysely: Kysely<unknown> | undefined;
  #isOver = false;
  /** Takes turns for the transaction; without it, the transaction does without turns. */
  onTurn: WriteQueries["takeTurn"] | undefined;

  constructor(execute: Execute) {
    this.execute = (text, values) =>
      this.#isOver ? Promise.reject(new Error("Transaction is already over")) : execute(text, values);
  }

  readonly sql = <T>(): Kysely<T> => {
    this.#kysely ??= kyselyOver(({ sql, parameters }) => this.execute(sql, parameters));
    return this.#kysely as Kysely<T>;
  };

  readonly find = async <P extends readonly unknown[], R>(query: Prepared<P, R>, values: P): Promise<R[]> => {
    const running = this.execute(query.compiled("postgres").sql, query.parameters("postgres", values));
    if (query.isPipelined && !this.#isOver) {
      running.catch(doNothing);
      this.unawaited.push(running);
      return [];
    }
    return (await running).rows as R[];
  };

  readonly change = async <P extends readonly unknown[]>(
    query: Prepared<P, unknown>,
    values: P,
  ): Promise<number> => {
    const { count } = await this.execute(
      query.compiled("postgres").sql,
      query.parameters("postgres", values),
    );
    return count;
  };

  readonly takeTurn = (key: string): MaybePromise<void> => this.onTurn?.(key);

  end(): void {
    this.#isOver = true;
  }
}

export function kyselyOver(run: (query: CompiledQuery) => Promise<PostgresResult>): Kysely<unknown> {
  const driver = new KyselyDriver({
    async executeQuery<R>(query: CompiledQuery) {
      const { rows, command, count } = await run(query);
      const result = { rows: rows as R[] };
      return writeCommands.has(command) ? { ...result, numAffectedRows: BigInt(count) } : result;
    },
  });
  return new Kysely({
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  });
}

const doNothing = () => {};

const writeCommands = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);
