/** `npm run proof resume`: users act while their clients are cut off and resume, and all clients are compared. */
import { describe, expect, test } from "bun:test";
import { highLimits } from "../../convergence/world.ts";
import { engines } from "../../support/server/engines.ts";
import { openServer, usualConnections } from "../../support/server/server.ts";
import { minutes } from "../../support/server/test-clock.ts";
import { Random } from "../random.ts";
import { Crowd, CutCounts } from "./crowd.ts";

const cuts = Number(process.env.ERMINE_PROOF_CUTS ?? 10_000);
const limitMs = minutes(Number(process.env.ERMINE_PROOF_MINUTES ?? Number.POSITIVE_INFINITY));
const firstSeed = Number(process.env.ERMINE_PROOF_SEED ?? 1);
const roundsOfCrowd = 20;
const servers = [
  { name: "SQLite", engine: "sqlite", nodes: 1 },
  { name: "PostgreSQL", engine: "postgres", nodes: 1 },
  { name: "PostgreSQL with three nodes", engine: "postgres", nodes: 3 },
] as const;

describe.each(servers.filter(({ engine }) => engines.includes(engine)))(
  "on $name",
  ({ name, engine, nodes }) => {
    test(`a client that was cut off knows what a new one knows, ${cuts} times`, async () => {
      await using server = await openServer(engine, {
        config: { ...usualConnections, events: highLimits },
        nodes,
      });
      const counts = new CutCounts();
      const end = performance.now() + limitMs;
      const isOver = () => counts.resumed >= cuts || performance.now() > end;
      for (let seed = firstSeed; !isOver(); seed++) {
        console.log(`${name}, crowd ${seed}`);
        await using crowd = await Crowd.gather(server, { random: new Random(seed), counts });
        for (let round = 0; round < roundsOfCrowd && !isOver(); round++) {
          await crowd.round();
          const { missed: _, ...figures } = counts;
          console.log(`${name}: ${JSON.stringify(figures)}`);
        }
        // What nobody will resume is forgotten.
        server.clock.advance(minutes(20));
      }
      for (const line of counts.missed.lines) console.log(line);
      expect(counts.resumed).toBeGreaterThan(0);
    });
  },
);
