import { Database as Handle } from "bun:sqlite";
import { beforeEach, describe, expect, test } from "bun:test";
import { until } from "../../../../test/support/until.ts";
import { GroupCommit } from "./group-commit.ts";

describe("a shared commit", () => {
  let handle: Handle;
  let commits: GroupCommit;
  let told: string[];
  let disk: Promise<void>;
  beforeEach(() => {
    handle = new Handle(":memory:");
    handle.run("create table stones (name text not null unique)");
    told = [];
    disk = Promise.resolve();
    const waiting = {
      beforeCommit: () => told.push("about to commit"),
      whenIdle: (go: () => void) => void disk.then(go),
      async after(followUps: readonly (() => void)[]) {
        for (const followUp of followUps) followUp();
      },
    };
    commits = new GroupCommit(handle, waiting, {
      beforeBegin() {},
      onBegin() {},
      onRollback() {},
      onSettled() {},
    });
  });

  /** A write that runs to its end at once, as they do. */
  function write(name: string, { fails = false } = {}): void {
    commits.begin();
    handle.run("insert into stones values (?)", [name]);
    if (fails) {
      commits.rollBack();
      return;
    }
    complete(name);
  }

  function complete(name: string): void {
    const outcome = commits.complete(() => told.push(name));
    outcome.catch((error: Error) => told.push(`${name}: ${error.message}`));
  }

  const stones = () => handle.query("select name from stones order by name").values().flat();
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

  test("comes when the turn is over, for all that were done in it, in their order", async () => {
    for (const name of ["b", "a", "c"]) write(name);
    expect(handle.inTransaction).toBe(true);
    expect(told).toEqual([]);
    await nextTurn();
    expect(told).toEqual(["about to commit", "b", "a", "c"]);
    expect(handle.inTransaction).toBe(false);
    write("d");
    await nextTurn();
    expect(told.slice(4)).toEqual(["about to commit", "d"]);
  });

  test("leaves out what one of them took back", async () => {
    write("a");
    write("b", { fails: true });
    write("c");
    await nextTurn();
    expect(told).toEqual(["about to commit", "a", "c"]);
    expect(stones()).toEqual(["a", "c"]);
  });

  test("waits while the disk is busy, and takes up what comes meanwhile", async () => {
    const busy = Promise.withResolvers<void>();
    disk = busy.promise;
    write("a");
    await nextTurn();
    write("b");
    await nextTurn();
    expect(told).toEqual([]);
    busy.resolve();
    await nextTurn();
    expect(told).toEqual(["about to commit", "a", "b"]);
  });

  test("does at its end what was left for later, but for what was taken back", async () => {
    const addLater = (name: string) =>
      commits.defer(() => handle.run("insert into stones values (?)", [name]));
    commits.begin();
    addLater("of nobody");
    commits.rollBack();
    commits.begin();
    addLater("last");
    complete("later");
    write("first");
    expect(stones()).toEqual(["first"]);
    await nextTurn();
    expect(told).toEqual(["about to commit", "later", "first"]);
    expect(stones()).toEqual(["first", "last"]);
  });

  test("has one number for all, the next after the last that was told of", async () => {
    const counted = () => handle.query("select count from commit_count").values().flat();
    const writeCounted = (name: string) => {
      commits.begin();
      told.push(`${name} ${commits.commitNumber()}`);
      void commits.complete(() => {});
    };
    writeCounted("a");
    writeCounted("b");
    await nextTurn();
    expect(counted()).toEqual([1]);
    write("untold");
    await nextTurn();
    writeCounted("c");
    await nextTurn();
    expect(counted()).toEqual([2]);
    expect(told.filter((line) => /\d/.test(line))).toEqual(["a 1", "b 1", "c 2"]);
  });

  test("does not come in the middle of a write that lasts longer", async () => {
    write("a");
    commits.begin();
    handle.run("insert into stones values ('long')");
    await nextTurn();
    expect(told).toEqual([]);
    complete("long");
    expect(told).toEqual(["about to commit", "a", "long"]);
  });

  test("comes at once when there are many", () => {
    disk = new Promise(() => {});
    for (let count = 0; count < 256; count++) write(String(count));
    expect(told).toHaveLength(257);
    expect(stones()).toHaveLength(256);
  });

  test("lingers after one of many, and no longer after one of few", async () => {
    for (let count = 0; count < 16; count++) write(String(count));
    await nextTurn();
    expect(told).toHaveLength(17);
    write("next");
    await nextTurn();
    expect(told).toHaveLength(17);
    await until(() => told.length === 19);
    write("last");
    await nextTurn();
    expect(told).toHaveLength(21);
  });

  test("that the database refuses fails all of them, and later ones go on", async () => {
    handle.run("pragma foreign_keys = on");
    handle.run(`create table pebbles (stone text references stones (name) deferrable initially deferred)`);
    write("a");
    commits.begin();
    handle.run("insert into pebbles values ('of nothing')");
    complete("pebble");
    await nextTurn();
    expect(told).toEqual([
      "about to commit",
      "a: FOREIGN KEY constraint failed",
      "pebble: FOREIGN KEY constraint failed",
    ]);
    expect(stones()).toEqual([]);
    write("b");
    await nextTurn();
    expect(told.slice(3)).toEqual(["about to commit", "b"]);
  });

  test("is not waited for at the end", () => {
    write("a");
    commits.flush();
    expect(told).toEqual(["about to commit", "a"]);
  });
});
