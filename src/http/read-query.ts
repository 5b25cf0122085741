import { IsArray, IsBoolean, IsEnum, IsInteger, type TObject, type TSchema } from "typebox";
import { invalid } from "../declare/error.ts";
import { assertStorable } from "./schema-decoder.ts";

const booleanWords = new Map([
  ...["true", "yes", "on", ""].map((word) => [word, true] as const),
  ...["false", "no", "off"].map((word) => [word, false] as const),
]);

/** Parses the parameters of a query string that the schema declares. */
export function readQuery(schema: TObject, query: URLSearchParams): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(schema.properties)) {
    const given = query.getAll(key);
    const last = given.at(-1);
    if (last === undefined) continue;
    result[key] = IsArray(child)
      ? given.map((text) => parseText(child.items, key, text))
      : parseText(child, key, last);
  }
  return result;
}

function parseText(schema: TSchema, key: string, text: string): unknown {
  assertStorable(text, key);
  if (IsInteger(schema)) {
    if (!/^-?\d{1,16}$/.test(text)) throw invalid(`${key}: must be an integer`);
    return Number(text);
  }
  if (IsBoolean(schema)) {
    const value = booleanWords.get(text.toLowerCase());
    if (value === undefined) throw invalid(`${key}: must be a boolean`);
    return value;
  }
  if (IsEnum(schema)) return schema.enum.find((word) => equalsIgnoringCase(word, text)) ?? text;
  return text;
}

/** Clients write the values of enums in any case: `sort=latest`. */
function equalsIgnoringCase(word: unknown, text: string): boolean {
  return typeof word === "string" && word.toLowerCase() === text.toLowerCase();
}
