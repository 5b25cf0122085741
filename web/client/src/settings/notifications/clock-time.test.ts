import { expect, test } from "bun:test";
import { clockTime, minutesOf } from "./clock-time.ts";

test("minutes after midnight and the time of a field are the same", () => {
  for (const [minutes, time] of [
    [0, "00:00"],
    [450, "07:30"],
    [1439, "23:59"],
  ] as const) {
    expect(clockTime(minutes)).toBe(time);
    expect(minutesOf(time)).toBe(minutes);
  }
});

test("half a time is none", () => {
  for (const time of ["", "7:30", "24:00", "noon"]) expect(minutesOf(time)).toBeUndefined();
});
