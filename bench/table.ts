/** Prints rows under a heading, with aligned columns. */
export function printTable(title: string, rows: readonly Record<string, string | number>[]): void {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name])))];
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const line of cells)
    console.log(line.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  "));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The median ratio of values to controls that were measured in alternation. */
export function medianRatio(values: readonly number[], controls: readonly number[]): number {
  return median(values.map((value, round) => value / (controls[round] ?? Number.NaN)));
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}
