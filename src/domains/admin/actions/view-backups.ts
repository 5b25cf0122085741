import { describeArchives, usualPlace } from "../../../store/backup-folder.ts";
import { type LastBackup, lastBackup } from "../../../store/last-backup.ts";
import type { Reader } from "../../../store/tx.ts";
import { timestamp } from "../rules/user-views.ts";
import type { AdminBackups } from "../state-model.ts";

/** `backup.keep` may be as large as the operator likes. */
const maxShown = 1_000;

export async function viewBackups(db: Reader): Promise<AdminBackups> {
  const { config } = db.services;
  const { every, keep } = config.backup;
  const to = usualPlace(config);
  const last = lastView(await lastBackup(db));
  return {
    ...(every !== "" && { every }),
    keep,
    to,
    ...(last && { last }),
    backups: to.startsWith("s3:") ? [] : await describeArchives(to, maxShown),
  };
}

/** A failed backup is recorded until one succeeds. */
function lastView({ succeeded, failed }: LastBackup): AdminBackups["last"] {
  if (failed) return { started_at: timestamp(failed.at), ok: false, error: failed.error };
  if (!succeeded) return undefined;
  const { at, took_ms, bytes } = succeeded;
  return { started_at: timestamp(at), finished_at: timestamp(at + took_ms), bytes, ok: true };
}
