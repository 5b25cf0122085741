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
import { Compile } from "typebox/compile";
import { Check } from "typebox/value";
import { invalid } from "../declare/error.ts";
import { assertStorable } from "./request-path.ts";

/** Turns what came in into a value of the schema, or throws FailedValidation. Unknown keys are left behind. */
export type Admission = (value: unknown) => unknown;

export function compileAdmission(schema: TSchema): Admission {
  const validator = Compile(schema);
  return (value) => {
    const shaped = shape(schema, value);
    if (validator.Check(shaped)) return shaped;
    const problems = validator.Errors(shaped).map(({ instancePath, message }) => {
      const field = instancePath.slice(1).replaceAll("/", ".");
      return field ? `${field}: ${message}` : message;
    });
    throw invalid([...new Set(problems)].slice(0, 20).join("\n"));
  };
}

/** Copies what the schema knows. `null` for an optional key means absent, unless the key has a default. */
function shape(schema: TSchema, value: unknown): unknown {
  if (IsString(schema) && typeof value === "string") {
    assertStorable(value, "body");
    return value;
  }
  if (IsObject(schema) && isPlainObject(value)) return shapeObject(schema, value);
  if (IsRecord(schema) && isPlainObject(value)) return shapeRecord(schema, value);
  if (IsArray(schema) && Array.isArray(value)) return value.map((item) => shape(schema.items, item));
  if (IsUnion(schema)) {
    for (const variant of schema.anyOf) {
      const shaped = shape(variant, value);
      if (Check(variant, shaped)) return shaped;
    }
  }
  return value;
}

function shapeObject(schema: TObject, value: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(schema.properties)) {
    const hasDefault = "default" in child;
    const given = Object.hasOwn(value, key) ? value[key] : undefined;
    if (given === undefined) {
      if (hasDefault) result[key] = structuredClone(child.default);
    } else if (given !== null || hasDefault || !IsOptional(child)) {
      result[key] = shape(child, given);
    }
  }
  return result;
}

function shapeRecord(schema: TRecord, value: Record<string, unknown>): Record<string, unknown> {
  const child = RecordValue(schema);
  const entries = Object.entries(value).map(([key, item]) => {
    assertStorable(key, "body");
    return [key, shape(child, item)] as const;
  });
  return Object.fromEntries(entries);
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
