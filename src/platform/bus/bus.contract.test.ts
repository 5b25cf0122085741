import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { openTestDatabaseWithLog } from "../../../test/support/database/databases.ts";
import { engines as databases } from "../../../test/support/server/engines.ts";
import { type Announcement, type Topic, topic } from "../../visibility/announcement.ts";
import { CommitLog } from "../database/postgres/commit-log.ts";
import { createInProcessBus } from "./in-process/in-process.ts";
import type { Bus } from "./port.ts";
import { PostgresBus } from "./postgres/postgres.ts";

interface Opened {
  readonly engine: Bus;
  /** The errors of listeners, as reported by the engine. */
  readonly errors: unknown[];
  readonly cleanup: () => Promise<void>;
}

const engines: { name: string; open: () => Promise<Opened> }[] = [
  {
    name: "in-process",
    open: async () => {
      const errors: unknown[] = [];
      const engine = createInProcessBus((error) => errors.push(error));
      return { engine, errors, cleanup: () => engine.close() };
    },
  },
  ...databases
    .filter((engine) => engine === "postgres")
    .map((engine) => ({
      name: engine,
      open: async () => {
        const errors: unknown[] = [];
        const opened = await openTestDatabaseWithLog(engine);
        const log = new CommitLog({ url: opened.home.databaseUrl, queryTimeoutMs: 15_000 });
        const bus = await PostgresBus.open({ log, onListenerError: (error) => errors.push(error) });
        const cleanup = async () => {
          await bus.close();
          await opened[Symbol.asyncDispose]();
        };
        return { engine: bus, errors, cleanup };
      },
    })),
];

const [ann, bob, cid] = [topic.private("ann"), topic.private("bob"), topic.private("cid")];
const about = (name: string, ...topics: Topic[]): Announcement => ({ name, payload: { of: name }, topics });

describe.each(engines)("bus: $name", ({ open }) => {
  let opened: Opened;
  let bus: Bus;

  beforeEach(async () => {
    opened = await open();
    bus = opened.engine;
  });
  afterEach(() => opened.cleanup());

  /** Subscribes and returns the names received so far, in order. */
  async function receive(topics: readonly Topic[] | "all"): Promise<string[]> {
    const received: string[] = [];
    await bus.subscribe(topics, (announcement) => received.push(announcement.name));
    return received;
  }

  /** Waits until a last announcement has arrived, and with it all that were published before. */
  async function settle(): Promise<void> {
    const end = topic.private("end");
    const { promise, resolve } = Promise.withResolvers<void>();
    const last = await bus.subscribe([end], () => resolve());
    await bus.publish(about("end", end));
    await promise;
    await last.end();
  }

  test("an announcement reaches the subscribers of its topics unchanged, and no others", async () => {
    const arrived: Announcement[] = [];
    await bus.subscribe([ann], (announcement) => arrived.push(announcement));
    const others = await receive([cid]);
    await bus.publish(about("one", ann, bob));
    await settle();
    expect(arrived).toEqual([{ name: "one", payload: { of: "one" }, topics: [ann, bob] }]);
    expect(others).toEqual([]);
  });

  test("a subscriber to several matching topics receives an announcement once", async () => {
    const received = await receive([ann, bob, cid]);
    await bus.publish(about("one", bob, ann, bob));
    await settle();
    expect(received).toEqual(["one"]);
  });

  test("a subscription to all receives every topic, and announcements without topics", async () => {
    const received = await receive("all");
    await bus.publish(about("one", ann));
    await bus.publish(about("two"));
    await settle();
    expect(received).toEqual(["one", "two", "end"]);
  });

  test("the announcements of a commit arrive in order, with its position", async () => {
    const received: Announcement[] = [];
    await bus.subscribe("all", (announcement) => received.push(announcement));
    bus.publishCommit({ position: 1, mark: 5 }, [about("one", ann), about("two", bob)]);
    bus.publishCommit({ position: 2, mark: 6 }, [about("three", ann)]);
    await bus.waitFor(2);
    expect(received.map(({ name, position }) => [name, position])).toEqual([
      ["one", 1],
      ["two", 1],
      ["three", 2],
    ]);
    expect(bus.isCurrent).toBe(true);
  });

  test("announcements arrive in the order of publishing, across topics", async () => {
    const received = await receive([ann, bob]);
    const names = Array.from({ length: 200 }, (_, index) => `${index}`);
    await Promise.all(names.map((name, index) => bus.publish(about(name, index % 2 ? ann : bob))));
    await settle();
    expect(received).toEqual(names);
  });

  test("an announcement that a listener publishes reaches all after the one that the listener received", async () => {
    await bus.subscribe([ann], () => void bus.publish(about("answer", bob)));
    const received = await receive([ann, bob]);
    const answered = Promise.withResolvers<void>();
    await bus.subscribe([bob], () => answered.resolve());
    await bus.publish(about("question", ann));
    await answered.promise;
    await settle();
    expect(received).toEqual(["question", "answer"]);
  });

  test("a listener that throws affects no other, and its error is reported", async () => {
    const failure = new Error("listener");
    await bus.subscribe([ann], () => {
      throw failure;
    });
    const received = await receive([ann]);
    await bus.publish(about("one", ann));
    await bus.publish(about("two", ann));
    await settle();
    expect(received).toEqual(["one", "two"]);
    expect(opened.errors).toEqual([failure, failure]);
  });

  test("a subscription receives nothing that was published before it", async () => {
    await bus.publish(about("before", ann));
    await settle();
    const received = await receive([ann]);
    await bus.publish(about("after", ann));
    await settle();
    expect(received).toEqual(["after"]);
  });

  test("an ended subscription receives nothing more, and others still do", async () => {
    const received: string[] = [];
    const listener = ({ name }: Announcement) => received.push(`ended ${name}`);
    const subscription = await bus.subscribe([ann, bob], listener);
    const neighbour = await receive([ann]);
    await bus.publish(about("one", ann));
    await settle();
    await subscription.end();
    await subscription.end();
    await bus.publish(about("two", ann, bob));
    await settle();
    expect(received).toEqual(["ended one"]);
    expect(neighbour).toEqual(["one", "two"]);
  });

  test("one listener in two subscriptions receives twice", async () => {
    let calls = 0;
    const listener = () => void calls++;
    await bus.subscribe([ann], listener);
    await bus.subscribe([ann], listener);
    await bus.publish(about("one", ann));
    await settle();
    expect(calls).toBe(2);
  });

  test("a closed bus delivers nothing", async () => {
    const [one, all] = [await receive([ann]), await receive("all")];
    await bus.close();
    await bus.publish(about("late", ann)).catch(() => {});
    expect([...one, ...all]).toEqual([]);
  });
});

describe("in-process bus", () => {
  test("delivers before publish returns", async () => {
    const bus = createInProcessBus(() => {});
    const received: string[] = [];
    await bus.subscribe("all", ({ name }) => received.push(name));
    void bus.publish(about("one", ann));
    expect(received).toEqual(["one"]);
  });

  test("a subscription that is made during a delivery receives nothing that was published before it", async () => {
    const bus = createInProcessBus(() => {});
    const received: string[] = [];
    await bus.subscribe([ann], () => {
      void bus.publish(about("earlier", bob));
      void bus.subscribe([bob], ({ name }) => received.push(name));
    });
    await bus.publish(about("trigger", ann));
    await bus.publish(about("later", bob));
    expect(received).toEqual(["later"]);
  });
});
