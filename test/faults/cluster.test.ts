import { describe, expect, setDefaultTimeout } from "bun:test";
import { proveCluster } from "../proof/cluster/prove-cluster.ts";
import { allowLoggedErrors, databaseErrors } from "../support/log/test-log.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { engines } from "../support/server/engines.ts";

setDefaultTimeout(180_000);

/** A short form of `npm run proof cluster`. */
describe.skipIf(!engines.includes("postgres"))("several nodes", () => {
  thoroughTest(
    "lose and repeat nothing and show nothing hidden while one is killed and another cut off",
    async () => {
      allowLoggedErrors(...databaseErrors);
      const { violations, history, presence } = await proveCluster({
        seed: 1,
        nodes: 3,
        servers: 2,
        people: 5,
        viewersPerPerson: 2,
        writers: 4,
        writerPauseMs: 200,
        redis: false,
        durationMs: 1,
        faults: [["killed with -9", "PostgreSQL: packets lost"]],
        areFaultsLong: true,
        log() {},
      });
      expect(violations).toEqual([]);
      expect(history.writes.filter(({ outcome }) => outcome === "acknowledged")).not.toBeEmpty();
      expect(history.connections.filter(({ end }) => end === 1012)).not.toBeEmpty();
      expect(presence.delays).toHaveLength(1);
    },
  );
});
