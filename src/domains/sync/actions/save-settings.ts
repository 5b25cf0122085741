import type { Tx } from "../../../store/tx.ts";
import { SettingsUpdated } from "../events.ts";
import { measureSettings, writeSettings } from "../store/settings.ts";

/** Writes settings of a user over earlier values, within the limits on their number and size. */
export async function saveSettings(
  tx: Tx<typeof SettingsUpdated, "PayloadTooLarge">,
  userId: string,
  { values, writtenAt }: { values: Readonly<Record<string, string>>; writtenAt: number },
): Promise<void> {
  const { max_settings, max_bytes } = tx.services.config.sync;
  const rows = Object.entries(values).map(([key, value]) => ({
    user_id: userId,
    key,
    written_at: writtenAt,
    value,
  }));
  if (rows.length === 0) return;
  // Checked before the write as well, because a body has room for very many.
  if (rows.length > max_settings) throw tx.fail("PayloadTooLarge");
  await writeSettings(tx, rows);
  const { keys, bytes } = await measureSettings(tx, userId);
  if (keys > max_settings || bytes > max_bytes) throw tx.fail("PayloadTooLarge");
  const update = Object.fromEntries(
    rows.map(({ key, value }): [string, [number, string]] => [key, [writtenAt, value]]),
  );
  tx.emit(SettingsUpdated, { id: userId, update });
}
