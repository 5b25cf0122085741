import { describe, expect, test } from "bun:test";
import { KeyedSharedMutex } from "./shared-mutex.ts";

describe("a mutex that can be shared", () => {
  test("lets those that share it run at once, and one alone after them", async () => {
    const mutex = new KeyedSharedMutex();
    const [first, second] = [await mutex.acquire("a", "shared"), await mutex.acquire("a", "shared")];
    const began: string[] = [];
    const alone = mutex.acquire("a", "exclusive").then((end) => {
      began.push("alone");
      return end;
    });
    // Behind the one that waits, so that it does not wait for ever.
    const third = mutex.acquire("a", "shared").then((end) => {
      began.push("shared");
      return end;
    });
    expect(mutex.tryAcquire("a", "shared")).toBeUndefined();
    expect(mutex.tryAcquire("b", "exclusive")).toBeDefined();
    first();
    await Bun.sleep(0);
    expect(began).toEqual([]);
    second();
    const end = await alone;
    expect(began).toEqual(["alone"]);
    end();
    (await third)();
    expect(began).toEqual(["alone", "shared"]);
    expect(mutex.tryAcquire("a", "exclusive")).toBeDefined();
  });

  test("lets all run at once that wait next to each other to share it", async () => {
    const mutex = new KeyedSharedMutex();
    const end = mutex.tryAcquire("a", "exclusive");
    const waiting = [mutex.acquire("a", "shared"), mutex.acquire("a", "shared")];
    end?.();
    expect(await Promise.all(waiting)).toHaveLength(2);
    expect(mutex.tryAcquire("a", "exclusive")).toBeUndefined();
  });
});
