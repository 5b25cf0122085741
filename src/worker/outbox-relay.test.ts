import { describe, expect, test } from "bun:test";
import Type from "typebox";
import { engines } from "../../test/support/engines.ts";
import { openTestRuntime } from "../../test/support/services.ts";
import { createInProcessBus } from "../platform/bus/in-process.ts";
import type { Bus } from "../platform/bus/port.ts";
import { type Announcement, event, topic } from "../protocol/event.ts";
import type { Store } from "../store/store.ts";
import { relayOutbox } from "./outbox-relay.ts";

const Counted = event({
  name: "Counted",
  doc: "For tests.",
  payload: Type.Object({ count: Type.Integer() }),
  audience: () => [topic.private("user")],
});

const announcement = (count: number): Announcement => ({
  name: "Counted",
  payload: { count },
  topics: [topic.private("user")],
  commit: expect.any(String),
});

const emit = (store: Store, ...counts: number[]) =>
  store.write(async (tx) => {
    for (const count of counts) tx.emit(Counted, { count });
  });

async function openBus(): Promise<{ bus: Bus; received: Announcement[] }> {
  const bus = createInProcessBus(() => {});
  const received: Announcement[] = [];
  await bus.subscribe("all", (each) => received.push(each));
  return { bus, received };
}

describe.each([...engines])("outbox on %s", (engine) => {
  test("events are in the outbox after their transaction has committed, in order", async () => {
    await using runtime = await openTestRuntime(engine);
    const store = runtime.newStore("outbox");
    await emit(store, 1, 2);
    await emit(store, 3);
    expect(await runtime.outbox()).toEqual([1, 2, 3].map(announcement));
  });

  test("a rollback drops the events of its transaction", async () => {
    await using runtime = await openTestRuntime(engine);
    const write = runtime.newStore("outbox").write(async (tx) => {
      tx.emit(Counted, { count: 1 });
      throw new Error("rolled back");
    });
    await expect(write).rejects.toThrow("rolled back");
    expect(await runtime.outbox()).toEqual([]);
  });

  test("a store with a bus publishes after the commit, in order, and does not use the outbox", async () => {
    await using runtime = await openTestRuntime(engine);
    const { bus, received } = await openBus();
    const store = runtime.newStore(bus);
    await store.write(async (tx) => {
      tx.emit(Counted, { count: 1 });
      tx.emit(Counted, { count: 2 });
      expect(received).toEqual([]);
    });
    expect(received).toEqual([1, 2].map(announcement));
    await store
      .write(async (tx) => {
        tx.emit(Counted, { count: 3 });
        throw new Error("rolled back");
      })
      .catch(() => {});
    expect(received).toHaveLength(2);
    expect(await runtime.outbox()).toEqual([]);
  });

  test("the relay publishes all events in order, and empties the outbox", async () => {
    await using runtime = await openTestRuntime(engine);
    const counts = Array.from({ length: 250 }, (_, index) => index);
    const store = runtime.newStore("outbox");
    await emit(store, ...counts.slice(0, 120));
    await emit(store, ...counts.slice(120));
    const { bus, received } = await openBus();
    expect(await relayOutbox(store, bus)).toBe(250);
    expect(received).toEqual(counts.map(announcement));
    expect(await runtime.outbox()).toEqual([]);
    expect(await relayOutbox(store, bus)).toBe(0);
    expect(received).toHaveLength(250);
  });

  test("events that the bus refuses stay in the outbox for the next time", async () => {
    await using runtime = await openTestRuntime(engine);
    const store = runtime.newStore("outbox");
    await emit(store, 1, 2);
    const { bus, received } = await openBus();
    const down: Bus = { ...bus, publish: async () => Promise.reject(new Error("the bus is down")) };
    await expect(relayOutbox(store, down)).rejects.toThrow("the bus is down");
    expect(await runtime.outbox()).toHaveLength(2);
    await relayOutbox(store, bus);
    expect(received).toEqual([1, 2].map(announcement));
  });
});
