import { fieldsOf, flag } from "../preferences/readers.ts";
import { readTable } from "../session/read-table.ts";
import type { SyncedSettings } from "../session/synced-settings.ts";

/** How this client tells of news, on all devices of the user: the key `ermine` of their settings. */
export interface ClientPreferences {
  readonly sounds: boolean;
  /** Show notifications of this browser while a page is open. */
  readonly desktop: boolean;
  /** No sounds and notifications between these times of the day, as minutes after midnight. */
  readonly quietHours?: { readonly from: number; readonly to: number };
}

export function readClientPreferences(text: string | undefined): ClientPreferences {
  const { sounds, desktop, quietHours } = readTable(text);
  return {
    sounds: flag(true)(sounds),
    desktop: flag(true)(desktop),
    ...(isHours(quietHours) && { quietHours }),
  };
}

export async function writeClientPreferences(
  settings: SyncedSettings,
  changes: Partial<ClientPreferences>,
): Promise<void> {
  await settings.write("ermine", JSON.stringify({ ...readTable(settings.read("ermine")), ...changes }));
}

/** Whether it is quiet now; hours may pass midnight. */
export function isQuiet({ quietHours }: ClientPreferences, now: Date): boolean {
  if (!quietHours) return false;
  const { from, to } = quietHours;
  const minute = now.getHours() * 60 + now.getMinutes();
  return from <= to ? from <= minute && minute < to : minute >= from || minute < to;
}

function isHours(value: unknown): value is { from: number; to: number } {
  const { from, to } = fieldsOf(value);
  return [from, to].every(
    (minute) => Number.isInteger(minute) && Number(minute) >= 0 && Number(minute) < 1440,
  );
}
