const units = ["bytes", "kB", "MB", "GB", "TB"];

/** A number of bytes for people: "1.3 GB". It is rounded in the direction that a comparison needs. */
export function describeBytes(bytes: number, round: "up" | "down" | "nearest" = "nearest"): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const tenths = (bytes / 1_000 ** power) * 10;
  const rounded = { up: Math.ceil, down: Math.floor, nearest: Math.round }[round](tenths) / 10;
  return `${power === 0 ? bytes : rounded.toFixed(1)} ${units[power]}`;
}
