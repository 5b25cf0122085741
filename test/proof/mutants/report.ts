import { printTable } from "../../../bench/table.ts";
import type { TestedMutant } from "./prove-mutants.ts";

type Row = Readonly<Record<string, string | number>>;

/** The share of mutants that tests must catch. */
const wanted = 0.95;

const isCaught = ({ caughtBy }: TestedMutant) => caughtBy !== undefined;
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Prints what was caught in which part, and what survived; false if that is too much. */
export function printMutants(mutants: readonly TestedMutant[]): boolean {
  printTable("Mutants by part", partsOf(mutants));
  for (const survivor of mutants.filter((mutant) => !isCaught(mutant))) {
    const { file, line, original, changed, reachedBy } = survivor;
    console.log(
      `\n(survived) ${file}:${line}, reached by ${reachedBy} test files\n- ${original}\n+ ${changed}`,
    );
  }
  const share = mutants.filter(isCaught).length / mutants.length;
  console.log(`\n${percent(share)} caught`);
  return share >= wanted;
}

function partsOf(mutants: readonly TestedMutant[]): Row[] {
  const partOf = ({ file }: TestedMutant) => {
    const depth = /^src\/(domains|platform)\//.test(file) ? 3 : 2;
    return file.startsWith("web/") ? "web/client/src/model" : file.split("/").slice(0, depth).join("/");
  };
  const parts = [...Map.groupBy(mutants, partOf)].toSorted(([a], [b]) => a.localeCompare(b));
  return [...parts, ["all", mutants] as const].map(([part, some]) => {
    const caught = some.filter(isCaught).length;
    return { part, mutants: some.length, caught, share: percent(caught / some.length) };
  });
}
