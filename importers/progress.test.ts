import { expect, test } from "bun:test";
import { ImportProblems } from "./problems.ts";
import { createProgress } from "./progress.ts";

test("progress shows the share, the count, the rate and the time that is left", () => {
  const lines: string[] = [];
  let now = 0;
  const progress = createProgress({
    doing: "Importing",
    unit: "messages",
    total: 1_000,
    report: (line) => lines.push(line),
    now: () => now,
    everyMs: 0,
  });
  now = 10_000;
  progress.advance(250, 50_000);
  now = 20_000;
  progress.advance(740, 150_000);
  now = 2_000_000;
  progress.advance(10, 1);
  expect(lines).toEqual([
    "Importing: 25 %, 50,000 messages, 5,000/s, 30 s left",
    "Importing: 99 %, 200,000 messages, 10,000/s, 1 s left",
    "Importing: 100 %, 200,001 messages, 100/s, 0 s left",
  ]);
});

test("progress of nothing is complete", () => {
  const lines: string[] = [];
  const report = (line: string) => lines.push(line);
  createProgress({ doing: "Importing", unit: "messages", total: 0, report, everyMs: 0 }).advance(0, 0);
  expect(lines).toEqual(["Importing: 100 %, 0 messages, 0/s, 0 s left"]);
});

test("problems are counted by kind, with a few examples, and written one by one", () => {
  const written: string[] = [];
  const problems = new ImportProblems((line) => written.push(line));
  for (const id of ["1", "2", "3", "4"]) problems.add({ problem: "A file is missing", where: id });
  problems.add({ problem: "No picture", where: "general.json:7", detail: "sticker.json" });
  expect(problems.count).toBe(5);
  expect(problems.rows()).toEqual([
    { problem: "A file is missing", count: 4, examples: "1, 2, 3" },
    { problem: "No picture", count: 1, examples: "general.json:7 (sticker.json)" },
  ]);
  expect(written.map((line) => JSON.parse(line))).toHaveLength(5);
  expect(written[3]).toBe('{"problem":"A file is missing","where":"4"}\n');
});
