import { readDestinations } from "../backup/destinations/destinations.ts";
import { backupProblems, type JudgedDestination, judgeBackups } from "../backup/destinations/problems.ts";
import { gauge, type StateGauge } from "../declare/gauge.ts";
import type { Reader } from "../declare/tx.ts";

async function judged(db: Reader) {
  const { config, clock } = db.services;
  return judgeBackups(config, await readDestinations(db), clock.now());
}

/**
 * The value for each destination that has one. Destinations are few: those without a schedule are forgotten in time.
 */
function ofDestinations(
  spec: { readonly name: string; readonly help: string },
  figure: (each: JudgedDestination, now: number) => number | undefined,
): StateGauge {
  return gauge({
    ...spec,
    labels: ["destination"],
    async read(db) {
      const now = db.services.clock.now();
      return (await judged(db)).destinations.flatMap((each) => {
        const value = figure(each, now);
        return value === undefined ? [] : [{ labels: { destination: each.destination }, value }];
      });
    },
  });
}

/** How the backups go, by destination. */
export const backupGauges = [
  gauge({
    name: "ermine_backups_made",
    help: "1 if backups are made: by the server, by a timer with --every, or by somebody in the last two days; else 0.",
    read: async (db) => Number((await judged(db)).areMade),
  }),
  gauge({
    name: "ermine_backup_problem",
    help: "1 if the backups of a destination have the problem, else 0: never made, failing, or too old for their interval; damaged, or not verified for too long.",
    labels: ["destination", "problem"],
    read: async (db) =>
      (await judged(db)).destinations.flatMap(({ destination, problems }) =>
        backupProblems.map((problem) => ({
          labels: { destination, problem },
          value: Number(problems.includes(problem)),
        })),
      ),
  }),
  ofDestinations(
    {
      name: "ermine_backup_age_seconds",
      help: "Time since the last backup that succeeded began, in seconds; absent before the first.",
    },
    ({ succeeded }, now) => succeeded && (now - succeeded.at) / 1_000,
  ),
  ofDestinations(
    { name: "ermine_backup_bytes", help: "Size of that backup with its files, in bytes." },
    ({ succeeded }) => succeeded?.bytes,
  ),
  ofDestinations(
    {
      name: "ermine_backup_failing_seconds",
      help: "Time since the first backup failed after which none has succeeded, in seconds; 0 if there is none.",
    },
    ({ failed }, now) => (failed ? (now - failed.since) / 1_000 : 0),
  ),
  ofDestinations(
    {
      name: "ermine_backup_verified_age_seconds",
      help: "Time since the last verification that found a backup intact began, in seconds; absent before the first.",
    },
    ({ verified }, now) => verified && (now - verified.at) / 1_000,
  ),
  ofDestinations(
    {
      name: "ermine_backup_repaired_files",
      help: "Files at a destination that the last backup and the last verification found damaged and copied again.",
    },
    ({ succeeded, verified }) => (succeeded?.replaced ?? 0) + (verified?.repaired ?? 0),
  ),
];
