import { printTable } from "../../../bench/table.ts";
import type { TriedMutant } from "./prove-mutants.ts";

type Row = Readonly<Record<string, string | number>>;

/** The share of mutants that tests must catch. */
const wanted = 0.95;

const isCaught = ({ caughtBy }: TriedMutant) => caughtBy !== null;
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Prints what was caught in which part, and what survived; false if that is too much, or not all were tried. */
export function printMutants(mutants: readonly TriedMutant[], left: number): boolean {
  printTable("Mutants by part", partsOf(mutants));
  for (const survivor of mutants.filter((mutant) => !isCaught(mutant))) {
    const { file, line, original, changed, tests, reachedBy, mutant } = survivor;
    const reach = `${tests} of the ${reachedBy} test files that reach it`;
    console.log(`\n(survived) ${mutant}: ${file}:${line}, ${reach}\n- ${original}\n+ ${changed}`);
  }
  const share = mutants.filter(isCaught).length / Math.max(1, mutants.length);
  console.log(`\n${mutants.length} tried, ${left} left, ${percent(share)} caught`);
  return left === 0 && share >= wanted;
}

function partsOf(mutants: readonly TriedMutant[]): Row[] {
  const partOf = ({ file }: TriedMutant) => {
    const depth = /^src\/(domains|platform)\//.test(file) ? 3 : 2;
    return file.startsWith("web/") ? "web/client/src/model" : file.split("/").slice(0, depth).join("/");
  };
  const parts = [...Map.groupBy(mutants, partOf)].toSorted(([a], [b]) => a.localeCompare(b));
  return [...parts, ["all", mutants] as const].map(([part, some]) => {
    const caught = some.filter(isCaught).length;
    return { part, mutants: some.length, caught, share: percent(caught / some.length) };
  });
}
