import { type Engine, engines, nodeCount } from "../server/engines.ts";
import { isThorough } from "./is-thorough.ts";

export { amount } from "./is-thorough.ts";

/**
 * For tests of what does not depend on the engine, of which other tests run the queries on PostgreSQL: SQLite, where a
 * test takes a third of the time; all engines in a thorough run.
 */
export const anyEngine: readonly Engine[] = isThorough ? engines : engines.slice(0, 1);

/** For those whose queries no other test runs on PostgreSQL, but others run on SQLite: PostgreSQL, if it is there. */
export const preferPostgres: readonly Engine[] = isThorough ? engines : engines.slice(-1);

/**
 * The rows of a long table to try on this engine: every sixteenth on PostgreSQL, where a row takes several times as long,
 * and the others on SQLite, as what a row shows depends little on the engine; on several nodes every tenth. In a thorough run
 * all rows run on both.
 */
export function rowsFor<T>(engine: Engine, rows: readonly T[]): readonly T[] {
  if (isThorough) return rows;
  if (nodeCount > 1) return rows.filter((_, index) => index % 10 === 1);
  if (engines.length === 1) return rows;
  return rows.filter((_, index) => (index % 16 === 0) === (engine === "postgres"));
}
