/** How lines of the log look: JSON for programs, or text for people. */
export type LogFormat = "json" | "text";

const levels: Readonly<Record<number, string>> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warn",
  50: "error",
  60: "fatal",
};

interface LogLine {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: unknown;
}

/** Turns a line of JSON into lines for people: time of day, level, sentence, and the other fields behind it. */
export function formatLogLine(json: string): string {
  const { level, time, msg = "", err, ...fields } = JSON.parse(json) as LogLine;
  const start = `${timeOfDay(time)} ${(levels[level] ?? String(level)).padEnd(5)} ${msg}`;
  const more = Object.entries(fields).map(([name, value]) => `${name}=${describeValue(value)}`);
  return `${[start, ...more].join("  ")}\n${err === undefined ? "" : describeError(err)}`;
}

function timeOfDay(time: number): string {
  const date = new Date(time);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}

function describeValue(value: unknown): string {
  return typeof value === "string" && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}

function describeError(error: unknown): string {
  const { stack, message } = Object(error) as { stack?: unknown; message?: unknown };
  const text = String(stack ?? message ?? JSON.stringify(error));
  return `${text.replace(/^/gm, "  ")}\n`;
}
