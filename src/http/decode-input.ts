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
import { Compile, type Validator } from "typebox/compile";
import { Check } from "typebox/value";
import { invalid } from "../protocol/error.ts";
import { assertStorable } from "./request-path.ts";

/** Turns input into a value of the schema, or throws FailedValidation. Drops unknown keys. */
type InputDecoder = (value: unknown) => unknown;

export function inputDecoder(schema: TSchema): InputDecoder {
  const normalise = createNormaliser(schema);
  return (value) => {
    const normalised = normalise(value);
    const validator = validatorOf(schema);
    if (validator.Check(normalised)) return normalised;
    const problems = validator.Errors(normalised).map(({ instancePath, message }) => {
      const field = instancePath.slice(1).replaceAll("/", ".");
      return field ? `${field}: ${message}` : message;
    });
    throw invalid([...new Set(problems)].slice(0, 20).join("\n"));
  };
}

const validators = new WeakMap<TSchema, Validator>();

/** The compiled validator of a schema. Compiled on first use: all of them at once would slow down every start. */
export function validatorOf(schema: TSchema): Validator {
  const existing = validators.get(schema);
  if (existing) return existing;
  const validator: Validator = Compile(schema);
  validators.set(schema, validator);
  return validator;
}

/** Copies the part of a value that the schema declares. A value of another type stays as it is, for the validator. */
type Normalise = (value: unknown) => unknown;

function createNormaliser(schema: TSchema): Normalise {
  if (IsString(schema)) return checkStorable;
  if (IsObject(schema)) return createObjectNormaliser(schema);
  if (IsRecord(schema)) return createRecordNormaliser(schema);
  if (IsArray(schema)) {
    const normalise = createNormaliser(schema.items);
    return (value) => (Array.isArray(value) ? value.map(normalise) : value);
  }
  if (IsUnion(schema)) {
    const variants = schema.anyOf.map((variant) => ({ variant, normalise: createNormaliser(variant) }));
    return (value) => {
      for (const { variant, normalise } of variants) {
        const normalised = normalise(value);
        if (Check(variant, normalised)) return normalised;
      }
      return value;
    };
  }
  return (value) => value;
}

function checkStorable(value: unknown): unknown {
  if (typeof value === "string") assertStorable(value, "body");
  return value;
}

/** `null` for an optional key means absent, unless the key has a default. */
function createObjectNormaliser(schema: TObject): Normalise {
  const fields = Object.entries(schema.properties).map(([key, child]) => {
    const fallback = "default" in child ? child.default : undefined;
    const isNullAbsent = fallback === undefined && IsOptional(child);
    return { key, fallback, normalise: createNormaliser(child), isNullAbsent };
  });
  return (value) => {
    if (!isPlainObject(value)) return value;
    const result: Record<string, unknown> = {};
    for (const { key, fallback, normalise, isNullAbsent } of fields) {
      const given = Object.hasOwn(value, key) ? value[key] : undefined;
      if (given === undefined) {
        if (fallback !== undefined) result[key] = structuredClone(fallback);
      } else if (given !== null || !isNullAbsent) result[key] = normalise(given);
    }
    return result;
  };
}

function createRecordNormaliser(schema: TRecord): Normalise {
  const normalise = createNormaliser(RecordValue(schema));
  return (value) => {
    if (!isPlainObject(value)) return value;
    const entries = Object.entries(value).map(([key, item]) => {
      assertStorable(key, "body");
      return [key, normalise(item)] as const;
    });
    return Object.fromEntries(entries);
  };
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
