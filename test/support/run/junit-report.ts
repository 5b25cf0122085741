import { readFileSync } from "node:fs";
import { Parser } from "htmlparser2";

export interface TestReport {
  readonly tests: number;
  readonly failures: readonly TestFailure[];
}

export interface TestFailure {
  readonly file: string;
  readonly name: string;
  readonly message: string;
}

/** Reads the report of `bun test --reporter=junit`. A run that crashed has left none, or a part of one. */
export function readTestReport(path: string): TestReport {
  try {
    return parseTestReport(readFileSync(path, "utf8"));
  } catch {
    return { tests: 0, failures: [] };
  }
}

export function parseTestReport(xml: string): TestReport {
  const failures: TestFailure[] = [];
  let tests = 0;
  let current = { file: "", name: "" };
  const parser = new Parser(
    {
      onopentag(element, attributes) {
        if (element === "testcase") {
          tests += 1;
          const { file = "", classname = "", name = "" } = attributes;
          current = { file, name: [classname, name].filter(Boolean).join(" > ") };
        } else if (element === "failure")
          failures.push({ ...current, message: attributes.message || (attributes.type ?? "") });
        else if (element === "skipped") tests -= 1;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return { tests, failures };
}
