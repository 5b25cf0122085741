import { expect, test } from "bun:test";
import { GroupSync } from "./group-sync.ts";

test("after a sync has failed, nothing of that group or a later one counts as stored", async () => {
  const full = new Error("the disk is full");
  let syncs = 0;
  const group = new GroupSync(async () => {
    syncs += 1;
    throw full;
  });
  const published: string[] = [];
  const first = group.sync([() => published.push("first")]);
  const failed = { status: "rejected", reason: full } as const;
  expect(await Promise.allSettled([first, group.callbacksDone()])).toEqual([failed, failed]);
  expect(await group.failed).toBe(full);
  await expect(group.sync([() => published.push("later")])).rejects.toBe(full);
  await expect(group.callbacksDone()).rejects.toBe(full);
  expect({ syncs, published }).toEqual({ syncs: 1, published: [] });
});
