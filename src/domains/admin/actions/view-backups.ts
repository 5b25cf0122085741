import {
  defaultDestination,
  describeArchives,
  destinationOf,
} from "../../../backup/destinations/archive-folder.ts";
import { type BackupDestination, readDestinations } from "../../../backup/destinations/destinations.ts";
import {
  type JudgedBackups,
  type JudgedDestination,
  judgeBackups,
} from "../../../backup/destinations/problems.ts";
import type { Reader } from "../../../declare/tx.ts";
import { timestamp } from "../rules/user-views.ts";
import type { AdminBackupDestination, AdminBackupProblem, AdminBackups } from "../state-model.ts";

/** `backup.keep` may be as large as the operator likes. */
const maxShown = 1_000;

export async function judgedBackups(db: Reader): Promise<JudgedBackups> {
  const { config, clock } = db.services;
  return judgeBackups(config, await readDestinations(db), clock.now());
}

export async function viewBackups(db: Reader): Promise<AdminBackups> {
  const { config } = db.services;
  const { every, verify_every, keep } = config.backup;
  const to = defaultDestination(config);
  const { areMade, destinations } = await judgedBackups(db);
  const last = lastView(destinations.find(({ destination }) => destination === destinationOf(to)));
  return {
    ...(every !== "" && { every }),
    ...(verify_every !== "" && { verify_every }),
    keep,
    to,
    made: areMade,
    ...(last && { last }),
    destinations: destinations.map(destinationView),
    backups: to.startsWith("s3:") ? [] : await describeArchives(to, maxShown),
  };
}

export function problemViews({
  destination,
  problems,
  succeeded,
  failed,
  verified,
  damaged,
}: JudgedDestination): AdminBackupProblem[] {
  const times = {
    never: undefined,
    failing: failed?.since,
    old: succeeded?.at,
    damaged: damaged?.since,
    unverified: verified?.at,
  };
  return problems.map((problem) => {
    const since = times[problem];
    return { destination, problem, ...(since !== undefined && { since: timestamp(since) }) };
  });
}

function destinationView({
  destination,
  isOfServer,
  expectedEveryMs,
  problems,
  succeeded,
  failed,
  verified,
  damaged,
}: JudgedDestination): AdminBackupDestination {
  return {
    destination,
    is_of_server: isOfServer,
    ...(expectedEveryMs !== undefined && { every_seconds: expectedEveryMs / 1_000 }),
    problems: [...problems],
    ...(succeeded && { succeeded_at: timestamp(succeeded.at), bytes: succeeded.bytes }),
    ...(failed && {
      failing_since: timestamp(failed.since),
      failed_at: timestamp(failed.at),
      error: failed.error,
    }),
    is_encrypted: succeeded?.encrypted ?? false,
    ...(verified && { verified_at: timestamp(verified.at), was_opened: verified.unopened !== true }),
    repaired_files: (succeeded?.replaced ?? 0) + (verified?.repaired ?? 0),
    ...(damaged && { damaged_since: timestamp(damaged.since), damage: damaged.error }),
  };
}

/** A failed backup is recorded until one succeeds. */
function lastView({ succeeded, failed }: Partial<BackupDestination> = {}): AdminBackups["last"] {
  if (failed) return { started_at: timestamp(failed.at), ok: false, error: failed.error };
  if (!succeeded) return undefined;
  const { at, took_ms, bytes } = succeeded;
  return { started_at: timestamp(at), finished_at: timestamp(at + took_ms), bytes, ok: true };
}
