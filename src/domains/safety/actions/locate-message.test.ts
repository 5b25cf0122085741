import { expect, test } from "bun:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { openServicesWith } from "../../../../test/support/server/resources.ts";
import type { Reader } from "../../../declare/tx.ts";
import { messageSearches } from "../resources.ts";
import { locateMessage } from "./locate-message.ts";

test("concurrent searches for unknown messages run one at a time", async () => {
  let [running, maxRunning, reads] = [0, 0, 0];
  async function read<T>(_: (db: Reader) => Promise<T>): Promise<T> {
    reads += 1;
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    await nextTurn();
    running -= 1;
    return [] as T;
  }
  const services = openServicesWith([messageSearches]);
  const ids = Array.from({ length: 9 }, (_, digit) => `01ARZ3NDEKTSV4RRFFQ69G5FA${digit}`);
  expect(await Promise.all(ids.map((id) => locateMessage({ services, read }, id)))).toEqual(
    ids.map(() => undefined),
  );
  expect({ maxRunning, reads }).toEqual({ maxRunning: 1, reads: 9 });
});

test("a message is in the channel whose row says so", async () => {
  const services = openServicesWith([messageSearches]);
  const rows = [
    { id: "empty", message: null },
    { id: "wanted", message: "m" },
  ];
  const read = async <T>(_: (db: Reader) => Promise<T>) => rows as T;
  expect(await locateMessage({ services, read }, "01ARZ3NDEKTSV4RRFFQ69G5FA0")).toBe("wanted");
  expect(await locateMessage({ services, read }, "no id")).toBeUndefined();
});
