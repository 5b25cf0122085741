/** A JSON schema, as far as the documents of the API use it. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

const primitives: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/** A schema as a type of TypeScript. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.replace("#/components/schemas/", "");
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array") return arrayOf(schema);
  if (schema.type === "object" || schema.properties) return objectOf(schema);
  return primitives[schema.type ?? ""] ?? "unknown";
}

function arrayOf({ items, prefixItems }: Schema): string {
  if (prefixItems) return `readonly [${prefixItems.map(typeOf).join(", ")}]`;
  const item = items ? typeOf(items) : "unknown";
  return `readonly ${item.includes(" ") ? `(${item})` : item}[]`;
}

function objectOf({
  properties = {},
  required = [],
  patternProperties,
  additionalProperties,
}: Schema): string {
  const lines = Object.entries(properties).map(([name, schema]) => {
    const comment = schema.description ? `/** ${schema.description} */\n` : "";
    const optional = required.includes(name) ? "" : "?";
    return `${comment}readonly ${nameOf(name)}${optional}: ${typeOf(schema)};\n`;
  });
  const values = Object.values(patternProperties ?? {})[0] ?? additionalProperties;
  if (lines.length > 0) return `{\n${lines.join("")}}`;
  return typeof values === "object"
    ? `Readonly<Record<string, ${typeOf(values)}>>`
    : "Readonly<Record<string, unknown>>";
}

function nameOf(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}
