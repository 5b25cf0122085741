import { IsArray, IsBoolean, IsEnum, IsInteger, type TObject, type TSchema } from "typebox";
import { invalid } from "../declare/error.ts";
import { assertStorable } from "./request-path.ts";
import { createDecoder, Problem } from "./schema-decoder.ts";

/** Turns input into a value of the schema, or throws FailedValidation at the first problem. Drops unknown keys. */
type InputDecoder = (value: unknown) => unknown;

export function inputDecoder(schema: TSchema): InputDecoder {
  const decode = createDecoder(schema);
  return (value) => {
    const decoded = decode(value);
    if (decoded instanceof Problem) throw invalid(decoded.text);
    return decoded;
  };
}

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
    if (!/^-?\d{1,15}$/.test(text)) throw invalid(`${key}: must be an integer`);
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
