import { type ParseArgsConfig, parseArgs } from "node:util";

/** Reads the options of a program for developers, and ends the program if it has no such option. */
export function readOptions<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

/** Refuses what an option does not take: otherwise a typo would select nothing, and the program would seem to succeed. */
export function assertKnown(option: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.find((value) => !known.includes(value));
  if (unknown !== undefined) refuse(`${option} takes ${known.join(", ")}, not ${unknown}.`);
}

export function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}
