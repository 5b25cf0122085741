import type { Config } from "../../config/schema.ts";
import { intervalOf } from "../../platform/clock/clock.ts";
import { defaultDestination, destinationOf } from "./archive-folder.ts";
import type { BackupDestination } from "./destinations.ts";

/** What can be wrong with the backups of a destination. Several can hold at once. */
export const backupProblems = ["never", "failing", "old", "damaged", "unverified"] as const;
export type BackupProblem = (typeof backupProblems)[number];

export interface JudgedDestination extends BackupDestination {
  /** Whether the server makes the backups, as opposed to the operator's commands. */
  readonly isOfServer: boolean;
  /** The time between two backups in milliseconds; undefined where they are made now and then. */
  readonly expectedEveryMs: number | undefined;
  readonly problems: readonly BackupProblem[];
}

export interface JudgedBackups {
  /** Whether backups are made: by the server, by a timer that said so, or by somebody in the last two days. */
  readonly areMade: boolean;
  readonly destinations: readonly JudgedDestination[];
}

const recentMs = 2 * 86_400_000;

/** Compares what is known about the destinations with what is configured. */
export function judgeBackups(
  config: Config,
  known: readonly BackupDestination[],
  now: number,
): JudgedBackups {
  const { every, verify_every } = config.backup;
  const usual = destinationOf(defaultDestination(config));
  const own = every === "" ? undefined : usual;
  const isKnown = known.some(({ destination }) => destination === own);
  const all = own === undefined || isKnown ? known : [{ destination: own, made: 0 }, ...known];
  const destinations = all.map((each) => {
    const isOfServer = each.destination === own;
    const expectedEveryMs = isOfServer ? intervalOf(every) : each.every_ms;
    const verifyEveryMs =
      each.destination === usual && verify_every !== "" ? intervalOf(verify_every) : undefined;
    const problems = problemsOf(each, { expectedEveryMs, verifyEveryMs }, now);
    return { ...each, isOfServer, expectedEveryMs, problems };
  });
  const isRecent = ({ succeeded }: BackupDestination) => succeeded && now - succeeded.at < recentMs;
  return {
    areMade: destinations.some((each) => each.expectedEveryMs !== undefined || isRecent(each)),
    destinations,
  };
}

function problemsOf(
  { succeeded, failed, verified, damaged }: BackupDestination,
  {
    expectedEveryMs,
    verifyEveryMs,
  }: Readonly<Record<"expectedEveryMs" | "verifyEveryMs", number | undefined>>,
  now: number,
): BackupProblem[] {
  const isLate = (at: number, everyMs: number | undefined) =>
    // It may be late by its own length, or because a server was restarted.
    everyMs !== undefined && now - at > everyMs + Math.max(everyMs, 3_600_000);
  const is: Record<BackupProblem, boolean> = {
    never: expectedEveryMs !== undefined && !succeeded,
    failing: failed !== undefined,
    old: succeeded !== undefined && isLate(succeeded.at, expectedEveryMs),
    damaged: damaged !== undefined,
    unverified:
      succeeded !== undefined && isLate(Math.max(verified?.at ?? 0, damaged?.at ?? 0), verifyEveryMs),
  };
  return backupProblems.filter((problem) => is[problem]);
}
