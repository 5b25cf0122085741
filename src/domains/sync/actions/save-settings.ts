import type { Tx } from "../../../declare/tx.ts";
import { changedValues } from "../../../rules/plan-edit.ts";
import { SettingsUpdated } from "../events.ts";
import type { UserSettings } from "../model.ts";
import { listSettings, measureSettings, writeSettings } from "../store/settings.ts";

/**
 * Writes settings of a user over earlier values, within the limits on their number and size. A setting that keeps its
 * value keeps its time as well: clients answer an event about an older time by writing again.
 */
export async function saveSettings(
  tx: Tx<typeof SettingsUpdated, "PayloadTooLarge">,
  userId: string,
  { values, writtenAt }: { values: Readonly<Record<string, string>>; writtenAt: number },
): Promise<void> {
  const { max_settings, max_bytes } = tx.services.config.sync;
  // Checked before the write as well, because a body has room for very many.
  if (Object.keys(values).length > max_settings) throw tx.fail("PayloadTooLarge");
  const stored = Object.entries(await listSettings(tx, userId, "all"));
  const before = Object.fromEntries(stored.map(([key, [, value]]) => [key, value]));
  const rows = Object.entries(changedValues(before, values)).map(([key, value = ""]) => ({
    user_id: userId,
    key,
    written_at: writtenAt,
    value,
  }));
  if (rows.length === 0) return;
  await writeSettings(tx, rows);
  const { keys, bytes } = await measureSettings(tx, userId);
  if (keys > max_settings || bytes > max_bytes) throw tx.fail("PayloadTooLarge");
  const update: UserSettings = Object.fromEntries(rows.map(({ key, value }) => [key, [writtenAt, value]]));
  tx.emit(SettingsUpdated, { id: userId, update });
}
