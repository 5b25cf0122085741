import { fields, fieldsOf, flag, parseJson } from "./schemas.ts";

/** How this client notifies the user. */
export interface Alerts {
  readonly sounds: boolean;
  /** Show notifications of this browser while a page is open. */
  readonly desktop: boolean;
  /** No sounds and notifications between these times of the day, as minutes after midnight. */
  readonly quietHours?: Hours | undefined;
}

interface Hours {
  readonly from: number;
  readonly to: number;
}

export const standardAlerts: Alerts = { sounds: true, desktop: true };

export const alertsSchema = fields<Alerts>(standardAlerts, {
  sounds: flag,
  desktop: flag,
  quietHours: (stored) => (isHours(stored) ? stored : undefined),
});

/** Without the table of preferences, which a service worker cannot load. */
export const readAlerts = (text: string | undefined): Alerts =>
  alertsSchema(parseJson(text)) ?? standardAlerts;

/** Whether it is quiet now; hours may pass midnight. */
export function isQuiet({ quietHours }: Alerts, now: Date): boolean {
  if (!quietHours) return false;
  const { from, to } = quietHours;
  const minute = now.getHours() * 60 + now.getMinutes();
  return from <= to ? from <= minute && minute < to : minute >= from || minute < to;
}

function isHours(value: unknown): value is Hours {
  const { from, to } = fieldsOf(value);
  return [from, to].every(
    (minute) => Number.isInteger(minute) && Number(minute) >= 0 && Number(minute) < 1440,
  );
}
