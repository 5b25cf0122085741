import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type Announcement, type Topic, topic } from "../../protocol/event.ts";
import { createInProcessBus } from "./in-process.ts";
import type { Bus } from "./port.ts";

interface Opened {
  readonly engine: Bus;
  /** What listeners threw, as reported by the engine. */
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

  /** Subscribes and returns the names heard so far, in order. */
  async function hear(topics: readonly Topic[] | "all"): Promise<string[]> {
    const heard: string[] = [];
    await bus.subscribe(topics, (announcement) => heard.push(announcement.name));
    return heard;
  }

  /** Publishes a last word and waits until a listener of its own has heard it, and so everyone the rest. */
  async function settle(): Promise<void> {
    const end = topic.private("end");
    const { promise, resolve } = Promise.withResolvers<void>();
    const last = await bus.subscribe([end], () => resolve());
    await bus.publish(about("end", end));
    await promise;
    await last.end();
  }

  test("an announcement arrives whole at those who hear one of its topics, and at nobody else", async () => {
    const arrived: Announcement[] = [];
    await bus.subscribe([ann], (announcement) => arrived.push(announcement));
    const others = await hear([cid]);
    await bus.publish(about("one", ann, bob));
    await settle();
    expect(arrived).toEqual([{ name: "one", payload: { of: "one" }, topics: [ann, bob] }]);
    expect(others).toEqual([]);
  });

  test("several matching topics are one hearing", async () => {
    const heard = await hear([ann, bob, cid]);
    await bus.publish(about("one", bob, ann, bob));
    await settle();
    expect(heard).toEqual(["one"]);
  });

  test("a subscription to all hears every topic, and what has none", async () => {
    const heard = await hear("all");
    await bus.publish(about("one", ann));
    await bus.publish(about("two"));
    await settle();
    expect(heard).toEqual(["one", "two", "end"]);
  });

  test("announcements arrive in the order of publishing, across topics", async () => {
    const heard = await hear([ann, bob]);
    const names = Array.from({ length: 200 }, (_, index) => `${index}`);
    await Promise.all(names.map((name, index) => bus.publish(about(name, index % 2 ? ann : bob))));
    await settle();
    expect(heard).toEqual(names);
  });

  test("what a listener publishes is heard after what it was hearing, by all", async () => {
    await bus.subscribe([ann], () => void bus.publish(about("answer", bob)));
    const heard = await hear([ann, bob]);
    const answered = Promise.withResolvers<void>();
    await bus.subscribe([bob], () => answered.resolve());
    await bus.publish(about("question", ann));
    await answered.promise;
    await settle();
    expect(heard).toEqual(["question", "answer"]);
  });

  test("a listener that throws harms nobody, and is reported", async () => {
    const failure = new Error("listener");
    await bus.subscribe([ann], () => {
      throw failure;
    });
    const heard = await hear([ann]);
    await bus.publish(about("one", ann));
    await bus.publish(about("two", ann));
    await settle();
    expect(heard).toEqual(["one", "two"]);
    expect(opened.errors).toEqual([failure, failure]);
  });

  test("nothing is kept for those who come later", async () => {
    await bus.publish(about("before", ann));
    await settle();
    const heard = await hear([ann]);
    await bus.publish(about("after", ann));
    await settle();
    expect(heard).toEqual(["after"]);
  });

  test("an ended subscription hears nothing more, and its neighbours still do", async () => {
    const heard: string[] = [];
    const listener = ({ name }: Announcement) => heard.push(`ended ${name}`);
    const subscription = await bus.subscribe([ann, bob], listener);
    const neighbour = await hear([ann]);
    await bus.publish(about("one", ann));
    await settle();
    await subscription.end();
    await subscription.end();
    await bus.publish(about("two", ann, bob));
    await settle();
    expect(heard).toEqual(["ended one"]);
    expect(neighbour).toEqual(["one", "two"]);
  });

  test("one listener in two subscriptions hears twice", async () => {
    let calls = 0;
    const listener = () => void calls++;
    await bus.subscribe([ann], listener);
    await bus.subscribe([ann], listener);
    await bus.publish(about("one", ann));
    await settle();
    expect(calls).toBe(2);
  });

  test("a closed bus is silent", async () => {
    const [one, all] = [await hear([ann]), await hear("all")];
    await bus.close();
    await bus.publish(about("late", ann)).catch(() => {});
    expect([...one, ...all]).toEqual([]);
  });
});

describe("in-process bus", () => {
  test("delivers before publish returns", async () => {
    const bus = createInProcessBus(() => {});
    const heard: string[] = [];
    await bus.subscribe("all", ({ name }) => heard.push(name));
    void bus.publish(about("one", ann));
    expect(heard).toEqual(["one"]);
  });

  test("who subscribes during a delivery does not hear what was published before", async () => {
    const bus = createInProcessBus(() => {});
    const heard: string[] = [];
    await bus.subscribe([ann], () => {
      void bus.publish(about("earlier", bob));
      void bus.subscribe([bob], ({ name }) => heard.push(name));
    });
    await bus.publish(about("trigger", ann));
    await bus.publish(about("later", bob));
    expect(heard).toEqual(["later"]);
  });
});
