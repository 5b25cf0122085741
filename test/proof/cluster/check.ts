import { checkStreams } from "./check-streams.ts";
import { checkWrites } from "./check-writes.ts";
import type { History, Violation } from "./history.ts";

export interface HistoryReport {
  readonly violations: readonly Violation[];
  readonly deliveries: number;
}

/** Finds everything in a history that must not happen, whatever fails meanwhile. */
export function checkHistory(history: History): HistoryReport {
  const { violations, deliveries } = checkStreams(history);
  return { violations: [...checkWrites(history), ...violations, ...checkClosing(history)], deliveries };
}

/** A node that could not read the log for too long has closed every stream that it had before. */
function checkClosing({ faults, connections }: History): Violation[] {
  return faults
    .filter(({ mustClose }) => mustClose)
    .flatMap((fault) =>
      connections
        .filter(
          ({ node, readyAt, endedAt = Number.POSITIVE_INFINITY }) =>
            node === fault.node && readyAt < fault.startedAt && endedAt > fault.endedAt,
        )
        .map(({ name }) => ({
          rule: "not closed",
          text: `${name} stayed connected to node ${fault.node} through "${fault.kind}"`,
          excerpt: [],
        })),
    );
}
