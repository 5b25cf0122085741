import type { CompiledQuery, Kysely } from "kysely";
import type { TurnMode, WriteQueries } from "../../port.ts";
import type { Prepared } from "../../prepared.ts";
import type { Execute, PostgresResult } from "../connection.ts";
import { kyselyOver } from "../queries.ts";
import type { AnyPrepared, CombinedQueries } from "./combined-queries.ts";
import type { CallResult } from "./combined-query.ts";
import { type Access, accessesOf, fillIn } from "./statement-access.ts";

export interface BatchDependencies {
  readonly execute: Execute;
  /** Takes what the members ask for last and do not wait for. */
  readonly unawaited: Promise<unknown>[];
  readonly combined: CombinedQueries;
  /** Called with the number of a member that shares a turn, and the key of the turn. */
  share(member: number, key: string): void;
}

/** A query of one member that waits for the next round. */
export interface Request {
  readonly member: BatchMember;
  readonly call: QueryCall | BuiltQuery;
  readonly accesses: () => readonly Access[];
  readonly answer: PromiseWithResolvers<unknown>;
}
export interface QueryCall {
  readonly query: AnyPrepared;
  readonly values: readonly unknown[];
}
interface BuiltQuery {
  readonly built: CompiledQuery;
}

type Ask = (call: Request["call"], accesses: Request["accesses"]) => Promise<unknown>;

/** The queries of one member. */
export class BatchMember implements WriteQueries {
  readonly dialect = "postgres";
  readonly number: number;
  readonly #share: BatchDependencies["share"];
  readonly #ask: Ask;
  #kysely: Kysely<unknown> | undefined;
  /** Queries that were answered already, none of which depends on another. */
  unawaited: Request[] = [];
  isWaiting = false;
  hasWritten = false;
  /** Whether a query that may change something has begun. */
  isWriting = false;
  hasLeft = false;
  isOver = false;

  constructor(number: number, { share }: BatchDependencies, ask: Ask) {
    this.number = number;
    this.#share = share;
    this.#ask = (call, accesses) =>
      this.isOver ? Promise.reject(new Error("Transaction is already over")) : ask(call, accesses);
  }

  sql<T>(): Kysely<T> {
    this.#kysely ??= kyselyOver(
      async (built) => (await this.#ask({ built }, () => accessesOf(built.query))) as PostgresResult,
    );
    return this.#kysely as Kysely<T>;
  }

  find<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P): Promise<R[]> {
    return this.#run(query, values).then(({ rows }) => rows as R[]);
  }

  change<P extends readonly unknown[]>(query: Prepared<P, unknown>, values: P): Promise<number> {
    return this.#run(query, values).then(({ count }) => count);
  }

  /** A batch does without turns that it would have to take alone. */
  takeTurn(key: string, mode: TurnMode): void {
    if (mode === "shared") this.#share(this.number, key);
  }

  #run(query: AnyPrepared, values: readonly unknown[]): Promise<CallResult> {
    let found: readonly Access[] | undefined;
    const accesses = () => {
      found ??= fillIn(accessesOf(query.compiled("postgres").query), values);
      return found;
    };
    return this.#ask({ query, values }, accesses) as Promise<CallResult>;
  }
}
