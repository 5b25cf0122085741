import { locale } from "./i18n.ts";

export const formatNumber = (value: number, maximumFractionDigits = 0): string =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits }).format(value);

export const formatPercent = (share: number): string =>
  new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(
    share,
  );

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** A number of bytes as people read it: "1.4 MB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, Math.abs(bytes))) / 3));
  return new Intl.NumberFormat(locale(), {
    style: "unit",
    unit: units[power],
    // The short form of one unit has no plural: "57 byte".
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** power);
}

export const formatMoment = (at: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(at));

export const formatDay = (at: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(new Date(at));

const steps = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** How long ago, or how soon: "3 hours ago". */
export function formatAge(at: string, now = Date.now()): string {
  const distance = new Date(at).getTime() - now;
  const [unit, length] = steps.find(([, length]) => Math.abs(distance) >= length) ?? ["minute", 60_000];
  return new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(
    Math.round(distance / length),
    unit,
  );
}
