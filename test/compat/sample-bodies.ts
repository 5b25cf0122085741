import { inside, isObject, type Json, resolve } from "./published.ts";

export interface SampleBodies {
  /** The required fields only. */
  readonly least: unknown;
  /** All fields. */
  readonly full: unknown;
  /** The required fields, and null for all nullable fields. */
  readonly nulls: unknown;
}

/** Bodies that a client written against the published schema may send, for each of its variants. */
export function sampleBodies(schema: unknown): SampleBodies[] {
  return variantsOf(schema).map((variant) => {
    if (!isObject(variant.properties))
      return { least: sampleOf(variant), full: sampleOf(variant), nulls: sampleOf(variant) };
    const nullable = Object.entries(variant.properties).filter(
      ([, child]) => inside(child, "nullable") === true,
    );
    const least = objectOf(variant, requiredOf(variant));
    return {
      least,
      full: objectOf(variant, Object.keys(variant.properties)),
      nulls: { ...Object.fromEntries(nullable.map(([name]) => [name, null])), ...least },
    };
  });
}

function variantsOf(schema: unknown): Json[] {
  const resolved = resolve(schema);
  const choice = resolved.anyOf ?? resolved.oneOf;
  return Array.isArray(choice) ? choice.flatMap(variantsOf) : [resolved];
}

function requiredOf({ required }: Json): string[] {
  return Array.isArray(required) ? required.map(String) : [];
}

function objectOf(schema: Json, names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, sampleOf(inside(schema.properties, name))]));
}

function sampleOf(schema: unknown): unknown {
  const [variant = {}] = variantsOf(schema);
  if (Array.isArray(variant.enum)) return variant.enum[0];
  switch (variant.type) {
    case "string":
      return textOf(variant);
    case "integer":
    case "number":
      return typeof variant.minimum === "number" ? variant.minimum : 1;
    case "boolean":
      return true;
    case "array":
      return [sampleOf(variant.items)];
    case "null":
      return null;
    default:
      return isObject(variant.additionalProperties)
        ? { sample: sampleOf(variant.additionalProperties) }
        : objectOf(variant, requiredOf(variant));
  }
}

function textOf({ format, minLength = 1, maxLength = 10_000 }: Json): string {
  if (format === "date-time") return "2026-01-02T03:04:05Z";
  return "sample".padEnd(Number(minLength), "e").slice(0, Number(maxLength));
}
