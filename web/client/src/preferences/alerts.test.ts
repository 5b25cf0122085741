import { expect, test } from "bun:test";
import { isQuiet, readAlerts } from "./alerts.ts";

const at = (hour: number, minute = 0) => new Date(2026, 0, 1, hour, minute);

test.each([
  [22, 7, 23, true],
  [22, 7, 6, true],
  [22, 7, 7, false],
  [22, 7, 12, false],
  [9, 17, 9, true],
  [9, 17, 17, false],
  [9, 9, 9, false],
])("quiet from %p to %p: at %p %p", (from, to, hour, quiet) => {
  const preferences = { sounds: true, desktop: true, quietHours: { from: from * 60, to: to * 60 } };
  expect(isQuiet(preferences, at(hour))).toBe(quiet);
});

test.each(["", "7", '{"quietHours":{"from":-1,"to":5}}', '{"quietHours":[1,2]}', '{"sounds":"no"}'])(
  "%p stands for the standard",
  (text) => {
    expect(readAlerts(text)).toEqual({ sounds: true, desktop: true });
  },
);
