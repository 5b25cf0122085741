import type { OutputRows } from "../declare/command.ts";

/** Formats the output as a table, or as JSON with `--json`. */
export function format(output: OutputRows | string, asJson: boolean): string {
  if (asJson) return JSON.stringify(output, null, 2);
  return typeof output === "string" ? output : table(output);
}

function table(rows: OutputRows): string {
  if (rows.length === 0) return "(none)";
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Control characters in stored text must not reach the terminal. */
function cell(value: unknown): string {
  const text =
    value === null || value === undefined
      ? "-"
      : value === true
        ? "yes"
        : value === false
          ? "no"
          : String(value);
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, "\ufffd");
}
