import { startErmine } from "./processes.ts";
import { median, printTable } from "./table.ts";

const people = 20;
const attempts = 2;

/** Compares a wrong password for an account with one for no account: the times must not reveal the difference. */
export async function benchLogin(): Promise<void> {
  await using ermine = await startErmine();
  const call = (path: string, body: object) =>
    fetch(`${ermine.url}/api/auth${path}`, { method: "POST", body: JSON.stringify(body) });
  const addresses = Array.from({ length: people }, (_, index) => `person${index}@example.com`);
  for (const email of addresses)
    await call("/account/create", { email, password: "a password for the bench" });
  const times = { known: [] as number[], unknown: [] as number[] };
  // Two wrong passwords do not lock an account.
  for (let attempt = 0; attempt < attempts; attempt++) {
    for (const [index, known] of addresses.entries()) {
      times.known.push(
        await timed(() => call("/session/login", { email: known, password: "not the right password" })),
      );
      const unknown = `nobody${index}@example.com`;
      times.unknown.push(
        await timed(() => call("/session/login", { email: unknown, password: "not the right password" })),
      );
    }
  }
  const row = (what: string, values: readonly number[]) => {
    const sorted = values.toSorted((a, b) => a - b);
    const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(2);
    return { what, "p10 ms": at(0.1), "median ms": median(values).toFixed(2), "p90 ms": at(0.9) };
  };
  printTable(`Failed logins, ${people * attempts} of each in turns`, [
    row("wrong password", times.known),
    row("no such account", times.unknown),
  ]);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}
