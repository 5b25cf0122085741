const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** A size as people read it: 1.2 MB. */
export function describeBytes(bytes: number, locale: string): string {
  const index = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: units[index],
    maximumFractionDigits: index > 1 ? 1 : 0,
  }).format(bytes / 1000 ** index);
}
