import { language } from "../i18n/i18n.ts";

const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** A number of bytes as people read it: "1.4 MB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const format = new Intl.NumberFormat(language(), {
    style: "unit",
    unit: units[power],
    // The short form of one unit has no plural: "57 byte".
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  });
  return format.format(bytes / 1000 ** power);
}
