import { describe, expect, test } from "bun:test";
import Type from "typebox";
import { engines } from "../../test/support/engines.ts";
import { openTestHouse } from "../../test/support/services.ts";
import { createInProcessBus } from "../platform/bus/in-process.ts";
import type { Bus } from "../platform/bus/port.ts";
import { type Announcement, event, topic } from "../protocol/event.ts";
import type { Store } from "../store/store.ts";
import { relayOutbox } from "./outbox-relay.ts";

const Counted = event({
  name: "Counted",
  doc: "For tests.",
  payload: Type.Object({ count: Type.Integer() }),
  audience: () => [topic.private("somebody")],
});

const announcement = (count: number): Announcement => ({
  name: "Counted",
  payload: { count },
  topics: [topic.private("somebody")],
  commit: expect.any(String),
});

const emit = (store: Store, ...counts: number[]) =>
  store.write(async (tx) => {
    for (const count of counts) tx.emit(Counted, { count });
  });

async function openBus(): Promise<{ bus: Bus; heard: Announcement[] }> {
  const bus = createInProcessBus(() => {});
  const heard: Announcement[] = [];
  await bus.subscribe("all", (each) => heard.push(each));
  return { bus, heard };
}

describe.each([...engines])("outbox on %s", (engine) => {
  test("events stand in the outbox once their transaction is committed, in order", async () => {
    await using house = await openTestHouse(engine);
    const store = house.newStore("outbox");
    await emit(store, 1, 2);
    await emit(store, 3);
    expect(await house.outbox()).toEqual([1, 2, 3].map(announcement));
  });

  test("events of a transaction that is rolled back are forgotten", async () => {
    await using house = await openTestHouse(engine);
    const write = house.newStore("outbox").write(async (tx) => {
      tx.emit(Counted, { count: 1 });
      throw new Error("rolled back");
    });
    await expect(write).rejects.toThrow("rolled back");
    expect(await house.outbox()).toEqual([]);
  });

  test("a store with a bus publishes after the commit, in order, and leaves the outbox alone", async () => {
    await using house = await openTestHouse(engine);
    const { bus, heard } = await openBus();
    const store = house.newStore(bus);
    await store.write(async (tx) => {
      tx.emit(Counted, { count: 1 });
      tx.emit(Counted, { count: 2 });
      expect(heard).toEqual([]);
    });
    expect(heard).toEqual([1, 2].map(announcement));
    await store
      .write(async (tx) => {
        tx.emit(Counted, { count: 3 });
        throw new Error("rolled back");
      })
      .catch(() => {});
    expect(heard).toHaveLength(2);
    expect(await house.outbox()).toEqual([]);
  });

  test("the relay publishes all there is in order, and empties the outbox", async () => {
    await using house = await openTestHouse(engine);
    const counts = Array.from({ length: 250 }, (_, index) => index);
    const store = house.newStore("outbox");
    await emit(store, ...counts.slice(0, 120));
    await emit(store, ...counts.slice(120));
    const { bus, heard } = await openBus();
    expect(await relayOutbox(store, bus)).toBe(250);
    expect(heard).toEqual(counts.map(announcement));
    expect(await house.outbox()).toEqual([]);
    expect(await relayOutbox(store, bus)).toBe(0);
    expect(heard).toHaveLength(250);
  });

  test("what a bus does not take stays for the next time", async () => {
    await using house = await openTestHouse(engine);
    const store = house.newStore("outbox");
    await emit(store, 1, 2);
    const { bus, heard } = await openBus();
    const down: Bus = { ...bus, publish: async () => Promise.reject(new Error("the bus is down")) };
    await expect(relayOutbox(store, down)).rejects.toThrow("the bus is down");
    expect(await house.outbox()).toHaveLength(2);
    await relayOutbox(store, bus);
    expect(heard).toEqual([1, 2].map(announcement));
  });
});
