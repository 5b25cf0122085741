/** Moves every schema that has a name into the components, and leaves a reference in its place. */
export function hoist(schema: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => hoist(item, schemas));
  if (typeof schema !== "object" || schema === null) return schema;
  const { title, ...rest } = schema as Record<string, unknown>;
  // A property that is called "title" is not a name.
  const isNamed = typeof title === "string";
  const inner = Object.fromEntries(
    Object.entries(isNamed ? rest : schema).map(([key, value]) => [key, hoist(value, schemas)]),
  );
  if (!isNamed) return inner;
  schemas[title] = inner;
  return { $ref: `#/components/schemas/${title}` };
}

/** The order of a page should not depend on what was declared first. */
export function byName(entries: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}
