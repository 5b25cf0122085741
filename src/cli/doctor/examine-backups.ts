import { readDestinations } from "../../backup/destinations/destinations.ts";
import {
  type BackupProblem,
  type JudgedDestination,
  judgeBackups,
} from "../../backup/destinations/problems.ts";
import type { Services } from "../../declare/services.ts";
import type { Database } from "../../platform/database/port.ts";
import { attempt, type Finding, failure, ok, warning } from "./finding.ts";

const check = "backups";
const page = "docs/operating/backup.md says how.";

/** What is known about the backups of each destination. */
export async function examineBackups(
  database: Database,
  { config, clock }: Pick<Services, "config" | "clock">,
): Promise<Finding[]> {
  let findings: Finding[] = [];
  const readable = await attempt(check, "Check that the database can be read.", async () => {
    const known = await database.read(readDestinations);
    const { areMade, destinations } = judgeBackups(config, known, clock.now());
    findings = destinations.flatMap((each) => describe(each, clock.now()));
    if (!areMade)
      findings.unshift(
        warning(
          check,
          "none are made: backup.every is empty, and nobody has made one in the last two days",
          `Set backup.every and backup.to, or let a timer run \`ermine backup --to DESTINATION --every 1d\`. ${page}`,
        ),
      );
    return ok(check, "");
  });
  return readable.state === "ok" ? findings : [readable];
}

function describe(each: JudgedDestination, now: number): Finding[] {
  const { destination, succeeded, verified, problems } = each;
  const findings = problems.map((problem) => describeProblem(each, problem, now));
  const repaired = (succeeded?.replaced ?? 0) + (verified?.repaired ?? 0);
  if (repaired > 0)
    findings.push(
      warning(
        check,
        `${destination}: ${repaired} files were damaged or lost there, and have been copied again`,
        "Check the disk there, and who else writes to it.",
      ),
    );
  if (findings.length > 0 || !succeeded) return findings;
  const age = `the last one is ${spanOf(now - succeeded.at)} old`;
  const unopened = verified?.unopened
    ? " (without its content: it is encrypted, and the server has no key)"
    : "";
  const verifiedText = verified ? `, the last verification ${spanOf(now - verified.at)}${unopened}` : "";
  return [ok(check, `${destination}: ${age}${verifiedText}`)];
}

function describeProblem(each: JudgedDestination, problem: BackupProblem, now: number): Finding {
  const { destination, isOfServer, expectedEveryMs, succeeded, failed, damaged } = each;
  const forget = `If none are made there any more: \`ermine backup forget ${destination}\`.`;
  const timer = `Check that the timer runs. ${forget}`;
  switch (problem) {
    case "never":
      return warning(
        check,
        `${destination}: none has ever succeeded`,
        isOfServer ? "The server makes the first one when it starts; check its log." : timer,
      );
    case "failing": {
      const text = `${destination}: they have failed since ${timeOf(failed?.since)}, last at ${timeOf(failed?.at)}: ${failed?.error}`;
      const again = isOfServer
        ? `Fix this error; the server tries again within the hour. A backup by hand does not show that the server can make one. ${page}`
        : `Fix this error, and run the backup again. ${forget}`;
      return expectedEveryMs === undefined ? warning(check, text, again) : failure(check, text, again);
    }
    case "old":
      return failure(
        check,
        `${destination}: the last one is ${spanOf(now - (succeeded?.at ?? 0))} old, and one should be made every ${spanOf(expectedEveryMs ?? 0)}`,
        isOfServer ? "Check that the server runs, and read its log: it makes one as soon as it can." : timer,
      );
    case "damaged":
      return failure(
        check,
        `${destination}: the last one was found damaged at ${timeOf(damaged?.at)}, first at ${timeOf(damaged?.since)}: ${damaged?.error}`,
        `Run \`ermine backup verify --repair ${destination}\`, or make another backup. ${page}`,
      );
    case "unverified":
      return warning(
        check,
        `${destination}: no verification has ended for more than twice backup.verify_every`,
        "Check that the server runs, and look for `job failed` and `verify_backup` in its log.",
      );
  }
}

function timeOf(at: number | undefined): string {
  return at === undefined ? "an unknown time" : new Date(at).toISOString();
}

/** In the largest unit that gives two or more. */
function spanOf(ms: number): string {
  if (ms >= 2 * 86_400_000) return `${Math.floor(ms / 86_400_000)} days`;
  if (ms >= 2 * 3_600_000) return `${Math.floor(ms / 3_600_000)} hours`;
  return `${Math.max(0, Math.floor(ms / 60_000))} minutes`;
}
