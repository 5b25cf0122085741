import { expect, test } from "bun:test";
import { outcomeOfStatus, retryAfterMs } from "./delivery-outcome.ts";

test.each([
  [[200, 201, 202, 204], "sent"],
  [[404, 410], "gone"],
  [[408, 429, 500, 502, 503, 599], "retry"],
  [[301, 307, 400, 401, 403, 413, 418], "refused"],
] as const)("the statuses %j mean %s", (statuses, outcome) => {
  for (const status of statuses) expect(outcomeOfStatus(status)).toBe(outcome);
});

const now = Date.parse("2026-01-01T00:00:00Z");

test.each([
  [undefined, 0],
  ["0", 0],
  ["120", 120_000],
  ["999999999", 3_600_000],
  ["Thu, 01 Jan 2026 00:01:00 GMT", 60_000],
  ["Wed, 31 Dec 2025 00:00:00 GMT", 0],
  ["Fri, 01 Jan 2100 00:00:00 GMT", 3_600_000],
  ["soon", 0],
  ["-5", 0],
  ["", 0],
] as const)("Retry-After %s is a pause of %i ms", (header, pause) =>
  expect(retryAfterMs(header, now)).toBe(pause),
);
