import { readFileSync } from "node:fs";
import { Parser } from "htmlparser2";

export interface TestReport {
  readonly tests: number;
  /** Those that loaded. */
  readonly files: ReadonlySet<string>;
  /** In the order in which they ran, without those that were skipped. */
  readonly ran: readonly { readonly file: string; readonly title: string }[];
  readonly failures: readonly TestFailure[];
  readonly skipped: number;
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
    return { tests: 0, files: new Set(), ran: [], failures: [], skipped: 0 };
  }
}

export function parseTestReport(xml: string): TestReport {
  const failures: TestFailure[] = [];
  const files = new Set<string>();
  const ran: { file: string; title: string }[] = [];
  let skipped = 0;
  let current = { file: "", name: "" };
  const parser = new Parser(
    {
      onopentag(element, attributes) {
        if (element === "testcase") {
          const { file = "", classname = "", name = "" } = attributes;
          files.add(file);
          ran.push({ file, title: name });
          current = { file, name: [classname, name].filter(Boolean).join(" > ") };
        } else if (element === "failure")
          failures.push({ ...current, message: attributes.message || (attributes.type ?? "") });
        else if (element === "skipped") {
          ran.pop();
          skipped += 1;
        }
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return { tests: ran.length, files, ran, failures, skipped };
}
