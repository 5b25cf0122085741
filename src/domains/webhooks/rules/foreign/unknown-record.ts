/** An object from an untrusted payload. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

/** Bounds the work for hostile payloads; nothing that is shown is nearly as long. */
const maxTextLength = 20_000;
const maxItems = 100;

export function asRecord(value: unknown): UnknownRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as UnknownRecord) : {};
}

/** The first objects of a list; other items are dropped. */
export function asRecords(value: unknown): UnknownRecord[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, maxItems).filter((item) => typeof item === "object" && item !== null);
}

/** Also accepts numbers and true, which senders use where their documentation says text. */
export function asText(value: unknown): string {
  if (typeof value !== "string") return typeof value === "number" || value === true ? String(value) : "";
  return value.slice(0, maxTextLength).replaceAll("\0", "").toWellFormed().trim();
}

/** A web URL, which clients may open or show. */
export function asUrl(value: unknown): string | undefined {
  const text = asText(value);
  if (!/^https?:\/\/[^\s<>]+$/i.test(text)) return undefined;
  return URL.canParse(text) ? text : undefined;
}
