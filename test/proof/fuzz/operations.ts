/** A JSON schema of the OpenAPI document, as far as requests use it. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface Described {
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: JsonSchema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** A call that the server describes. */
export interface Operation {
  /** Such as `PATCH /servers/{target}`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | undefined;
  /** The body is bytes instead of JSON. */
  readonly takesBytes: boolean;
  readonly needsTicket: boolean;
  /** The statuses that the description names. */
  readonly statuses: ReadonlySet<number>;
}

export interface Description {
  readonly operations: readonly Operation[];
  resolve(schema: JsonSchema): JsonSchema;
}

/** Reads the description that the server publishes of itself. */
export async function readDescription(url: string): Promise<Description> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApiDocument;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Operation => {
      const content = described.requestBody?.content ?? {};
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters: described.parameters ?? [],
        body: content["application/json"]?.schema,
        takesBytes: "application/octet-stream" in content,
        needsTicket: described.security.some((ways) => "MFA Ticket" in ways),
        statuses: new Set(Object.keys(described.responses).map(Number)),
      };
    }),
  );
  const { schemas } = document.components;
  const resolve = (schema: JsonSchema): JsonSchema => {
    const name = schema.$ref?.split("/").at(-1);
    return name === undefined ? schema : resolve(schemas[name] ?? {});
  };
  return { operations, resolve };
}
