import { expect, test } from "bun:test";
import { isQuiet, readAlerts, standardAlerts } from "./alerts.ts";

// A Thursday.
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
  expect(isQuiet({ quietHours: { from: from * 60, to: to * 60 } }, at(hour))).toBe(quiet);
});

test.each([
  ["in the evening of a day that has them", [4], 23, true],
  ["in the evening of another day", [3, 5], 23, false],
  ["in the morning after a day that has them", [3], 6, true],
  ["in the morning of the first day that has them", [4], 6, false],
  ["without any day", [], 23, false],
])("quiet hours over midnight, %s", (_name, days, hour, quiet) => {
  expect(isQuiet({ quietHours: { from: 22 * 60, to: 7 * 60, days } }, at(hour))).toBe(quiet);
});

test("quiet hours within a day follow its weekday", () => {
  const hours = { from: 9 * 60, to: 17 * 60 };
  expect(isQuiet({ quietHours: { ...hours, days: [4] } }, at(10))).toBe(true);
  expect(isQuiet({ quietHours: { ...hours, days: [3] } }, at(10))).toBe(false);
});

test.each([
  "",
  "7",
  '{"quietHours":{"from":-1,"to":5}}',
  '{"quietHours":[1,2]}',
  '{"sounds":"no"}',
  '{"sound":"siren"}',
  '{"words":"otter"}',
])("%p stands for the standard", (text) => {
  expect(readAlerts(text)).toEqual(standardAlerts);
});

test("what is not valid in a list is left out, and lists have bounds", () => {
  const hours = { from: 0, to: 60, days: [1, 1, 7, -1, "2", 5] };
  expect(readAlerts(JSON.stringify({ quietHours: hours })).quietHours?.days).toEqual([1, 5]);
  const words = ["", "  ", 7, "x".repeat(65), ...Array.from({ length: 60 }, (_, at) => `w${at}`)];
  expect(readAlerts(JSON.stringify({ words })).words).toHaveLength(50);
});
