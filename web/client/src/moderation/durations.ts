import { t } from "../i18n/i18n.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** A number of seconds in words. */
export function durationText(seconds: number): string {
  if (seconds >= day) return t().people.days(seconds / day);
  if (seconds >= hour) return t().people.hours(seconds / hour);
  return t().people.minutes(seconds / minute);
}

export const timeoutDurations = [5 * minute, 10 * minute, hour, 6 * hour, day, 7 * day] as const;
export const deletionDurations = [hour, 6 * hour, day, 3 * day, 7 * day] as const;
