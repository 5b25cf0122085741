import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTestReport } from "./junit-report.ts";

const tests = `
import { describe, expect, test } from "bun:test";
describe("outer", () => {
  test("passes", () => {});
  test("compares", () => expect({ a: 1 }).toEqual({ a: 2 }));
  test.if(false)("is skipped", () => {});
  test("throws", () => {
    throw new Error('<wrong> & "quoted"');
  });
});
`;

test("a report tells how many tests ran, and which failed why", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ermine-report-"));
  writeFileSync(join(folder, "some.test.ts"), tests);
  const report = join(folder, "report.xml");
  const command = [process.execPath, "test", "--reporter=junit", `--reporter-outfile=${report}`];
  await Bun.spawn(command, { cwd: folder, stdout: "ignore", stderr: "ignore" }).exited;
  const file = "some.test.ts";
  expect(readTestReport(report)).toEqual({
    tests: 3,
    files: new Set([file]),
    ran: ["passes", "compares", "throws"].map((title) => ({ file, title })),
    failures: [
      { file, name: "outer > compares", message: expect.stringContaining('-   "a": 2') },
      { file, name: "outer > throws", message: '<wrong> & "quoted"' },
    ],
    skipped: 1,
  });
  rmSync(folder, { recursive: true });
});

test("a run that left no report counts no test", () => {
  expect(readTestReport("/nonexistent/report.xml")).toEqual({
    tests: 0,
    files: new Set(),
    ran: [],
    failures: [],
    skipped: 0,
  });
});
