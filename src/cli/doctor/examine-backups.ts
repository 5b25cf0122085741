import type { Database } from "../../platform/database/port.ts";
import { readDestinations } from "../../store/backup-destinations.ts";
import { type BackupProblem, type JudgedDestination, judgeBackups } from "../../store/backup-problems.ts";
import type { Services } from "../../store/services.ts";
import { attempt, type Finding, failure, ok, warning } from "./finding.ts";

const check = "backups";
const page = "docs/operating/backup.md says how.";

/** What is known about the backups of each destination. */
export async function examineBackups(
  database: Database,
  { config, clock }: Pick<Services, "config" | "clock">,
): Promise<Finding[]> {
  let findings: Finding[] = [];
  const readable = await attempt(check, "See whether the database can be read.", async () => {
    const known = await database.read(readDestinations);
    const { areMade, destinations } = judgeBackups(config, known, clock.now());
    findings = destinations.flatMap((each) => describe(each, clock.now()));
    if (!areMade)
      findings.unshift(
        warning(
          check,
          "none are made: backup.every is empty, and nobody has made one in the last two days",
          `Set backup.every and backup.to, or let a timer run \`ermine backup --to PLACE --every 1d\`. ${page}`,
        ),
      );
    return ok(check, "");
  });
  return readable.state === "ok" ? findings : [readable];
}

function describe(each: JudgedDestination, now: number): Finding[] {
  const { destination, succeeded, problems } = each;
  if (problems.length > 0) return problems.map((problem) => describeProblem(each, problem, now));
  return succeeded ? [ok(check, `${destination}: the last one is ${ageOf(succeeded.at, now)} old`)] : [];
}

function describeProblem(each: JudgedDestination, problem: BackupProblem, now: number): Finding {
  const { destination, isOfServer, expectedEveryMs, succeeded, failed } = each;
  const again = isOfServer
    ? `Repair what the text says; the server tries again within the hour, \`ermine backup\` does at once. ${page}`
    : `Repair what the text says, and run the backup again. If none are made there any more: \`ermine backup forget ${destination}\`.`;
  if (problem === "failing") {
    const text = `${destination}: they have failed since ${timeOf(failed?.since)}, last at ${timeOf(failed?.at)}: ${failed?.error}`;
    return expectedEveryMs === undefined ? warning(check, text, again) : failure(check, text, again);
  }
  if (problem === "never")
    return warning(
      check,
      `${destination}: none has ever succeeded`,
      isOfServer
        ? "The server makes the first one when it starts; see its log."
        : `See whether the timer runs. If none are made there any more: \`ermine backup forget ${destination}\`.`,
    );
  return failure(
    check,
    `${destination}: the last one is ${ageOf(succeeded?.at ?? 0, now)} old, and one should be made every ${spanOf(expectedEveryMs ?? 0)}`,
    isOfServer
      ? "See that the server runs, and its log: it makes one as soon as it can."
      : `See whether the timer runs. If none are made there any more: \`ermine backup forget ${destination}\`.`,
  );
}

function timeOf(at: number | undefined): string {
  return at === undefined ? "an unknown time" : new Date(at).toISOString();
}

function ageOf(at: number, now: number): string {
  return spanOf(now - at);
}

/** In the largest unit that gives two or more. */
function spanOf(ms: number): string {
  if (ms >= 2 * 86_400_000) return `${Math.floor(ms / 86_400_000)} days`;
  if (ms >= 2 * 3_600_000) return `${Math.floor(ms / 3_600_000)} hours`;
  return `${Math.max(0, Math.floor(ms / 60_000))} minutes`;
}
