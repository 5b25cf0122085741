import { describe, expect, test } from "bun:test";
import { Semaphore } from "./semaphore.ts";

/** Work that ends when the test resolves it. */
function newWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, resolve, reject };
}

describe("a semaphore", () => {
  test("runs as many tasks as it has slots, and the others in their order", async () => {
    const semaphore = new Semaphore(2);
    const began: number[] = [];
    const works = Array.from({ length: 5 }, newWork);
    const passing = works.map(({ work }, number) =>
      semaphore.run(() => {
        began.push(number);
        return work();
      }),
    );
    await Promise.resolve();
    expect(began).toEqual([0, 1]);
    works[1]?.resolve("second");
    expect(await passing[1]).toBe("second");
    expect(began).toEqual([0, 1, 2]);
    for (const { resolve } of works) resolve("rest");
    await Promise.all(passing);
    expect(began).toEqual([0, 1, 2, 3, 4]);
  });

  test("releases its slot after a task that fails", async () => {
    const semaphore = new Semaphore(1);
    const [failing, next] = [newWork(), newWork()];
    const [first, second] = [semaphore.run(failing.work), semaphore.run(next.work)];
    failing.reject(new Error("no"));
    await expect(first).rejects.toThrow("no");
    next.resolve("after");
    expect(await second).toBe("after");
    expect(await semaphore.run(async () => "later")).toBe("later");
  });
});
