import { describe, expect, test } from "bun:test";
import Type from "typebox";
import { engines } from "../../test/support/server/engines.ts";
import { openTestRuntime } from "../../test/support/server/services.ts";
import { event } from "../declare/event.ts";
import { createInProcessBus } from "../platform/bus/in-process/in-process.ts";
import type { Bus } from "../platform/bus/port.ts";
import type { Store } from "../store/store.ts";
import { type Announcement, topic } from "../visibility/announcement.ts";
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
  position: expect.any(Number),
});

/** PostgreSQL gives the position with the commit. */
const stored = (count: number) => ({ name: "Counted", payload: { count } });

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

describe.each([...engines])("the events of a store on %s", (engine) => {
  test("without subscribers are stored with their transactions, in order", async () => {
    await using runtime = await openTestRuntime(engine);
    const store = runtime.newStore("outbox");
    await emit(store, 1, 2);
    await emit(store, 3);
    expect(await runtime.storedAnnouncements()).toMatchObject([1, 2, 3].map(stored));
  });

  test("are dropped if their transaction is rolled back", async () => {
    await using runtime = await openTestRuntime(engine);
    const write = runtime.newStore("outbox").write(async (tx) => {
      tx.emit(Counted, { count: 1 });
      throw new Error("rolled back");
    });
    await expect(write).rejects.toThrow("rolled back");
    expect(await runtime.storedAnnouncements()).toEqual([]);
  });

  test("with a bus are published after the commit, in order", async () => {
    await using runtime = await openTestRuntime(engine);
    const { bus, received } = await openBus();
    const store = runtime.newStore(bus);
    await store.write(async (tx) => {
      tx.emit(Counted, { count: 1 });
      tx.emit(Counted, { count: 2 });
      expect(received).toEqual([]);
    });
    expect(received).toMatchObject([1, 2].map(announcement));
    await store
      .write(async (tx) => {
        tx.emit(Counted, { count: 3 });
        throw new Error("rolled back");
      })
      .catch(() => {});
    expect(received).toHaveLength(2);
  });
});

describe("the relay of the outbox, which SQLite has", () => {
  test("publishes all events in order, and empties the outbox", async () => {
    await using runtime = await openTestRuntime("sqlite");
    const counts = Array.from({ length: 250 }, (_, index) => index);
    const store = runtime.newStore("outbox");
    await emit(store, ...counts.slice(0, 120));
    await emit(store, ...counts.slice(120));
    const { bus, received } = await openBus();
    expect(await relayOutbox(store, bus)).toBe(250);
    expect(received).toEqual(counts.map(announcement));
    expect(await runtime.storedAnnouncements()).toEqual([]);
    expect(await relayOutbox(store, bus)).toBe(0);
    expect(received).toHaveLength(250);
  });

  test("leaves events that the bus refuses in the outbox for the next time", async () => {
    await using runtime = await openTestRuntime("sqlite");
    const store = runtime.newStore("outbox");
    await emit(store, 1, 2);
    const { bus, received } = await openBus();
    const down: Bus = { ...bus, publish: async () => Promise.reject(new Error("the bus is down")) };
    await expect(relayOutbox(store, down)).rejects.toThrow("the bus is down");
    expect(await runtime.storedAnnouncements()).toHaveLength(2);
    await relayOutbox(store, bus);
    expect(received).toEqual([1, 2].map(announcement));
  });
});
