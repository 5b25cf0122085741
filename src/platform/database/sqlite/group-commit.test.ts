import { Database as Handle } from "bun:sqlite";
import { beforeEach, describe, expect, spyOn, test } from "bun:test";
import { until } from "../../../../test/support/until.ts";
import { GroupCommit } from "./group-commit.ts";

describe("a group commit", () => {
  let handle: Handle;
  let commits: GroupCommit;
  let events: string[];
  let disk: Promise<void>;
  beforeEach(() => {
    handle = new Handle(":memory:");
    handle.run("create table stones (name text not null unique)");
    events = [];
    disk = Promise.resolve();
    const diskStub = {
      beforeCommit: () => events.push("about to commit"),
      whenIdle: (go: () => void) => void disk.then(go),
      async sync(callbacks: readonly (() => void)[]) {
        for (const callback of callbacks) callback();
      },
    };
    commits = new GroupCommit(handle, diskStub, {
      beforeBegin() {},
      onBegin() {},
      onSettled() {},
    });
  });

  function add(name: string): void {
    commits.beforeStatement();
    handle.run("insert into stones values (?)", [name]);
  }

  /** A write that ends in the same turn. */
  function write(name: string, { fails = false } = {}): void {
    commits.begin();
    add(name);
    if (fails) {
      commits.rollBack();
      return;
    }
    complete(name);
  }

  function complete(name: string): void {
    const outcome = commits.complete(() => events.push(name));
    outcome.catch((error: Error) => events.push(`${name}: ${error.message}`));
  }

  const stones = () => handle.query("select name from stones order by name").values().flat();
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

  test("happens at the end of the turn, for all its writes in their order", async () => {
    for (const name of ["b", "a", "c"]) write(name);
    expect(handle.inTransaction).toBe(true);
    expect(events).toEqual([]);
    await nextTurn();
    expect(events).toEqual(["about to commit", "b", "a", "c"]);
    expect(handle.inTransaction).toBe(false);
    write("d");
    await nextTurn();
    expect(events.slice(4)).toEqual(["about to commit", "d"]);
  });

  test("leaves out a write that was rolled back", async () => {
    write("a");
    write("b", { fails: true });
    write("c");
    await nextTurn();
    expect(events).toEqual(["about to commit", "a", "c"]);
    expect(stones()).toEqual(["a", "c"]);
  });

  test("waits while the disk is busy, and includes writes that come in the meantime", async () => {
    const busy = Promise.withResolvers<void>();
    disk = busy.promise;
    write("a");
    await nextTurn();
    write("b");
    await nextTurn();
    expect(events).toEqual([]);
    busy.resolve();
    await nextTurn();
    expect(events).toEqual(["about to commit", "a", "b"]);
  });

  test("has one number for all its writes, the next after the last that was used", async () => {
    const counted = () => handle.query("select count from commit_count").values().flat();
    const writeCounted = (name: string) => {
      commits.begin();
      events.push(`${name} ${commits.commitNumber()}`);
      void commits.complete(() => {});
    };
    writeCounted("a");
    writeCounted("b");
    await nextTurn();
    expect(counted()).toEqual([1]);
    write("unnamed");
    await nextTurn();
    writeCounted("c");
    await nextTurn();
    expect(counted()).toEqual([2]);
    expect(events.filter((line) => /\d/.test(line))).toEqual(["a 1", "b 1", "c 2"]);
  });

  test("does not happen in the middle of a longer write", async () => {
    write("a");
    commits.begin();
    add("long");
    await nextTurn();
    expect(events).toEqual([]);
    complete("long");
    expect(events).toEqual(["about to commit", "a", "long"]);
  });

  test("happens at once when the batch is full", () => {
    disk = new Promise(() => {});
    for (let count = 0; count < 256; count++) write(String(count));
    expect(events).toHaveLength(257);
    expect(stones()).toHaveLength(256);
  });

  test("is delayed after a large batch, and not after a small one", async () => {
    for (let count = 0; count < 16; count++) write(String(count));
    await nextTurn();
    expect(events).toHaveLength(17);
    // On a slow machine the timer may be due after the next turn already, so the timer itself is looked for.
    const timers = spyOn(globalThis, "setTimeout");
    write("next");
    expect(timers).toHaveBeenCalledTimes(1);
    timers.mockRestore();
    expect(events).toHaveLength(17);
    await until(() => events.length === 19);
    write("last");
    await nextTurn();
    expect(events).toHaveLength(21);
  });

  test("that the database refuses rejects all its writes, and later writes go on", async () => {
    handle.run("pragma foreign_keys = on");
    handle.run(`create table pebbles (stone text references stones (name) deferrable initially deferred)`);
    write("a");
    commits.begin();
    commits.beforeStatement();
    handle.run("insert into pebbles values ('of nothing')");
    complete("pebble");
    await nextTurn();
    expect(events).toEqual([
      "about to commit",
      "a: FOREIGN KEY constraint failed",
      "pebble: FOREIGN KEY constraint failed",
    ]);
    expect(stones()).toEqual([]);
    write("b");
    await nextTurn();
    expect(events.slice(3)).toEqual(["about to commit", "b"]);
  });

  test("happens at once on flush", () => {
    write("a");
    commits.flush();
    expect(events).toEqual(["about to commit", "a"]);
  });
});
