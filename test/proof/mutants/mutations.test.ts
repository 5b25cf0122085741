import { expect, test } from "bun:test";
import { mutantsOf, withMarks, withMutant } from "./mutations.ts";

const source = `
type Port = 80;
export async function send(count: number, isLast = true): Promise<number | undefined> {
  if (!isLast && count < 3) await flush(count - 1);
  log.info({ count }, "sent");
  return isLast ? count : undefined;
}
`;

const mutants = mutantsOf("send.ts", source);

test("conditions, comparisons, numbers, truth values, calls and results are changed", () => {
  expect(mutants.map(({ line, original, changed }) => `${line}: ${original} → ${changed}`)).toEqual([
    "3: true → false",
    "4: !isLast && count < 3 → !(!isLast && count < 3)",
    "4: !isLast && count < 3 → (!isLast) || (count < 3)",
    "4: !isLast → isLast",
    "4: count < 3 → (count) <= (3)",
    "4: 3 → 4",
    "4: await flush(count - 1) → undefined",
    "4: count - 1 → (count) + (1)",
    "4: 1 → 2",
    "6: isLast ? count : undefined → undefined",
    "6: isLast → !(isLast)",
  ]);
});

test("each can be compiled, and so can the source with all their marks", () => {
  const transpiler = new Bun.Transpiler({ loader: "ts" });
  const plain = transpiler.transformSync(source);
  for (const mutant of mutants) expect(transpiler.transformSync(withMutant(source, mutant))).not.toBe(plain);
  const marked = withMarks(source, new Map(mutants.entries()));
  for (const number of mutants.keys()) expect(marked).toContain(`mutantIsReached?.(${number})`);
  transpiler.transformSync(marked);
});
