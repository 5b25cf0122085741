import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { StillClock } from "../../../../test/support/server/services.ts";
import { divideAmongNodes } from "./divided.ts";
import { createInMemoryCounters } from "./in-memory.ts";

const windowMs = 1_000;

describe("counters divided among nodes", () => {
  test("allow the limit together, and less than a call for each node more", async () => {
    const property = fc.asyncProperty(fc.nat(200), fc.integer({ min: 1, max: 20 }), async (limit, nodes) => {
      let allowed = 0;
      for (let node = 0; node < nodes; node++) {
        const counters = divideAmongNodes(createInMemoryCounters(new StillClock()), () => nodes);
        for (let call = 0; call <= limit; call++)
          if ((await counters.take("key", limit, windowMs)).allowed) allowed++;
      }
      expect(allowed).toBeGreaterThanOrEqual(limit);
      expect(allowed).toBeLessThan(limit + nodes);
    });
    await fc.assert(property);
  });

  test("follow the number of nodes within a window, and take none for one", async () => {
    let nodes = 0;
    const counters = divideAmongNodes(createInMemoryCounters(new StillClock()), () => nodes);
    const remaining = async () => (await counters.take("key", 6, windowMs)).remaining;
    expect(await remaining()).toBe(5);
    nodes = 2;
    expect(await remaining()).toBe(1);
    nodes = 3;
    expect(await counters.take("key", 6, windowMs)).toMatchObject({ allowed: false, remaining: 0 });
    nodes = 1;
    expect(await remaining()).toBe(3);
  });
});
