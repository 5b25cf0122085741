import { expect, test } from "bun:test";
import { amount, usually } from "../../support/run/is-thorough.ts";
import { engines } from "../../support/server/engines.ts";
import { proveFuzz } from "./prove-fuzz.ts";
import { faultsOf } from "./report.ts";

/** A short form of `npm run proof fuzz`. */
test("random requests and frames get proper replies, and leave a sound database", async () => {
  const some = usually(engines);
  const requests = amount(150, 300) * some.length;
  const reports = await proveFuzz({ seed: 4, engines: some, requests, frames: 200, log: () => {} });
  for (const report of reports) {
    const { memory: _, ...requests } = report.requests;
    // Caches are still filling.
    expect(faultsOf({ ...report, requests: { ...requests, memory: [] } })).toEqual([]);
    const accepted = [...report.requests.counts.values()].filter((count) => count.accepted > 0);
    expect(accepted.length).toBeGreaterThan(30);
  }
}, 120_000);
