import type { MetricSpec } from "../platform/metrics/port.ts";
import type { Command } from "./command.ts";
import type { Endpoint } from "./endpoint.ts";
import type { EventSpec } from "./event.ts";
import type { StateGauge } from "./gauge.ts";
import type { HookListener } from "./hook-listener.ts";
import type { Job } from "./job.ts";
import type { QueryProvider } from "./query-provider.ts";
import type { ReadyPart } from "./ready.ts";
import type { Resource } from "./resource.ts";
import type { Route } from "./route.ts";
import type { AnyTx } from "./tx.ts";

/**
 * A column that only PostgreSQL has, because SQLite keeps the same data in another form. It is computed when a
 * database is copied or restored.
 */
export interface DerivedColumn {
  readonly table: string;
  readonly column: string;
  /** PostgreSQL's type, which the text is cast to. */
  readonly type: string;
  derive(row: Readonly<Record<string, string | null>>): string;
}

/** A table that only SQLite has, filled from the rows of another one when a backup is restored. */
export interface DerivedTable {
  readonly table: string;
  readonly from: string;
  fill(tx: Pick<AnyTx, "sql">, rows: readonly Readonly<Record<string, string | null>>[]): Promise<void>;
}

/** Everything that a folder under `domains/` adds to the program. */
export interface Domain {
  readonly name: string;
  readonly routes?: readonly Route[];
  readonly endpoints?: readonly Endpoint[];
  readonly events?: readonly EventSpec[];
  readonly jobs?: readonly Job[];
  readonly hooks?: readonly HookListener[];
  readonly ready?: readonly ReadyPart[];
  readonly providers?: readonly QueryProvider[];
  readonly commands?: readonly Command[];
  readonly derivedColumns?: readonly DerivedColumn[];
  /** Those that count; a part keeps no value of its own. */
  readonly counters?: readonly MetricSpec<string>[];
  readonly gauges?: readonly StateGauge[];
  readonly derivedTables?: readonly DerivedTable[];
  /** In the order in which they are opened. */
  readonly resources?: readonly Resource[];
}
