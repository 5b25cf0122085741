import {
  IsArray,
  IsBoolean,
  IsEnum,
  IsInteger,
  IsObject,
  IsOptional,
  IsRecord,
  IsString,
  IsUnion,
  RecordValue,
  type TObject,
  type TRecord,
  type TSchema,
} from "typebox";
import { Check } from "typebox/value";
import { invalid } from "../protocol/error.ts";
import { assertStorable } from "./request-path.ts";
import { validatorOf } from "./validator.ts";

/** Turns what came in into a value of the schema, or throws FailedValidation. Unknown keys are left behind. */
export type InputDecoder = (value: unknown) => unknown;

export function inputDecoder(schema: TSchema): InputDecoder {
  const shape = shaper(schema);
  return (value) => {
    const shaped = shape(value);
    const validator = validatorOf(schema);
    if (validator.Check(shaped)) return shaped;
    const problems = validator.Errors(shaped).map(({ instancePath, message }) => {
      const field = instancePath.slice(1).replaceAll("/", ".");
      return field ? `${field}: ${message}` : message;
    });
    throw invalid([...new Set(problems)].slice(0, 20).join("\n"));
  };
}

/** Copies what a schema knows of a value. What does not fit is left as it is, for the check that follows. */
type Shape = (value: unknown) => unknown;

function shaper(schema: TSchema): Shape {
  if (IsString(schema)) return storable;
  if (IsObject(schema)) return objectShaper(schema);
  if (IsRecord(schema)) return recordShaper(schema);
  if (IsArray(schema)) {
    const shape = shaper(schema.items);
    return (value) => (Array.isArray(value) ? value.map(shape) : value);
  }
  if (IsUnion(schema)) {
    const variants = schema.anyOf.map((variant) => ({ variant, shape: shaper(variant) }));
    return (value) => {
      for (const { variant, shape } of variants) {
        const shaped = shape(value);
        if (Check(variant, shaped)) return shaped;
      }
      return value;
    };
  }
  return (value) => value;
}

function storable(value: unknown): unknown {
  if (typeof value === "string") assertStorable(value, "body");
  return value;
}

/** `null` for an optional key means absent, unless the key has a default. */
function objectShaper(schema: TObject): Shape {
  const fields = Object.entries(schema.properties).map(([key, child]) => {
    const fallback = "default" in child ? child.default : undefined;
    return { key, fallback, shape: shaper(child), isNullAbsent: fallback === undefined && IsOptional(child) };
  });
  return (value) => {
    if (!isPlainObject(value)) return value;
    const result: Record<string, unknown> = {};
    for (const { key, fallback, shape, isNullAbsent } of fields) {
      const given = Object.hasOwn(value, key) ? value[key] : undefined;
      if (given === undefined) {
        if (fallback !== undefined) result[key] = structuredClone(fallback);
      } else if (given !== null || !isNullAbsent) result[key] = shape(given);
    }
    return result;
  };
}

function recordShaper(schema: TRecord): Shape {
  const shape = shaper(RecordValue(schema));
  return (value) => {
    if (!isPlainObject(value)) return value;
    const entries = Object.entries(value).map(([key, item]) => {
      assertStorable(key, "body");
      return [key, shape(item)] as const;
    });
    return Object.fromEntries(entries);
  };
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const truths = new Map([
  ...["true", "yes", "on", ""].map((word) => [word, true] as const),
  ...["false", "no", "off"].map((word) => [word, false] as const),
]);

/** Reads a query string by its schema; a value that does not parse is an error, an absent one is absent. */
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
    const truth = truths.get(text.toLowerCase());
    if (truth === undefined) throw invalid(`${key}: must be a boolean`);
    return truth;
  }
  if (IsEnum(schema)) return schema.enum.find((word) => isSameWord(word, text)) ?? text;
  return text;
}

/** Clients write these words as they like: `sort=latest`. */
function isSameWord(word: unknown, text: string): boolean {
  return typeof word === "string" && word.toLowerCase() === text.toLowerCase();
}
