import { inside, isObject } from "../../compat/published.ts";

/** Names that clients and bots of a server may depend on. */
export interface Surface {
  /** The names of query parameters, by method and path: `GET /channels/{}/messages`. */
  readonly routes: Map<string, Set<string>>;
  /** The names of fields and the texts that have a meaning, by the name of the type. */
  readonly types: Map<string, Set<string>>;
  /** The fields of events and of the packets that clients send, by name. */
  readonly events: Map<string, Set<string>>;
  readonly errors: Set<string>;
  /** The numbers of bits. */
  readonly permissions: Map<string, number>;
  /** The revision of the database schema. */
  revision: number | undefined;
}

export function newSurface(): Surface {
  return {
    routes: new Map(),
    types: new Map(),
    events: new Map(),
    errors: new Set(),
    permissions: new Map(),
    revision: undefined,
  };
}

export function addTo(map: Map<string, Set<string>>, name: string, members: Iterable<string>): void {
  map.set(name, (map.get(name) ?? new Set<string>()).union(new Set(members)));
}

/** A method and path without the names of parameters and a trailing slash. */
export function shapeOf(method: string, path: string): string {
  const shape = path.replaceAll(/\{[^}]*\}|<[^>]*>/g, "{}").replaceAll(/\/{2,}/g, "/");
  return `${method.toUpperCase()} ${shape.replace(/(?<=.)\/$/, "")}`;
}

/** Adds the routes and schemas of an OpenAPI description. */
export function addDescription(surface: Surface, description: unknown): void {
  for (const [path, methods] of entriesOf(inside(description, "paths")))
    for (const [method, operation] of entriesOf(methods)) {
      if (!/^(get|post|put|patch|delete)$/.test(method)) continue;
      const parameters = inside(operation, "parameters");
      const query = (Array.isArray(parameters) ? parameters : []).filter(
        (one) => inside(one, "in") === "query",
      );
      addTo(
        surface.routes,
        shapeOf(method, path),
        query.map((one) => String(inside(one, "name"))),
      );
    }
  addSchemas(surface, description);
}

export function addSchemas(surface: Surface, description: unknown): void {
  for (const [name, schema] of entriesOf(inside(description, "components", "schemas")))
    addTo(surface.types, name, namesIn(schema, description));
}

/** Adds the events of an AsyncAPI description. */
export function addEvents(surface: Surface, description: unknown): void {
  for (const [name, message] of entriesOf(inside(description, "components", "messages")))
    addTo(surface.events, name, namesIn(inside(message, "payload"), description));
  addSchemas(surface, description);
}

const combining = ["anyOf", "oneOf", "allOf"];

/** The names of the properties of a schema, and the texts that it names, also those of its alternatives. */
function namesIn(schema: unknown, description: unknown): string[] {
  const reference = inside(schema, "$ref");
  if (typeof reference === "string")
    return namesIn(inside(description, ...reference.split("/").slice(1)), description);
  const alternatives = combining.flatMap((key) => {
    const listed = inside(schema, key);
    return Array.isArray(listed) ? listed : [];
  });
  const properties = entriesOf(inside(schema, "properties"));
  return [
    ...textsIn(schema),
    ...properties.flatMap(([name, property]) => [name, ...textsIn(property)]),
    ...alternatives.flatMap((each) => namesIn(each, description)),
  ];
}

function textsIn(schema: unknown): string[] {
  const listed = inside(schema, "enum");
  const given = [inside(schema, "const"), ...(Array.isArray(listed) ? listed : [])];
  return given.filter((value) => typeof value === "string");
}

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);
