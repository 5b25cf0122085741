import { type ReservedSQL, SQL } from "bun";
import { DatabaseUnavailable } from "../failure.ts";

export interface ConnectionOptions {
  readonly url: string;
  /** PostgreSQL then refuses every write on this connection. */
  readonly readOnly: boolean;
  /** PostgreSQL cancels a query that takes longer. */
  readonly queryTimeoutMs: number;
  /** PostgreSQL ends a transaction, with its locks, whose next query does not come in this time; else as long as a query. */
  readonly idleInTransactionMs?: number;
  /** Lets other processes find the sessions of this one. */
  readonly applicationName?: string | undefined;
}

export interface PostgresResult {
  readonly rows: Record<string, unknown>[];
  /** PostgreSQL's name for the statement, e.g. `INSERT`. */
  readonly command: string;
  /** How many rows the statement returned or changed. */
  readonly count: number;
}

/** Runs a statement. */
export type Execute = (
  text: string,
  values?: readonly unknown[],
  /** How long to wait for the response; by default a little longer than PostgreSQL lets the query run. */
  limitMs?: number,
) => Promise<PostgresResult>;

/** A constant statement. Bun prepares what is written as a template; other text without values is a script to it. */
export type Statement = TemplateStringsArray;
export const statement = (template: Statement): Statement => template;

/** For the response to a query that PostgreSQL has cancelled. */
const responseMs = 1_000;
const maxConnectMs = 10_000;
/** In seconds. PostgreSQL notices by these probes that this machine is gone, and rolls its transactions back. */
const keepalive = { tcp_keepalives_idle: 30, tcp_keepalives_interval: 10 };

/**
 * One connection to PostgreSQL. A connection may die without any network error, so each query has a deadline for its
 * response; the pool calls `closeIfOverdue` regularly.
 */
export class PostgresConnection {
  readonly #options: ConnectionOptions;
  /** Bun's own pool has this one connection, so that it can be closed alone, whatever state it is in. */
  readonly #client: SQL;
  readonly #createdAt = performance.now();
  #session: ReservedSQL | undefined;
  /** How long to wait for each query that runs. */
  readonly #limits: number[] = [];
  #dueAt = Number.POSITIVE_INFINITY;
  #isOverdue = false;
  #isClosed = false;
  /** When the pool got the connection back. */
  idleSince = 0;

  constructor(options: ConnectionOptions) {
    const { url, readOnly, queryTimeoutMs, idleInTransactionMs = queryTimeoutMs, applicationName } = options;
    this.#options = options;
    this.#client = new SQL({
      url,
      max: 1,
      // The deadlines below replace those of Bun.
      connectionTimeout: 0,
      idleTimeout: 0,
      maxLifetime: 0,
      connection: {
        default_transaction_read_only: readOnly,
        statement_timeout: queryTimeoutMs,
        // Rolls back the transaction, with its locks, of a connection that died between two queries.
        idle_in_transaction_session_timeout: Math.min(idleInTransactionMs, queryTimeoutMs),
        ...(applicationName !== undefined && { application_name: applicationName }),
        ...keepalive,
      },
      onclose: () => {
        this.#isClosed = true;
      },
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get ageMs(): number {
    return performance.now() - this.#createdAt;
  }

  async connect(): Promise<void> {
    const limitMs = Math.min(maxConnectMs, this.#options.queryTimeoutMs);
    this.#begin(limitMs);
    try {
      this.#session = await this.#client.reserve();
      if (!this.#options.readOnly) await this.#session(waitForDisk);
    } catch (error) {
      throw this.#explain(error);
    } finally {
      this.#end(limitMs);
    }
  }

  readonly execute: Execute = (text, values, limitMs) =>
    this.#ask((session) => session.unsafe(text, values as unknown[]), limitMs);

  /** Prepares a statement without values, like one with values: Bun sends the next one without waiting for it. */
  readonly executePrepared = (statement: Statement, limitMs?: number): Promise<PostgresResult> =>
    this.#ask((session) => session(statement), limitMs);

  async #ask(
    send: (session: ReservedSQL) => Promise<BunResult>,
    limitMs = this.#options.queryTimeoutMs + responseMs,
  ): Promise<PostgresResult> {
    if (!this.#session) throw new Error("the connection is not open");
    this.#begin(limitMs);
    try {
      return toResult(await send(this.#session));
    } catch (error) {
      throw this.#explain(error);
    } finally {
      this.#end(limitMs);
    }
  }

  /** Closes the connection, whatever state it is in; a query that runs fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client.close({ timeout: 0 }).catch(() => {});
  }

  /** Returns whether PostgreSQL has left a query without a response for too long. */
  closeIfOverdue(now: number): boolean {
    if (now < this.#dueAt || this.#isOverdue) return false;
    this.#isOverdue = true;
    void this.close();
    return true;
  }

  #begin(limitMs: number): void {
    this.#limits.push(limitMs);
    this.#restart();
  }

  #end(limitMs: number): void {
    this.#limits.splice(this.#limits.indexOf(limitMs), 1);
    this.#restart();
  }

  /** Simultaneous queries run one after another, so each response restarts the deadlines of the others. */
  #restart(): void {
    this.#dueAt = performance.now() + Math.min(...this.#limits);
  }

  #explain(error: unknown): unknown {
    const { url, readOnly } = this.#options;
    const { host } = new URL(url);
    if (this.#isOverdue)
      return new DatabaseUnavailable(`PostgreSQL at ${host} did not respond in time`, { cause: error });
    if (!readOnly && error instanceof SQL.PostgresError && error.errno === readOnlyTransaction) {
      // The host has become a standby. A new connection may lead to the new primary.
      void this.close();
      return new DatabaseUnavailable(`PostgreSQL at ${host} is read-only`, { cause: error });
    }
    return explain(error, host);
  }
}

/** Adds the host to errors of connecting, and moves the codes of PostgreSQL from `errno` to `code`. */
export function explain(error: unknown, host: string): unknown {
  if (!(error instanceof SQL.PostgresError)) return error;
  if (error.errno !== undefined) return Object.assign(error, { code: error.errno });
  if (error.code !== "ERR_POSTGRES_CONNECTION_REFUSED") return error;
  return Object.assign(new Error(`ECONNREFUSED ${host}`, { cause: error }), { code: "ECONNREFUSED" });
}

/** A commit waits until it is on disk, also where that is turned off. A stricter setting stays. */
const waitForDisk = statement`
  select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`;
const readOnlyTransaction = "25006";
const int8 = 20;

type BunResult = Record<string, unknown>[] & SQL.ResultMetadata;

function toResult(result: BunResult): PostgresResult {
  // A plain array: that of Bun has more properties than its rows.
  const rows: PostgresResult["rows"] = [...result];
  // The 64-bit integers of the schema are times and counts, all below 2^53.
  for (const { name, type } of result.columns ?? [])
    if (type === int8) for (const row of rows) if (row[name] !== null) row[name] = Number(row[name]);
  return { rows, command: result.command ?? "", count: result.count };
}
