import { describe, expect, test } from "bun:test";
import { formatLogLine } from "./log-format.ts";

const time = new Date(2026, 10, 16, 9, 5, 7).getTime();
const format = (fields: object) => formatLogLine(JSON.stringify({ level: 30, time, ...fields }));

describe("a line of the log for people", () => {
  test("has the time of day, the level and the sentence", () => {
    expect(format({ msg: "started" })).toBe("09:05:07 info  started\n");
    expect(format({ level: 50, msg: "a request failed" })).toBe("09:05:07 error a request failed\n");
  });

  test("names the other fields", () => {
    expect(format({ msg: "started", port: 8080, data: "./data", place: "my disk", found: ["a"] })).toBe(
      '09:05:07 info  started  port=8080  data=./data  place="my disk"  found=["a"]\n',
    );
  });

  test("cannot be forged by what is logged", () => {
    expect(format({ msg: "login", name: "x\n09:05:07 info  started" })).toBe(
      '09:05:07 info  login  name="x\\n09:05:07 info  started"\n',
    );
  });

  test("is followed by the error, indented", () => {
    expect(
      format({
        level: 40,
        msg: "cannot connect",
        err: { message: "refused", stack: "Error: refused\n    at x" },
      }),
    ).toBe("09:05:07 warn  cannot connect\n  Error: refused\n      at x\n");
    expect(format({ msg: "odd", err: "text" })).toBe('09:05:07 info  odd\n  "text"\n');
  });
});
