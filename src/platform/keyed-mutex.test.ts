import { expect, test } from "bun:test";
import { KeyedMutex } from "./keyed-mutex.ts";

test("work of one line waits for its turn, that of others does not", async () => {
  const lines = new KeyedMutex();
  const began: string[] = [];
  const first = Promise.withResolvers<void>();
  const work = (name: string, until = Promise.resolve()) => {
    return async () => {
      began.push(name);
      await until;
      return name;
    };
  };
  const all = [
    lines.run("a", work("a1", first.promise)),
    lines.run("a", work("a2")),
    lines.run("b", work("b1")),
  ];
  await all[2];
  expect(began).toEqual(["a1", "b1"]);
  first.resolve();
  expect(await Promise.all(all)).toEqual(["a1", "a2", "b1"]);
  expect(began).toEqual(["a1", "b1", "a2"]);
});

test("work that fails lets the next one go, and a line that was empty can be used again", async () => {
  const lines = new KeyedMutex();
  const failing = lines.run("a", () => Promise.reject(new Error("broken")));
  const next = lines.run("a", async () => "next");
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("next");
  expect(await lines.run("a", async () => "again")).toBe("again");
});
