import type { TimestampStyle } from "./tree.ts";

const formats: Record<Exclude<TimestampStyle, "R">, Intl.DateTimeFormatOptions> = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

/** One for each language and style, as making one takes much longer than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(locale: string, style: Exclude<TimestampStyle, "R">): Intl.DateTimeFormat {
  const key = `${locale} ${style}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, formats[style]);
  formatters.set(key, formatter);
  return formatter;
}

/** Writes a moment in the way that its author chose. */
export function describeMoment(date: Date, style: TimestampStyle, locale: string, now: number): string {
  if (style !== "R") return formatterOf(locale, style).format(date);
  const seconds = Math.round((date.getTime() - now) / 1000);
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? (["second", 1] as const);
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.trunc(seconds / length), unit);
}
