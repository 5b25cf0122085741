import {
  IsArray,
  IsBoolean,
  IsEnum,
  IsInteger,
  IsLiteral,
  IsNull,
  IsNumber,
  IsObject,
  IsOptional,
  IsRecord,
  IsString,
  IsUnion,
  RecordPattern,
  RecordValue,
  type TArray,
  type TObject,
  type TRecord,
  type TSchema,
  type TString,
  type TUnion,
} from "typebox";
import { invalid } from "../declare/error.ts";
import { LazyValidator } from "../platform/memoize/lazy-validator.ts";

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

/** Why a value does not match its schema. */
class Problem {
  readonly #path: readonly (string | number)[];
  readonly #message: string;

  constructor(message: string, path: readonly (string | number)[] = []) {
    this.#message = message;
    this.#path = path;
  }

  under(key: string | number): Problem {
    return new Problem(this.#message, [key, ...this.#path]);
  }

  get text(): string {
    return this.#path.length === 0 ? this.#message : `${this.#path.join(".")}: ${this.#message}`;
  }
}

/**
 * Copies the part of a value that the schema declares, or returns the first Problem. It compares the size of a string,
 * array or record with the schema before it looks at the content, so that the schema bounds the cost of any value.
 */
type Decode = (value: unknown) => unknown;

function createDecoder(schema: TSchema): Decode {
  if (IsString(schema)) return createStringDecoder(schema);
  if (IsObject(schema)) return createObjectDecoder(schema);
  if (IsRecord(schema)) return createRecordDecoder(schema);
  if (IsArray(schema)) return createArrayDecoder(schema);
  if (IsUnion(schema)) return createUnionDecoder(schema);
  if (scalars.some((isKind) => isKind(schema))) return createScalarDecoder(schema);
  throw new Error(`there is no decoder for ${JSON.stringify(schema)}`);
}

const scalars = [IsBoolean, IsInteger, IsNumber, IsEnum, IsLiteral, IsNull];

function createScalarDecoder(schema: TSchema): Decode {
  const validator = new LazyValidator(schema);
  return (value) => {
    if (validator.check(value)) return value;
    return new Problem(validator.errors(value)[0]?.message ?? "is invalid");
  };
}

function createStringDecoder(schema: TString & { maxLength?: number }): Decode {
  const decode = createScalarDecoder(schema);
  const { maxLength = Number.POSITIVE_INFINITY } = schema;
  return (value) => {
    if (typeof value !== "string") return decode(value);
    // A character has at most two UTF-16 units. Of longer text, neither the characters nor the pattern are looked at.
    if (value.length > 2 * maxLength) return new Problem(`must not have more than ${maxLength} characters`);
    const problem = storageProblem(value);
    return problem === undefined ? decode(value) : new Problem(problem);
  };
}

function createArrayDecoder(schema: TArray & { minItems?: number; maxItems?: number }): Decode {
  const decode = createDecoder(schema.items);
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  return (value) => {
    if (!Array.isArray(value)) return new Problem("must be array");
    if (value.length < minItems) return new Problem(`must not have fewer than ${minItems} items`);
    if (value.length > maxItems) return new Problem(`must not have more than ${maxItems} items`);
    const result: unknown[] = [];
    for (const [index, item] of value.entries()) {
      const decoded = decode(item);
      if (decoded instanceof Problem) return decoded.under(index);
      result.push(decoded);
    }
    return result;
  };
}

/** `null` for an optional key means absent, unless the key has a default. */
function createObjectDecoder(schema: TObject): Decode {
  const fields = Object.entries(schema.properties).map(([key, child]) => {
    const fallback = "default" in child ? child.default : undefined;
    const isOptional = IsOptional(child);
    const isNullAbsent = fallback === undefined && isOptional;
    // `Object.hasOwn` costs more than the rest of the loop.
    const isInherited = key in Object.prototype;
    return { key, fallback, decode: createDecoder(child), isOptional, isNullAbsent, isInherited };
  });
  return (value) => {
    if (!isPlainObject(value)) return new Problem("must be object");
    const result: Record<string, unknown> = {};
    for (const { key, fallback, decode, isOptional, isNullAbsent, isInherited } of fields) {
      const given = isInherited && !Object.hasOwn(value, key) ? undefined : value[key];
      if (given === undefined) {
        if (fallback !== undefined) result[key] = structuredClone(fallback);
        else if (!isOptional) return new Problem("is required").under(key);
      } else if (given !== null || !isNullAbsent) {
        const decoded = decode(given);
        if (decoded instanceof Problem) return decoded.under(key);
        result[key] = decoded;
      }
    }
    return result;
  };
}

function createRecordDecoder(schema: TRecord & { maxProperties?: number }): Decode {
  const decode = createDecoder(RecordValue(schema));
  const pattern = new RegExp(RecordPattern(schema), "u");
  const { maxProperties = Number.POSITIVE_INFINITY } = schema;
  return (value) => {
    if (!isPlainObject(value)) return new Problem("must be object");
    const entries = Object.entries(value);
    if (entries.length > maxProperties) return new Problem(`must not have more than ${maxProperties} keys`);
    const result: [string, unknown][] = [];
    for (const [key, item] of entries) {
      const problem = storageProblem(key);
      if (problem !== undefined) return new Problem(`the key ${problem}`);
      if (!pattern.test(key)) return new Problem("has a key that is not allowed");
      const decoded = decode(item);
      if (decoded instanceof Problem) return decoded.under(key);
      result.push([key, decoded]);
    }
    return Object.fromEntries(result);
  };
}

/** Decodes the first variant that matches, without the keys of the others. */
function createUnionDecoder(schema: TUnion): Decode {
  const variants = schema.anyOf.map(createDecoder);
  return (value) => {
    const problems: string[] = [];
    for (const decode of variants) {
      const decoded = decode(value);
      if (!(decoded instanceof Problem)) return decoded;
      problems.push(decoded.text);
    }
    return new Problem([...new Set(problems)].join(", or "));
  };
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Rejects text that cannot be stored. */
export function assertStorable(text: string, where: string): void {
  const problem = storageProblem(text);
  if (problem !== undefined) throw invalid(`${where}: ${problem}`);
}

/** Why PostgreSQL cannot store a text: it has NUL or lone surrogates. */
function storageProblem(text: string): string | undefined {
  if (text.includes("\0")) return "must not contain NUL";
  return text.isWellFormed() ? undefined : "must be well-formed Unicode";
}
