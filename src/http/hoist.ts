/** Moves every schema with a title into the components, and replaces it by a reference. */
export function hoist(schema: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => hoist(item, schemas));
  if (typeof schema !== "object" || schema === null) return schema;
  const { title, ...rest } = schema as Record<string, unknown>;
  // A property named "title" holds a schema, not a string.
  const isNamed = typeof title === "string";
  const inner = Object.fromEntries(
    Object.entries(isNamed ? rest : schema).map(([key, value]) => [key, hoist(value, schemas)]),
  );
  if (!isNamed) return inner;
  schemas[title] = inner;
  return { $ref: `#/components/schemas/${title}` };
}

/** Sorts by key, so that the generated pages do not depend on the order of declarations. */
export function byName(entries: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}
