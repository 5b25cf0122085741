/** `npm run proof resume`: the walks of the convergence tests until so many clients were cut off and resumed. */
import { describe, expect, test } from "bun:test";
import { runWalk } from "../../convergence/run-walk.ts";
import { engines } from "../../support/server/engines.ts";
import { resumeCounts } from "../../support/stream/resuming-stream.ts";

const cuts = Number(process.env.ERMINE_PROOF_CUTS ?? 10_000);
const firstSeed = Number(process.env.ERMINE_PROOF_SEED ?? 1);
const servers = [
  { name: "SQLite", engine: "sqlite", nodes: 1 },
  { name: "PostgreSQL", engine: "postgres", nodes: 1 },
  { name: "PostgreSQL with three nodes", engine: "postgres", nodes: 3 },
] as const;
const subjects = ["people", "servers"] as const;

describe.each(servers.filter(({ engine }) => engines.includes(engine)))("on $name", ({ engine, nodes }) => {
  test(`a client that was cut off knows what a new one knows, ${cuts} times`, async () => {
    const before = { ...resumeCounts };
    const resumed = () => resumeCounts.resumed - before.resumed;
    const anew = () => resumeCounts.startedAnew - before.startedAnew;
    for (let round = 0; resumed() + anew() < cuts; round++) {
      const subject = subjects[round % 2] ?? "people";
      const together = round % 4 < 2 ? 1 : 6;
      const seed = firstSeed + round;
      console.log(`walk ${seed}`);
      await runWalk({ engine, subject, together, pause: 3, nodes, withLibrary: false, seed });
      console.log(`${engine}, ${nodes}: ${resumed()} resumed, ${anew()} started anew`);
    }
    expect(resumed()).toBeGreaterThan(0);
  });
});
