import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { anyText } from "../../../../test/support/hostile/any-text.ts";
import { amount, isThorough } from "../../../../test/support/run/is-thorough.ts";
import letters from "./lookalikes.json" with { type: "json" };
import { replaceLookalikes } from "./lookalikes.ts";

/** The library has no build for other machines. */
const hasLibrary = process.platform === "linux" && process.arch === "x64";

async function openLibrary(): Promise<(name: string) => string> {
  const { default: decancer } = await import("decancer");
  // `disableBidi` keeps the order of the letters.
  return (name) => decancer(name, { retainCapitalization: true, disableBidi: true }).toString();
}

const allowed = /[\p{L}\p{Nd}_.-]/u;
const allowedCharacter = anyText({ minLength: 1, maxLength: 1 }).filter((c) => allowed.test(c));
const replaced = fc.constantFrom(
  ...Object.values(letters as Record<string, string>).flatMap((text) => [...text]),
);
const anyName = fc.array(fc.oneof(allowedCharacter, replaced), { maxLength: 32 }).map((all) => all.join(""));

test.if(isThorough && hasLibrary)(
  "the table is that of decancer, for every character that names may have (npm run generate renews it)",
  async () => {
    const cure = await openLibrary();
    const table: Record<string, string> = {};
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      if (!allowed.test(character)) continue;
      const plain = cure(character);
      if (plain !== character) table[plain] = (table[plain] ?? "") + character;
    }
    if (process.env.ERMINE_GENERATE === "1")
      writeFileSync(join(import.meta.dir, "lookalikes.json"), `${JSON.stringify(table, null, 2)}\n`);
    else expect(table).toEqual(letters as Record<string, string>);
  },
);

test.skipIf(!hasLibrary)("whole names become what decancer makes of them", async () => {
  const cure = await openLibrary();
  fc.assert(
    fc.property(anyName, (name) => replaceLookalikes(name) === cure(name)),
    { numRuns: amount(200, 1_000) },
  );
});
