import { expect, test } from "bun:test";
import pino from "pino";
import { DatabaseUnavailable } from "../database/failure.ts";
import { logOutages } from "./log-outages.ts";

const begun = "the database does not respond; until it does, its errors are only counted";
const ended = "the database responds again; errors were counted meanwhile";
const stopped = "the server stops while the database does not respond; errors were counted meanwhile";

/** A log of which one error has been the last so far, on a database that answers the probe when it is told to. */
function openOutage(failingProbes: number) {
  const lines: { msg: string; errors?: number }[] = [];
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
  const lastProbe = Promise.withResolvers<void>();
  let probes = 0;
  const outages = logOutages(log, async () => {
    if (probes++ < failingProbes) throw new Error("refused");
    lastProbe.resolve();
  });
  const fail = () => outages.log.error({ err: new DatabaseUnavailable("refused") }, "failed");
  fail();
  return { lines, fail, outages, answered: lastProbe.promise };
}

test("the end of an outage is logged if its beginning was, although no error came meanwhile", async () => {
  const { lines, answered } = openOutage(1);
  await answered;
  await Bun.sleep(0);
  expect(lines.map(({ msg, errors }) => [msg, errors])).toEqual([
    ["failed", undefined],
    [begun, undefined],
    [ended, 0],
  ]);
});

test("an outage whose beginning was not logged has no end in the log, except for errors that it hid", async () => {
  const quiet = openOutage(0);
  const hiding = openOutage(0);
  hiding.fail();
  await Promise.all([quiet.answered, hiding.answered]);
  await Bun.sleep(0);
  expect(quiet.lines.map(({ msg }) => msg)).toEqual(["failed"]);
  expect(hiding.lines.map(({ msg, errors }) => [msg, errors])).toEqual([
    ["failed", undefined],
    [ended, 1],
  ]);
});

test("a server that stops during an outage logs that, although no error came meanwhile", async () => {
  const { lines, outages } = openOutage(Number.POSITIVE_INFINITY);
  await Bun.sleep(0);
  outages[Symbol.dispose]();
  expect(lines.map(({ msg }) => msg)).toEqual(["failed", begun, stopped]);
});
