import type { TSchema } from "typebox";

type Json = Record<string, unknown>;

/** A value of this schema with all fields, in which every string is its own path. */
export function sampleOf(schema: TSchema, path: readonly string[] = []): unknown {
  const { anyOf, const: only, enum: choices, format, items, minimum, type, ...rest } = schema as Json;
  const sample = (child: unknown, name: string) => sampleOf(child as TSchema, [...path, name]);
  if (Array.isArray(anyOf)) return sampleOf(anyOf[0], path);
  if (only !== undefined) return only;
  if (Array.isArray(choices)) return choices[0];
  if (type === "string") return format === "date-time" ? "2026-01-02T03:04:05.678Z" : path.join(".");
  if (type === "integer") return minimum ?? 1;
  if (type === "boolean") return true;
  if (type === "null") return null;
  if (type === "array") return [items].flat().map((item, index) => sample(item, String(index)));
  const { properties = {}, patternProperties = {} } = rest as { properties?: Json; patternProperties?: Json };
  const fields = [
    ...Object.entries(properties),
    ...Object.values(patternProperties).map((any) => ["any", any]),
  ];
  return Object.fromEntries(fields.map(([name, child]) => [name, sample(child, String(name))]));
}

/** One for each variant, if there are several. */
export function samplesOf(schema: TSchema): unknown[] {
  const { anyOf = [schema] } = schema as { anyOf?: TSchema[] };
  return anyOf.map((variant) => sampleOf(variant));
}
