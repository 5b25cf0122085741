import { isDocument } from "./values.ts";

/** No document of Stoat is nested as deeply. */
export const maxDepth = 16;

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

interface PlainOptions {
  /** Whether null is a value; otherwise it stands for a field that is missing. */
  readonly keepsNull?: boolean;
}

/** A value as JSON: times as texts, whole numbers of any size as numbers, without what JSON does not know. */
export function plainJson(value: unknown, options: PlainOptions = {}, depth = 0): Json | undefined {
  if (depth > maxDepth) return undefined;
  switch (typeof value) {
    case "string":
      return value.replaceAll("\0", "");
    case "number":
      return Number.isFinite(value) ? value : undefined;
    case "bigint":
      return Number(value);
    case "boolean":
      return value;
    default:
  }
  if (value === null) return options.keepsNull ? null : undefined;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  if (Array.isArray(value)) return value.flatMap((each) => plainJson(each, options, depth + 1) ?? []);
  if (!isDocument(value)) return undefined;
  const entries = Object.entries(value).flatMap(([key, each]): [string, Json][] => {
    const plain = plainJson(each, options, depth + 1);
    return plain === undefined ? [] : [[key, plain]];
  });
  return Object.fromEntries(entries);
}
