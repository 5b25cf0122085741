import { describe, expect, test } from "bun:test";
import Type, {
  IsArray,
  IsBoolean,
  IsEnum,
  IsInteger,
  IsLiteral,
  IsNull,
  IsNumber,
  IsObject,
  IsRecord,
  IsString,
  IsUnion,
  RecordPattern,
  RecordValue,
  type TSchema,
} from "typebox";
import { configKeys } from "../../src/config/keys.ts";
import { configSchema } from "../../src/config/schema.ts";
import type { Route } from "../../src/declare/route.ts";
import { endpoints, routes } from "../../src/domains/index.ts";
import { describeApi } from "../../src/http/openapi.ts";
import { clientMessages } from "../../src/protocol/connection-messages.ts";
import { rawLimitOf } from "../../src/protocol/schema.ts";

interface Bounds {
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly "x-bounded-by"?: readonly string[];
}
const boundsOf = (schema: TSchema) => schema as Bounds;

/** The paths of all values in an input that the schema does not bound. */
function unbounded(schema: TSchema, path: string): string[] {
  const { maxLength, maxItems, maxProperties, minimum, maximum } = boundsOf(schema);
  const unless = (bounded: boolean) => (bounded ? [] : [path]);
  if (rawLimitOf(schema) !== undefined) return [];
  if (IsString(schema)) return unless(maxLength !== undefined);
  if (IsInteger(schema) || IsNumber(schema)) return unless(minimum !== undefined && maximum !== undefined);
  if (IsArray(schema)) return [...unless(maxItems !== undefined), ...unbounded(schema.items, `${path}[]`)];
  if (IsRecord(schema)) {
    const boundedKeys = /^\^\[[^\]]+\]\{\d+,\d+\}\$$/.test(RecordPattern(schema));
    return [
      ...unless(maxProperties !== undefined && boundedKeys),
      ...unbounded(RecordValue(schema), `${path}{}`),
    ];
  }
  if (IsObject(schema))
    return Object.entries(schema.properties).flatMap(([key, child]) => unbounded(child, `${path}.${key}`));
  if (IsUnion(schema)) return schema.anyOf.flatMap((variant) => unbounded(variant, path));
  return unless([IsBoolean, IsEnum, IsLiteral, IsNull].some((isKind) => isKind(schema)));
}

/** The lists and records in a reply. An object with an id is one thing and no list, whatever it contains. */
function listsIn(schema: TSchema): TSchema[] {
  if (IsArray(schema) || IsRecord(schema)) return [schema];
  if (IsUnion(schema)) return schema.anyOf.flatMap(listsIn);
  if (!IsObject(schema) || "_id" in schema.properties || "id" in schema.properties) return [];
  return Object.values(schema.properties).filter((child) => IsArray(child) || IsRecord(child));
}

const keys = new Set(configKeys(configSchema).map(({ key }) => key));

/** Whether a list has a constant bound, or names configuration keys or a bounded parameter of its route. */
function isBounded(list: TSchema, { query, body }: Pick<Route, "query" | "body">): boolean {
  const { maxItems, maxProperties, "x-bounded-by": names = [] } = boundsOf(list);
  if (maxItems !== undefined || maxProperties !== undefined) return true;
  const parameters = { ...query?.properties, ...(body && IsObject(body) && body.properties) };
  const isBound = (name: string) => {
    const parameter = parameters[name];
    return keys.has(name) || (parameter !== undefined && boundsOf(parameter).maximum !== undefined);
  };
  return names.length > 0 && names.every(isBound);
}

describe("bounds of input and output", () => {
  test("every value in the body, query and headers of every route has a bound", () => {
    const all = routes.flatMap(({ id, body, query, headers }) =>
      Object.entries({ body, query, headers }).flatMap(([part, schema]) =>
        schema ? unbounded(schema, `${id} ${part}`) : [],
      ),
    );
    expect(all).toEqual([]);
  });

  test("every parameter in a path has a bound", () => {
    interface Operation {
      readonly operationId: string;
      readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Bounds }[];
    }
    const paths = Object.values(describeApi(routes, "").paths as Record<string, Record<string, Operation>>);
    const all = paths.flatMap((path) =>
      Object.values(path).flatMap(({ operationId, parameters }) =>
        parameters
          .filter((parameter) => parameter.in === "path" && parameter.schema.maxLength === undefined)
          .map(({ name }) => `${operationId} ${name}`),
      ),
    );
    expect(all).toEqual([]);
  });

  test("every message that clients send on the stream has bounds", () => {
    expect(clientMessages.flatMap(({ name, payload }) => unbounded(payload, name))).toEqual([]);
  });

  test("every endpoint that reads a body reads at most the bytes of a configuration key", () => {
    const bounds: Record<string, string[]> = {
      files_upload: ["limits.default.file_upload_size_limits.attachments"],
      oidc_backchannel_logout: ["http.body_limit"],
      voice_notification: ["http.body_limit"],
      webhook_execute_discord: ["http.body_limit", "limits.default.file_upload_size_limits.attachments"],
      webhook_execute_slack: ["http.body_limit", "limits.default.file_upload_size_limits.attachments"],
    };
    const withBody = endpoints.filter(({ method }) => method !== "GET").map(({ id }) => id);
    expect(withBody.toSorted()).toEqual(Object.keys(bounds).toSorted());
    for (const name of Object.values(bounds).flat()) expect(keys.has(name), name).toBe(true);
  });

  test("every list in a reply has pages or a cap", () => {
    const lists = routes.flatMap((route) => listsIn(route.reply).map((list) => ({ route, list })));
    expect(lists.length).toBeGreaterThan(20);
    const open = lists.filter(({ route, list }) => !isBounded(list, route)).map(({ route }) => route.id);
    expect(open).toEqual([]);
  });

  test.each<[string, TSchema]>([
    ["a text", Type.String({ minLength: 1 })],
    ["a text with a pattern", Type.String({ pattern: "^a+$" })],
    ["a number", Type.Integer({ minimum: 0 })],
    ["a list", Type.Array(Type.Boolean())],
    ["the items of a list", Type.Array(Type.String(), { maxItems: 1 })],
    ["the size of a record", Type.Record(Type.String({ pattern: "^[a-z]{0,9}$" }), Type.Boolean())],
    ["the keys of a record", Type.Record(Type.String(), Type.Boolean(), { maxProperties: 1 })],
    ["a field", Type.Object({ fine: Type.Boolean(), field: Type.Optional(Type.String()) })],
    ["a variant", Type.Union([Type.Null(), Type.String()])],
    ["anything", Type.Unknown()],
  ])("the walk finds %s without a bound", (_, schema) => {
    expect(unbounded(schema, "it")).toHaveLength(1);
  });
});
