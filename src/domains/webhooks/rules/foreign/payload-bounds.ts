import { invalid } from "../../../../declare/error.ts";

interface TextBounds {
  /** Characters of the longest text. */
  readonly each: number;
  /** Characters of all texts together; those beyond it are empty. */
  readonly total?: number;
}

/**
 * Cuts the texts in a payload, because translating a megabyte of markdown blocks the event loop and far less of it is
 * shown. The nesting of the payload must be bounded already.
 */
export function cutTexts(payload: unknown, { each, total = Number.POSITIVE_INFINITY }: TextBounds): unknown {
  let left = total;
  const cut = (value: unknown): unknown => {
    if (typeof value === "string") {
      const text = value.slice(0, Math.min(each, left));
      left -= text.length;
      return text;
    }
    if (Array.isArray(value)) return value.map(cut);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cut(item)]));
  };
  return cut(payload);
}

/** Of the formats that are sent as forms, none has more than a few fields. */
const maxFormFields = 100;

/** The fields of a URL-encoded form. A megabyte of `&` would take the parser a quarter of a second. */
export function parseForm(text: string): Map<string, string> {
  if (text.split("&", maxFormFields + 1).length > maxFormFields) throw invalid("body: too many fields");
  return new Map(new URLSearchParams(text));
}
