import { expect, test } from "bun:test";
import { createIds } from "../../../platform/ids/ids.ts";
import { isSessionExpired, lastUseLag } from "./session-expiry.ts";

const hour = 3_600_000;
const day = 24 * hour;
const now = 1_700_000_000_000;

test.each<[age: number, unused: number, limits: { max_age: string; idle: string }, expired: boolean]>([
  [1_000 * day, 1_000 * day, { max_age: "", idle: "" }, false],
  [1_000 * day, 30 * day - 1, { max_age: "", idle: "30d" }, false],
  [1_000 * day, 30 * day, { max_age: "", idle: "30d" }, true],
  [0, 0, { max_age: "1h", idle: "1h" }, false],
  // A clock that was set back.
  [-day, -day, { max_age: "1h", idle: "1h" }, false],
  [12 * hour - 1, 0, { max_age: "12h", idle: "" }, false],
  [12 * hour, 0, { max_age: "12h", idle: "" }, true],
  [12 * hour, 0, { max_age: "1d", idle: "12h" }, false],
  [day, 0, { max_age: "1d", idle: "12h" }, true],
])("a session of %d ms, unused for %d ms, with the limits %p: %p", (age, unused, limits, expired) => {
  const sessionId = createIds({ now: () => now - age }).next();
  expect(isSessionExpired({ sessionId, lastSeen: now - unused }, limits, now)).toBe(expired);
});

test.each<[idle: string, lag: number]>([
  ["", hour],
  ["30d", hour],
  ["10h", hour],
  ["1h", hour / 10],
])("with the limit %p, the last use is stored with a lag of %d ms at most", (idle, lag) => {
  expect(lastUseLag({ idle })).toBe(lag);
});
