import { expect, test } from "bun:test";
import * as days from "./calendar-days.ts";

const { addDays, addMonths, clampDay, firstDayOf, startOf, startOfWeek, today, weeksOf } = days;

test("days follow each other over months, years and leap days", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2028-02-29", 12)).toBe("2029-02-28");
  expect(addMonths("2026-01-15", -1)).toBe("2025-12-15");
});

test("a day begins by the clock of the device", () => {
  expect(startOf("2026-05-01")).toEqual(new Date(2026, 4, 1));
  expect(today(new Date(2026, 4, 1, 23, 59))).toBe("2026-05-01");
});

test("a day stays within bounds", () => {
  expect(clampDay("2026-05-01", "2026-05-02")).toBe("2026-05-02");
  expect(clampDay("2026-05-01", "", "2026-04-30")).toBe("2026-04-30");
  expect(clampDay("2026-05-01")).toBe("2026-05-01");
});

test("a month has six whole weeks, from the first day of the week on", () => {
  // The first of November 2026 is a Sunday.
  const weeks = weeksOf("2026-11-17", 1);
  expect(weeks).toHaveLength(6);
  expect(weeks.every((week) => week.length === 7)).toBe(true);
  expect(weeks[0]?.[0]).toBe("2026-10-26");
  expect(weeksOf("2026-11-17", 7)[0]?.[0]).toBe("2026-11-01");
  expect(startOfWeek("2026-11-17", 1)).toBe("2026-11-16");
});

test.each([
  ["de-DE", 1],
  ["en-US", 7],
  ["en-GB", 1],
  ["ar-EG", 6],
])("weeks of %s begin with day %d", (locale, day) => {
  expect(firstDayOf(locale)).toBe(day);
  // As in a browser that does not tell.
  const { getWeekInfo, weekInfo } = Object.getOwnPropertyDescriptors(
    Intl.Locale.prototype,
  ) as PropertyDescriptorMap;
  for (const name of ["getWeekInfo", "weekInfo"]) Reflect.deleteProperty(Intl.Locale.prototype, name);
  try {
    expect(firstDayOf(locale)).toBe(day);
  } finally {
    if (getWeekInfo) Object.defineProperty(Intl.Locale.prototype, "getWeekInfo", getWeekInfo);
    if (weekInfo) Object.defineProperty(Intl.Locale.prototype, "weekInfo", weekInfo);
  }
});
