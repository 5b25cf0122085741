/** Whether tests that repeat the same check with other input, chance, moments or clients do so in full. */
export const isThorough = process.env.ERMINE_TEST_THOROUGH === "1";

/** How much of the same a test does: the first number usually, the second in a thorough run. */
export const amount = (usual: number, thorough: number) => (isThorough ? thorough : usual);
