import { expect, test } from "bun:test";
import { Batcher } from "./batcher.ts";

function recording(options = { maxSize: 3, maxHoldMs: 60_000 }) {
  const batches: { readonly items: readonly number[]; end(error?: Error): void }[] = [];
  const batcher = new Batcher<number, string>((items) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    batches.push({ items, end: (error) => (error ? reject(error) : resolve(items.map(String))) });
    return promise;
  }, options);
  return { batcher, batches, sizes: () => batches.map(({ items }) => items.length) };
}

test("an item that comes alone runs at once, those that come meanwhile run together", async () => {
  const { batcher, batches } = recording();
  const first = batcher.add(1);
  expect(batches.map(({ items }) => items)).toEqual([[1]]);
  const others = [2, 3, 4, 5].map((item) => batcher.add(item));
  expect(batches).toHaveLength(1);
  batches[0]?.end();
  expect(await first).toBe("1");
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
  batches[1]?.end();
  expect(await others[2]).toBe("4");
  batches[2]?.end();
  expect(await Promise.all(others)).toEqual(["2", "3", "4", "5"]);
});

test("a batch that fails fails its items alone", async () => {
  const { batcher, batches } = recording();
  const first = batcher.add(1);
  const second = batcher.add(2);
  batches[0]?.end(new Error("refused"));
  expect(first).rejects.toThrow("refused");
  await first.catch(() => {});
  batches[1]?.end();
  expect(await second).toBe("2");
});

test("a batch that takes too long no longer holds up the next one, and releases only once", async () => {
  const { batcher, batches, sizes } = recording({ maxSize: 3, maxHoldMs: 1 });
  const first = batcher.add(1);
  const second = batcher.add(2);
  while (batches.length < 2) await Bun.sleep(1);
  expect(sizes()).toEqual([1, 1]);
  batches[1]?.end();
  expect(await second).toBe("2");
  batches[0]?.end();
  expect(await first).toBe("1");
});
