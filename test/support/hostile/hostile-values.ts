import { Ajv } from "ajv";
import fc from "fast-check";
import {
  IsArray,
  IsBoolean,
  IsInteger,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  IsUnion,
  type TObject,
  type TSchema,
} from "typebox";
import { anyText } from "./any-text.ts";

const long = "x".repeat(5_000);

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  anyText({ maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "\udc00x",
    "\u202e\u2066",
    "\ufeff",
    "e\u0301".repeat(100),
    long,
    "👍".repeat(500),
  ),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "' or 1=1 --",
    '"; drop table users; --',
    "../../etc/passwd",
    "%00",
    "{{7*7}}",
    "null",
    "[object Object]",
  ),
  fc.constantFrom(
    "a@b",
    "x@example.com",
    "admin",
    "@me",
    "all",
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "000000",
    "A".repeat(32),
    "A".repeat(64),
  ),
  fc.emailAddress(),
);

const hostileNumber = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, Number.MIN_VALUE, Number.NaN),
);

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { email: value };
  return value;
}

/** Any JSON value. */
const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 1 }, nested(500)),
  hostileText,
  hostileNumber,
  fc.jsonValue(),
);

/** Values mostly of the right type, and seldom with valid content. */
export function plausible(schema: TSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 4, arbitrary: ofType(schema, hostileText) }, { weight: 1, arbitrary: junk });
}

function ofType(schema: TSchema, text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  if (IsUnion(schema)) return fc.oneof(...schema.anyOf.map((variant) => ofType(variant, text)));
  if (IsObject(schema)) return objectOf(schema, text);
  if (IsArray(schema)) return fc.array(ofType(schema.items, text), { maxLength: 5 });
  if (IsInteger(schema) || IsNumber(schema)) return hostileNumber;
  if (IsBoolean(schema)) return fc.boolean();
  if (IsString(schema)) return text;
  const choices = (schema as { enum?: unknown[] }).enum;
  return choices ? fc.constantFrom(...choices) : junk;
}

function objectOf(schema: TObject, text: fc.Arbitrary<string>): fc.Arbitrary<Record<string, unknown>> {
  const entries = Object.entries(schema.properties);
  const required = entries.filter(([, child]) => !IsOptional(child)).map(([key]) => key);
  const fields = Object.fromEntries(entries.map(([key, child]) => [key, ofType(child, text)]));
  return fc.record(fields, { requiredKeys: required });
}

const goodText = fc.constantFrom("some text", "somebody@example.com", "a good password 1", "123456");

/** Values that every route must reject: of a wrong type, or without a required field. */
export function impossible(schema: TSchema): fc.Arbitrary<unknown> {
  const accepts = oracle(schema);
  const broken = ofType(schema, goodText).chain((value) => {
    if (typeof value !== "object" || value === null) return junk;
    const keys = Object.keys(value);
    if (keys.length === 0) return junk;
    return fc
      .tuple(fc.constantFrom(...keys), fc.option(junk, { nil: undefined }))
      .map(([key, wrong]) => ({ ...value, [key]: wrong }));
  });
  return fc
    .oneof({ weight: 3, arbitrary: broken }, { weight: 1, arbitrary: junk })
    .map((value): unknown => JSON.parse(JSON.stringify(value)))
    .filter((value) => !accepts(value));
}

const ajv = new Ajv({ strict: false, validateFormats: false });

/** Whether the schema accepts a value, decided by a validator other than the one under test. */
export function oracle(schema: TSchema): (value: unknown) => boolean {
  const validate = ajv.compile(lenient(JSON.parse(JSON.stringify(schema))) as object);
  return (value) => validate(value);
}

/** The schema as the API applies it: unknown keys are ignored, and null means absent where a key is optional. */
function lenient(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lenient);
  if (typeof schema !== "object" || schema === null) return schema;
  const { additionalProperties: _, properties, required, ...rest } = schema as Record<string, unknown>;
  const needed = new Set(Array.isArray(required) ? required : []);
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, lenient(value)]));
  if (typeof properties !== "object" || properties === null) return inner;
  const fields = Object.entries(properties).map(([key, child]) => {
    const field = lenient(child);
    return [
      key,
      needed.has(key) || "default" in Object(child) ? field : { anyOf: [field, { type: "null" }] },
    ];
  });
  return { ...inner, properties: Object.fromEntries(fields), required: [...needed] };
}
