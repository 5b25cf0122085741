import type { Engine } from "./engines.ts";

/** Whether tests that repeat the same check with other input, chance, moments or clients do so in full. */
export const isThorough = process.env.ERMINE_TEST_THOROUGH === "1";

/** How much of the same a test does: the first number usually, the second in a thorough run. */
export const amount = (usual: number, thorough: number) => (isThorough ? thorough : usual);

/**
 * The rows of a long table to try on this engine. What a row shows depends little on the engine, and takes several times
 * as long on PostgreSQL; so there it is every third, and all in a thorough run.
 */
export function rowsFor<T>(engine: Engine, rows: readonly T[]): readonly T[] {
  return engine === "sqlite" || isThorough ? rows : rows.filter((_, index) => index % 3 === 0);
}
