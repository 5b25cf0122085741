import { IsArray, IsObject, IsRecord, IsUnion, RecordValue, type TSchema } from "typebox";
import { Check } from "typebox/value";

type Convert = (value: unknown) => unknown;

/** Returns a function that converts the timestamps in a value of this schema to milliseconds; undefined if none. */
export function timestampsIn(schema: TSchema): Convert | undefined {
  if ((schema as { format?: string }).format === "date-time")
    return (value) => (typeof value === "string" ? Date.parse(value) : value);
  if (IsObject(schema)) return inObject(Object.entries(schema.properties));
  if (IsArray(schema)) {
    const convert = timestampsIn(schema.items);
    return convert && ((value) => (Array.isArray(value) ? value.map(convert) : value));
  }
  if (IsRecord(schema)) {
    const convert = timestampsIn(RecordValue(schema));
    return convert && ((value) => mapValues(value, convert));
  }
  if (IsUnion(schema)) return inUnion(schema.anyOf);
  return undefined;
}

function inObject(properties: readonly (readonly [string, TSchema])[]): Convert | undefined {
  const converters = properties.flatMap(([key, child]) => {
    const convert = timestampsIn(child);
    return convert ? [[key, convert] as const] : [];
  });
  if (converters.length === 0) return undefined;
  return (value) => {
    if (typeof value !== "object" || value === null) return value;
    const copy: Record<string, unknown> = { ...value };
    for (const [key, convert] of converters) if (key in copy) copy[key] = convert(copy[key]);
    return copy;
  };
}

function inUnion(variants: readonly TSchema[]): Convert | undefined {
  const converters = variants.map((variant) => ({ variant, convert: timestampsIn(variant) }));
  if (converters.every(({ convert }) => convert === undefined)) return undefined;
  return (value) => converters.find(({ variant }) => Check(variant, value))?.convert?.(value) ?? value;
}

function mapValues(value: unknown, convert: Convert): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, convert(item)]));
}
