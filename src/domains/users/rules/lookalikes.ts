import letters from "./lookalikes.json" with { type: "json" };

let replacements: ReadonlyMap<string, string> | undefined;

/**
 * Replaces letters and digits that look like plain ones, and removes those that only decorate. The table is that of the
 * library decancer, which does not run on every machine that this program runs on.
 */
export function replaceLookalikes(name: string): string {
  replacements ??= readReplacements();
  let plain = "";
  for (const character of name) plain += replacements.get(character) ?? character;
  return plain;
}

function readReplacements(): Map<string, string> {
  const pairs = Object.entries(letters as Record<string, string>).flatMap(([plain, alike]) =>
    Array.from(alike, (character) => [character, plain] as const),
  );
  return new Map(pairs);
}
