import Type, { IsVoid, type TSchema } from "typebox";
import packageFile from "../../package.json" with { type: "json" };
import { type ErrorName, errorCatalogue } from "../declare/error.ts";
import { permissionsOf, type Route } from "../declare/route.ts";
import { maxHeadLength, mediaOf, rawLimitOf } from "../protocol/schema.ts";
import { apiVersion } from "../protocol/version.ts";
import { byName, hoist } from "./hoist.ts";

type Json = Record<string, unknown>;

/** Generates the published description (OpenAPI 3.1) from the declarations. */
export function describeApi(routes: readonly Route[], serverUrl: string): Json {
  const schemas: Record<string, unknown> = { Error: errorSchema() };
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replace(/:([^/]+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Ermine",
      version: apiVersion,
      "x-server-version": packageFile.version,
      description: packageFile.description,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: serverUrl }],
    paths: publish(byName(paths)),
    components: {
      schemas: publish(byName(schemas)),
      securitySchemes: {
        "Session Token": { type: "apiKey", in: "header", name: "X-Session-Token" },
        "Bot Token": { type: "apiKey", in: "header", name: "X-Bot-Token" },
        "MFA Ticket": { type: "apiKey", in: "header", name: "X-MFA-Ticket" },
      },
    },
  };
}

/**
 * Rewrites tuples, which the schemas declare as JSON Schema did until draft 7, as OpenAPI 3.1 needs them, and bounds that
 * an action enforces as those of their schema.
 */
function publish(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(publish);
  if (typeof value !== "object" || value === null) return value;
  const { enforcedLater = {}, ...declared } = value as Json & { readonly enforcedLater?: Json };
  const inner: Json = Object.fromEntries(
    Object.entries({ ...declared, ...enforcedLater }).map(([key, child]) => [key, publish(child)]),
  );
  if (!Array.isArray(inner.items)) return inner;
  const { items: prefixItems, additionalItems: items, ...rest } = inner;
  return { ...rest, prefixItems, items };
}

function describeRoute(route: Route, schemas: Record<string, unknown>): Json {
  const content = (schema: TSchema) => ({ "application/json": { schema: hoist(schema, schemas) } });
  const media = mediaOf(route.reply);
  const binary = (type: string) => ({ [type]: { schema: { type: "string", format: "binary" } } });
  const requestContent = (body: TSchema) =>
    rawLimitOf(body) === undefined ? content(body) : binary("application/octet-stream");
  const success = IsVoid(route.reply)
    ? { 204: { description: "Done." } }
    : { 200: { description: "Success.", content: media ? binary(media.type) : content(route.reply) } };
  return {
    operationId: route.id,
    summary: route.summary,
    ...permissionsIn(route),
    tags: [route.path.split("/")[1] || "service"],
    security: securityOf(route),
    parameters: [
      ...pathParameters(route),
      ...parametersIn(route.query, "query"),
      ...parametersIn(route.headers, "header"),
    ],
    ...(route.body && {
      requestBody: { required: !route.hasOptionalBody, content: requestContent(route.body) },
    }),
    responses: { ...success, ...failuresOf(route) },
    "x-ratelimit-bucket": route.limit.bucket,
    "x-emits": (route.emits ?? []).map(({ name }) => name),
  };
}

/** In words for people who read the description, and as a list for programs. */
function permissionsIn(route: Route): Json {
  const all = permissionsOf(route);
  if (all.length === 0) return {};
  return { description: describeNeeds(route), "x-permissions": all };
}

/** One sentence for each way in which a route needs permissions. */
export function describeNeeds({ on, needs, alsoNeeds, enforces }: Route): string {
  const list = (names: readonly string[], last: "and" | "or") =>
    names.map((name) => `\`${name}\``).join(names.length > 2 ? ", " : ` ${last} `);
  const where = on ? ` on the ${on.kind}` : "";
  return [
    ...(typeof needs === "string" ? [`Needs \`${needs}\`${where}.`] : []),
    ...(typeof needs === "object"
      ? [`Needs ${list(needs.among, "or")}${where}, depending on the call.`]
      : []),
    ...(alsoNeeds ? [`Some calls also need ${list(alsoNeeds.among, "and")}.`] : []),
    ...(enforces ? [`May need ${list(enforces.permissions, "and")}: ${enforces.why}`] : []),
  ].join(" ");
}

function securityOf({ auth, ticket }: Route): Json[] {
  const withTicket = ticket ? { "MFA Ticket": [] } : {};
  const session = { "Session Token": [], ...withTicket };
  if (auth === "none") return [];
  if (auth === "session" || auth === "operator") return [session];
  if (auth === "session?") return [{}, session];
  return [session, { "Bot Token": [] }];
}

/** The errors that the route declares, and those that `mountRoute` adds. */
function errorsOf(route: Route): ErrorName[] {
  const implied: ErrorName[] = ["InternalError"];
  if (["session", "user", "operator"].includes(route.auth)) implied.push("InvalidSession");
  if (route.ticket) implied.push("InvalidToken");
  if (route.body) implied.push("PayloadTooLarge");
  if (route.body || route.query || route.path.includes(":")) implied.push("FailedValidation");
  return [...new Set([...route.errors, ...implied])];
}

function failuresOf(route: Route): Json {
  const byStatus = new Map<number, string[]>();
  const add = (status: number, name: string) => byStatus.set(status, [...(byStatus.get(status) ?? []), name]);
  for (const name of errorsOf(route)) {
    if (name === "PayloadTooLarge") add(413, name);
    // Every body may be too large; content that is too large is another status, of the routes that declare it.
    if (name !== "PayloadTooLarge" || route.errors.includes(name)) add(errorCatalogue[name].status, name);
  }
  const error = { $ref: "#/components/schemas/Error" };
  const content = { "application/json": { schema: error } };
  const described = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, names]) => [String(status), { description: names.join(", "), content }]);
  const limited = {
    type: "object",
    properties: { retry_after: { type: "integer" } },
    required: ["retry_after"],
  };
  // The limiter shares its status with errors that a route may declare.
  const errors = byStatus.get(429) ?? [];
  return {
    ...Object.fromEntries(described),
    429: {
      description: [...errors, "Too many calls; `retry_after` is in milliseconds."].join(", "),
      content: { "application/json": { schema: errors.length > 0 ? { anyOf: [error, limited] } : limited } },
    },
  };
}

function errorSchema(): Json {
  return {
    type: "object",
    description: "Every failure. Some types carry further fields.",
    required: ["type", "location"],
    properties: {
      type: { type: "string", enum: Object.keys(errorCatalogue) },
      location: { type: "string", description: "Opaque; tells the operator which request failed." },
    },
  };
}

const PathParameter = Type.String({ maxLength: maxHeadLength });

function pathParameters(route: Route): Json[] {
  return [...route.path.matchAll(/:([^/]+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: PathParameter,
  }));
}

function parametersIn(schema: Route["query"], location: "query" | "header"): Json[] {
  if (!schema) return [];
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties).map(([name, child]) => ({
    name,
    in: location,
    required: required.has(name),
    schema: child,
  }));
}
