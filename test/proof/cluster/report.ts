import { printTable } from "../../../bench/table.ts";
import type { ProofReport } from "./prove-cluster.ts";

const shownViolations = 20;

/** Prints what was done and checked, and the violations with the part of the history that shows each. */
export function printReport({ history, deliveries, violations, presence }: ProofReport): void {
  const { writes, commits, connections, faults } = history;
  const outcomes = Object.groupBy(writes, ({ outcome }) => outcome);
  const ends = Map.groupBy(connections, ({ end }) => end ?? "open");
  const count = (items: readonly unknown[] | undefined) => items?.length ?? 0;
  printTable("Writes", [
    {
      acknowledged: count(outcomes.acknowledged),
      unknown: count(outcomes.unknown),
      refused: count(outcomes.refused),
      commits: commits.length,
    },
  ]);
  printTable("Streams", [
    {
      connections: connections.length,
      "open to the end": count(ends.get("open")),
      "closed with 1012": count(ends.get(1012)),
      cut: count(ends.get(1006)),
      deliveries,
    },
  ]);
  printTable("Presence", [
    {
      "dead nodes": presence.delays.length,
      "last offline after": `${(Math.max(0, ...presence.delays) / 1_000).toFixed(1)} s`,
      "offline while connected": presence.shownOffline,
    },
  ]);
  const kinds = [...Map.groupBy(faults, ({ kind }) => kind)];
  printTable(
    "Faults",
    kinds.map(([fault, all]) => ({ fault, times: all.length })),
  );
  const rules = [...Map.groupBy(violations, ({ rule }) => rule)];
  if (rules.length === 0) console.log("\nNo violations.");
  else
    printTable(
      "Violations",
      rules.map(([rule, all]) => ({ rule, times: all.length })),
    );
  for (const { rule, text, excerpt } of violations.slice(0, shownViolations)) {
    console.log(`\n${rule}: ${text}`);
    for (const line of excerpt) console.log(`    ${line}`);
  }
}
