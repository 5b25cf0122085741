import { expect, test } from "bun:test";
import {
  addNewer,
  addOlder,
  arrive,
  largestWindow,
  openWindow,
  openWindowAround,
  seeEnd,
} from "./message-window.ts";

const ids = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => String(from + index).padStart(4, "0"));
const whole = { hasStart: true, hasEnd: true };

test("pages join in the order of their ids, and once each", () => {
  let window = openWindow(ids(50, 60).reverse(), { hasStart: false, hasEnd: false });
  window = addOlder(window, ids(40, 52).reverse(), false);
  window = addNewer(window, ids(58, 70), true);
  expect(window).toEqual({ ids: ids(40, 70), hasStart: false, hasEnd: true, unseen: 0 });
});

test("the answer to nearby tells which ends it reaches", () => {
  const around = openWindowAround("0050", [...ids(50, 101), ...ids(0, 50).reverse()], 100);
  expect(around).toMatchObject({ ids: ids(0, 101), hasStart: false, hasEnd: false });
  expect(openWindowAround("0005", ids(0, 20), 100)).toMatchObject(whole);
  expect(openWindowAround("0100", ids(30, 103), 100)).toMatchObject({ hasStart: false, hasEnd: true });
});

test("a window that grows at one end lets go of the other", () => {
  const full = openWindow(ids(1000, 1000 + largestWindow), whole);
  const older = addOlder(full, ids(950, 1000), true);
  expect(older).toMatchObject({ ids: ids(950, 950 + largestWindow), hasStart: true, hasEnd: false });
  const newer = addNewer(older, ids(1250, 1300), true);
  expect(newer).toMatchObject({ ids: ids(1000, 1300), hasStart: false, hasEnd: true });
});

test("a new message is shown where the end is loaded, and counted elsewhere", () => {
  const atEnd = arrive(openWindow(ids(0, 3), whole), "0003", true);
  expect(atEnd).toEqual({ ids: ids(0, 4), ...whole, unseen: 1 });
  expect(arrive(atEnd, "0003", true)).toBe(atEnd);
  expect(seeEnd(atEnd).unseen).toBe(0);
  const away = arrive(openWindow(ids(0, 3), { hasStart: true, hasEnd: false }), "0009", false);
  expect(away).toEqual({ ids: ids(0, 3), hasStart: true, hasEnd: false, unseen: 1 });
});

test("a full window follows the end only with a reader who does", () => {
  const full = openWindow(ids(0, largestWindow), whole);
  const followed = arrive(full, "9999", true);
  expect(followed.ids).toEqual([...ids(1, largestWindow), "9999"]);
  expect(followed.hasStart).toBe(false);
  const left = arrive(full, "9999", false);
  expect(left).toEqual({ ids: full.ids, hasStart: true, hasEnd: false, unseen: 1 });
});

test("a message that comes late takes its place", () => {
  expect(arrive(openWindow(["0001", "0003"], whole), "0002", true).ids).toEqual(["0001", "0002", "0003"]);
});
