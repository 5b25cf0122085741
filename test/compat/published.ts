import { Ajv, type ValidateFunction } from "ajv";
import description from "../../node_modules/stoat-api/OpenAPI.json" with { type: "json" };
import type { Route } from "../../src/declare/route.ts";
import { routes } from "../../src/domains/index.ts";

export type Json = Record<string, unknown>;

/** One operation of the API description that the authors of the clients publish. */
export interface Operation {
  /** As published, e.g. `GET /auth/account/`. */
  readonly name: string;
  readonly id: string;
  readonly body: unknown;
  readonly queryNames: readonly string[];
  /** Schema by status; null where there is no body. `default` describes failures. */
  readonly replies: ReadonlyMap<string, unknown>;
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Follows keys into JSON; undefined where there is nothing. */
export function inside(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value);
}

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);

export const operations: readonly Operation[] = entriesOf(description.paths)
  .flatMap(([path, methods]) =>
    entriesOf(methods).map(([method, operation]) => readOperation(method, path, operation)),
  )
  .sort((a, b) => (a.name < b.name ? -1 : 1));

function readOperation(method: string, path: string, operation: unknown): Operation {
  const parameters = inside(operation, "parameters");
  const listed: unknown[] = Array.isArray(parameters) ? parameters : [];
  return {
    name: `${method.toUpperCase()} ${path}`,
    id: String(inside(operation, "operationId")),
    body: jsonContent(inside(operation, "requestBody")),
    queryNames: listed
      .filter((one) => inside(one, "in") === "query")
      .map((one) => String(inside(one, "name"))),
    replies: new Map(
      entriesOf(inside(operation, "responses")).map(([status, reply]) => [
        status,
        jsonContent(reply) ?? null,
      ]),
    ),
  };
}

function jsonContent(holder: unknown): unknown {
  return inside(holder, "content", "application/json", "schema");
}

/** The method and path without parameter names and trailing slash. */
const shapeOf = (method: string, path: string) =>
  `${method} ${path.replace(/\{[^}]+\}|:[^/]+/g, "{}").replace(/(?<=.)\/$/, "")}`;

const ours = new Map(routes.map((route) => [shapeOf(route.method, route.path), route]));

export function routeOf({ name }: Operation): Route | undefined {
  const [method = "", path = ""] = name.split(" ");
  return ours.get(shapeOf(method, path));
}

export interface Existing {
  readonly operation: Operation;
  readonly route: Route;
}

/** The operations that this server implements. */
export const existing: readonly Existing[] = operations.flatMap((operation) => {
  const route = routeOf(operation);
  return route ? [{ operation, route }] : [];
});

const root = "published";

/** Replaces `nullable` of OpenAPI 3.0 by the null type of JSON Schema. */
function toJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toJsonSchema);
  if (!isObject(schema)) return schema;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      isReference(key, value) ? `${root}${value}` : toJsonSchema(value),
    ]),
  );
  if (nullable !== true) return nullable === undefined ? rest : { ...rest, nullable };
  return { anyOf: [rest, { type: "null" }] };
}

function isReference(key: string, value: unknown): value is string {
  return key === "$ref" && typeof value === "string";
}

/** Accepts patterns that begin with an inline flag, which JavaScript does not support. */
const readPattern = Object.assign(
  (pattern: string, flags: string) =>
    pattern.startsWith("(?i)") ? new RegExp(pattern.slice(4), `${flags}i`) : new RegExp(pattern, flags),
  { code: "readPattern" },
);

const ajv = new Ajv({
  strict: false,
  validateFormats: false,
  allErrors: true,
  code: { regExp: readPattern },
});
ajv.addSchema({ $id: root, components: { schemas: toJsonSchema(description.components.schemas) } });

const compiled = new Map<string, ValidateFunction>();

export function compilePublished(schema: unknown): ValidateFunction {
  const key = JSON.stringify(schema);
  const validate = compiled.get(key) ?? ajv.compile(toJsonSchema(schema) as Json);
  compiled.set(key, validate);
  return validate;
}

/** The schema behind references and single-element `allOf`. */
export function resolve(schema: unknown): Json {
  const reference = inside(schema, "$ref");
  if (typeof reference === "string") return resolve(inside(description, ...pointer(reference)));
  const all = inside(schema, "allOf");
  if (Array.isArray(all) && all.length === 1) return resolve(all[0]);
  if (!isObject(schema)) throw new Error(`not a schema: ${JSON.stringify(schema)}`);
  return schema;
}

function pointer(reference: string): string[] {
  return reference.slice(2).split("/").map(decodeURIComponent);
}
