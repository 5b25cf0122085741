import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { KyselyDriver } from "../kysely-driver.ts";
import type { ReadQueries } from "../port.ts";
import type { Prepared } from "../prepared.ts";
import type { Execute } from "./pool.ts";

/** ReadQueries that were built beforehand go straight to their statement: Kysely takes longer. */
export class PostgresQueries implements ReadQueries {
  readonly dialect = "postgres";
  readonly #ask: Execute;
  #kysely: Kysely<unknown> | undefined;
  #isOver = false;

  constructor(ask: Execute) {
    this.#ask = async (text, values) => {
      if (this.#isOver) throw new Error("Transaction is already over");
      return ask(text, values);
    };
  }

  readonly sql = <T>(): Kysely<T> => {
    this.#kysely ??= kyselyOver(this.#ask);
    return this.#kysely as Kysely<T>;
  };

  readonly find = async <P extends readonly unknown[], R>(query: Prepared<P, R>, values: P): Promise<R[]> => {
    const { rows } = await this.#ask(query.compiled("postgres").sql, query.parameters("postgres", values));
    return rows as R[];
  };

  end(): void {
    this.#isOver = true;
  }
}

function kyselyOver(ask: Execute): Kysely<unknown> {
  const driver = new KyselyDriver({
    async executeQuery<R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const { rows, command, count } = await ask(sql, parameters);
      const given = rows as R[];
      return changing.has(command) ? { rows: given, numAffectedRows: BigInt(count) } : { rows: given };
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

const changing = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);
