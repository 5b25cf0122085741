import { expect, test } from "bun:test";
import { FairSlots } from "./fair-slots.ts";

/** Slots with tasks that end when they are told to. */
function openSlots(limits: ConstructorParameters<typeof FairSlots>[0]) {
  const slots = new FairSlots(limits);
  const running = new Map<string, () => void>();
  const started: string[] = [];
  return {
    started,
    /** A task is named by its requester, its host and a number, as in "ann x 1"; no requester is "-". */
    start(name: string, signal = new AbortController().signal) {
      const [requester = "", host = ""] = name.split(" ");
      const work = () => {
        started.push(name);
        return new Promise<void>((end) => running.set(name, end));
      };
      return slots.run({ requester: requester === "-" ? undefined : requester, host, signal }, work);
    },
    async end(name: string) {
      running.get(name)?.();
      await Bun.sleep(0);
    },
  };
}

test("a requester takes no more than their share, and others do not wait for them", async () => {
  const { start, started, end } = openSlots({ slots: 4, share: 2 });
  for (const name of ["ann a 1", "ann b 2", "ann c 3", "ann d 4", "ben e 1"]) void start(name);
  await Bun.sleep(0);
  expect(started).toEqual(["ann a 1", "ann b 2", "ben e 1"]);
  await end("ben e 1");
  expect(started).toHaveLength(3);
  await end("ann a 1");
  expect(started.slice(3)).toEqual(["ann c 3"]);
});

test("a host takes no more than its share, whoever asks", async () => {
  const { start, started, end } = openSlots({ slots: 4, share: 2 });
  for (const name of ["ann x 1", "ben x 1", "cleo x 1", "- x 1", "cleo y 2"]) void start(name);
  await Bun.sleep(0);
  expect(started).toEqual(["ann x 1", "ben x 1", "cleo y 2"]);
  await end("cleo y 2");
  expect(started).toHaveLength(3);
  await end("ann x 1");
  expect(started.slice(3)).toEqual(["cleo x 1"]);
});

test("requesters take turns", async () => {
  const { start, started, end } = openSlots({ slots: 1, share: 1 });
  for (const name of ["ann a 1", "ann a 2", "ann a 3", "ben b 1", "cleo c 1"]) void start(name);
  for (let ended = 0; ended < 5; ended += 1) {
    await Bun.sleep(0);
    await end(started[ended] ?? "");
  }
  expect(started).toEqual(["ann a 1", "ann a 2", "ben b 1", "cleo c 1", "ann a 3"]);
});

test("a claim that is aborted while it waits never runs, and blocks nobody", async () => {
  const { start, started, end } = openSlots({ slots: 1, share: 1 });
  const caller = new AbortController();
  void start("ann a 1");
  const aborted = start("ben b 1", caller.signal);
  void start("cleo c 1");
  caller.abort();
  await aborted;
  await start("dan d 1", AbortSignal.abort());
  await end("ann a 1");
  expect(started).toEqual(["ann a 1", "cleo c 1"]);
});
