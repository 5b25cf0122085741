/** An object that came from outside, with whatever is in it. */
export type Loose = Readonly<Record<string, unknown>>;

/** Nothing that is shown is nearly as long; what follows after this is not even looked at. */
const longestRead = 20_000;
const mostRead = 100;

export function asRecord(value: unknown): Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : {};
}

/** The objects of a list. */
export function asRecords(value: unknown): Loose[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, mostRead).filter((item) => typeof item === "object" && item !== null);
}

/** What can be shown of a value: senders write numbers where their documentation says text. */
export function asText(value: unknown): string {
  if (typeof value !== "string") return typeof value === "number" || value === true ? String(value) : "";
  return value.slice(0, longestRead).replaceAll("\0", "").toWellFormed().trim();
}

/** Addresses that a client may open or show. */
export function asAddress(value: unknown): string | undefined {
  const text = asText(value);
  if (!/^https?:\/\/[^\s<>]+$/i.test(text)) return undefined;
  return URL.canParse(text) ? text : undefined;
}
