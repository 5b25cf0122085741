import { describe, expect, test } from "bun:test";
import { engines } from "../../../../test/support/server/engines.ts";
import { openTestRuntime } from "../../../../test/support/server/services.ts";
import { endSilence, recordSilence } from "./silent-nodes.ts";

describe.each([...engines])("the silence of a voice node on %s", (engine) => {
  test("lasts until it answers any server, or until nobody has looked for a while", async () => {
    await using runtime = await openTestRuntime(engine);
    // Two servers of a cluster.
    const [first, second] = [runtime.newStore("outbox"), runtime.newStore("outbox")];
    const record = (store: typeof first, now: number, node = "a") =>
      store.write((tx) => recordSilence(tx, node, { now, forgetAfterMs: 30 }));
    expect(await record(first, 100)).toBe(100);
    expect(await record(second, 120)).toBe(100);
    expect(await record(first, 150)).toBe(100);
    expect(await record(first, 150, "b")).toBe(150);
    await second.write((tx) => endSilence(tx, "a"));
    expect(await record(first, 160)).toBe(160);
    expect(await record(first, 191)).toBe(191);
    expect(await record(second, 170, "b")).toBe(150);
  });
});
