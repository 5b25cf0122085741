/**
 * Whether tests that repeat the same check with other input, chance, moments or clients do so in full. On its own: the
 * runner reads it, and must not start the engines that tests run on.
 */
export const isThorough = process.env.ERMINE_TEST_THOROUGH === "1";

/** How much of the same a test does: the first number usually, the second in a thorough run. */
export const amount = (usual: number, thorough: number) => (isThorough ? thorough : usual);

/** The first of several similar cases usually, and all in a thorough run. */
export const usually = <const T>(cases: readonly T[], count = 1): T[] =>
  isThorough ? [...cases] : cases.slice(0, count);
