import { expect, test } from "bun:test";
import { mutantsOf, withMarks, withMutant } from "./mutations.ts";

const source = `
type Port = 80;
const retries = 3;
export async function send(count: number, isLast = true): Promise<number | undefined> {
  if (!isLast && count < 3) await flush(count - 1);
  log.info({ count }, "sent");
  return isLast ? count : undefined;
}
`;

const mutants = mutantsOf("send.ts", source);

test("conditions, comparisons, numbers, truth values, calls and results are changed", () => {
  expect(mutants.map(({ line, original, changed }) => `${line}: ${original} → ${changed}`)).toEqual([
    "3: 3 → 4",
    "4: true → false",
    "5: !isLast && count < 3 → !(!isLast && count < 3)",
    "5: !isLast && count < 3 → (!isLast) || (count < 3)",
    "5: !isLast → isLast",
    "5: count < 3 → (count) <= (3)",
    "5: 3 → 4",
    "5: await flush(count - 1) → undefined",
    "5: count - 1 → (count) + (1)",
    "5: 1 → 2",
    "7: isLast ? count : undefined → undefined",
    "7: isLast → !(isLast)",
  ]);
  expect(mutants.filter(({ runsAtLoad }) => runsAtLoad).map(({ line }) => line)).toEqual([3]);
});

test("each can be compiled, and so can the source with all their marks", () => {
  const transpiler = new Bun.Transpiler({ loader: "ts" });
  const plain = transpiler.transformSync(source);
  for (const mutant of mutants) expect(transpiler.transformSync(withMutant(source, mutant))).not.toBe(plain);
  const marked = withMarks(source, new Map(mutants.entries()));
  for (const number of mutants.keys()) expect(marked).toContain(`mutantIsReached?.(${number})`);
  transpiler.transformSync(marked);
});
