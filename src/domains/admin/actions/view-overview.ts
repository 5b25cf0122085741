import packageFile from "../../../../package.json" with { type: "json" };
import type { Reader } from "../../../declare/tx.ts";
import type { ActivitySample } from "../../../platform/metrics/activity.ts";
import { daysLeft, reportedDays } from "../../../platform/network/certificates.ts";
import { buildInfo } from "../../../platform/program/build-info.ts";
import { countFailedJobs } from "../../operators/index.ts";
import { countOpenReports } from "../../safety/index.ts";
import { certificates } from "../resources/certificates.ts";
import { tableCounts } from "../resources/table-counts.ts";
import { timestamp } from "../rules/user-views.ts";
import type { AdminOverview, AdminSample } from "../state-model.ts";
import { judgedBackups, problemViews } from "./view-backups.ts";

export async function viewOverview(db: Reader): Promise<AdminOverview> {
  const { activity, presence, resources, clock } = db.services;
  const { commit } = buildInfo();
  const counted = await resources.get(tableCounts).read(db);
  const { areMade, destinations } = await judgedBackups(db);
  const lastBackupAt = Math.max(0, ...destinations.map(({ succeeded }) => succeeded?.at ?? 0));
  return {
    version: packageFile.version,
    ...(commit !== "unknown" && { commit }),
    node: activity.node,
    started_at: timestamp(activity.startedAt),
    counts: counted?.counts ?? {},
    ...(counted && { counted_at: timestamp(counted.at) }),
    online_users: presence.countConnected(),
    ...(await countOpenReports(db)),
    ...(await countFailedJobs(db)),
    ...(lastBackupAt > 0 && { last_backup_at: timestamp(lastBackupAt) }),
    backups_made: areMade,
    backup_problems: destinations.flatMap(problemViews),
    expiring_certificates: (await resources.get(certificates).read())
      .filter((each) => daysLeft(each, clock.now()) < reportedDays)
      .map(({ name, expiresAt }) => ({ name, expires_at: timestamp(expiresAt) })),
    samples: activity.samples.map(sampleView),
  };
}

function sampleView(sample: ActivitySample): AdminSample {
  return {
    at: timestamp(sample.at),
    connections: sample.connections,
    requests_per_second: rounded(sample.requestsPerSecond),
    messages_per_second: rounded(sample.messagesPerSecond),
    memory_bytes: sample.memoryBytes,
    cpu: rounded(sample.cpu),
    lag_ms: rounded(sample.lagMs),
  };
}

/** To a thousandth, so that an hour of samples is short. */
function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
