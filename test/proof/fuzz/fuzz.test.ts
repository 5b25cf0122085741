import { expect, test } from "bun:test";
import { amount } from "../../support/run/is-thorough.ts";
import { engines } from "../../support/server/engines.ts";
import { proveFuzz } from "./prove-fuzz.ts";
import { faultsOf } from "./report.ts";

/** A short form of `npm run proof fuzz`. */
test("random requests and frames get proper replies, and leave a sound database", async () => {
  const reports = await proveFuzz({
    seed: 4,
    requests: amount(100, 300) * engines.length,
    frames: 200,
    log: () => {},
  });
  for (const report of reports) {
    const { memory: _, ...requests } = report.requests;
    // Caches are still filling.
    expect(faultsOf({ ...report, requests: { ...requests, memory: [] } })).toEqual([]);
    const accepted = [...report.requests.counts.values()].filter((count) => count.accepted > 0);
    expect(accepted.length).toBeGreaterThan(30);
  }
}, 120_000);
