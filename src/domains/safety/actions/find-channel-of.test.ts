import { expect, test } from "bun:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Reader } from "../../../store/tx.ts";
import { findChannelOf } from "./find-channel-of.ts";

test("of many messages that are nowhere, one is looked for at a time", async () => {
  let [inside, most, reads] = [0, 0, 0];
  async function read<T>(_: (db: Reader) => Promise<T>): Promise<T> {
    reads += 1;
    inside += 1;
    most = Math.max(most, inside);
    await nextTurn();
    inside -= 1;
    return [] as T;
  }
  const ids = Array.from({ length: 9 }, (_, digit) => `01ARZ3NDEKTSV4RRFFQ69G5FA${digit}`);
  expect(await Promise.all(ids.map((id) => findChannelOf(read, id)))).toEqual(ids.map(() => undefined));
  expect({ most, reads }).toEqual({ most: 1, reads: 9 });
});
