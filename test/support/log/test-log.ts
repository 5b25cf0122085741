import pino from "pino";
import { type Log, logOptions } from "../../../src/platform/log/log.ts";

/** What the servers of this run have logged and printed, each line once, without what differs each time. */
const lines = new Set<string>();
/** Lines of level error since the last test that no test allows. */
let unexpected: string[] = [];
let allowed: RegExp[] = [];

const changing = /"time":\d+,|"request":"[0-9A-Za-z-]+",|"ms":[\d.]+,|"pid":\d+,/g;
/** The levels 50 and 60 of pino: error and fatal. */
const isError = /^\{"level":[56]0,/;

/** Notes a line that a server has logged. */
export function noteLogLine(line: string): void {
  lines.add(line.replace(changing, "").trimEnd());
  if (isError.test(line) && !allowed.some((pattern) => pattern.test(line))) unexpected.push(line.trimEnd());
}

/** Notes the lines of a stream as they arrive in pieces. */
export function createLineNoter(): { note(piece: string): void; end(): void } {
  let rest = "";
  return {
    note(piece) {
      const complete = (rest + piece).split("\n");
      rest = complete.pop() ?? "";
      for (const line of complete) noteLogLine(line);
    },
    end() {
      if (rest !== "") noteLogLine(rest);
      rest = "";
    },
  };
}

/** The log of a server in this process, which nobody reads but the checks of the run. */
export function openTestLog(): Log {
  return pino(logOptions("info"), { write: noteLogLine });
}

/** Notes also what goes to a log that a test reads itself. */
export function alsoNoted(log: Log): Log {
  const stream = (log as unknown as Record<symbol, { write(line: string): unknown }>)[pino.symbols.streamSym];
  if (!stream) return log;
  const write = stream.write.bind(stream);
  stream.write = (line) => {
    noteLogLine(line);
    return write(line);
  };
  return log;
}

/**
 * Lets servers log errors that match one of these, until the test ends. Without it, a test fails in which a server logs
 * a line of level error or fatal.
 */
export function allowLoggedErrors(...patterns: readonly RegExp[]): void {
  allowed.push(...patterns);
  unexpected = unexpected.filter((line) => !patterns.some((pattern) => pattern.test(line)));
}

/** What servers may log while their database, or the way to it, fails. */
export const databaseErrors = [
  /a request failed/,
  /the database does not respond/,
  /background work failed/,
  /the server is not ready/,
  /events may be missing/,
  /authentication of a connection failed/,
  /a background task of the event stream failed/,
  /the events or jobs of a commit were not announced/,
  /the result of a job was not stored/,
  /job given up/,
] as const;

/** After each test. */
export function failOnLoggedErrors(): void {
  const found = unexpected;
  unexpected = [];
  allowed = [];
  if (found.length > 0)
    throw new Error(
      `a server logged what no test expects (allowLoggedErrors lets a test expect it):\n${found.slice(0, 5).join("\n")}`,
    );
}

/** The lines since the last call. */
export function takeNotedLines(): string[] {
  const taken = [...lines];
  lines.clear();
  return taken;
}
