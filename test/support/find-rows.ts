import { sourceFiles, top } from "../architecture/source-files.ts";

/**
 * The rows that features have next to their tests for a table that covers all features: the exports of this name in files
 * called `*.rows.ts`, in the order of their paths.
 */
export async function findRows<T>(name: string): Promise<T[]> {
  const declares = new RegExp(`^export const ${name}\\b`, "m");
  const files = sourceFiles("test/api/*/*.rows.ts").filter(({ text }) => declares.test(text));
  return Promise.all(files.map(async ({ path }) => (await import(`${top}/${path}`))[name]));
}
