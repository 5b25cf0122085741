import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import Type, { type TObject, type TSchema } from "typebox";
import { anyText } from "../../test/support/hostile/any-text.ts";
import { ApiError } from "../declare/error.ts";
import { model } from "../protocol/schema.ts";
import { readQuery } from "./read-query.ts";
import { inputDecoder } from "./schema-decoder.ts";

/** The decoded value, or the error. */
function outcome(decode: () => unknown): Record<string, unknown> {
  try {
    return { decoded: decode() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, type: error.type, error: error.extra.error };
  }
}
const rejection: Record<string, unknown> = {
  status: 400,
  type: "FailedValidation",
  error: expect.any(String),
};
const body = (schema: TSchema, value: unknown) => outcome(() => inputDecoder(schema)(value));

const Person = model("Person", "A test's own model.", {
  name: Type.String({ minLength: 1, maxLength: 4 }),
  age: Type.Optional(Type.Integer({ minimum: 0 })),
  remove: Type.Optional(Type.Array(Type.Enum(["Avatar", "Status"]), { default: [] })),
  address: Type.Optional(Type.Object({ street: Type.String(), floor: Type.Optional(Type.Number()) })),
});

describe("a body", () => {
  test.each<[given: unknown, decoded: unknown]>([
    [{ name: "Ann" }, { name: "Ann", remove: [] }],
    [
      { name: "Ann", age: 3, remove: ["Avatar"] },
      { name: "Ann", age: 3, remove: ["Avatar"] },
    ],
    [
      { name: "Ann", unknown: 1, constructor: 2, toString: 3 },
      { name: "Ann", remove: [] },
    ],
    [
      { name: "Ann", age: null, address: null },
      { name: "Ann", remove: [] },
    ],
    [
      { name: "Ann", age: undefined, remove: undefined },
      { name: "Ann", remove: [] },
    ],
    [
      { name: "Ann", address: { street: "x", floor: null, more: 1 } },
      { name: "Ann", remove: [], address: { street: "x" } },
    ],
    [{ name: "👍👍👍👍" }, { name: "👍👍👍👍", remove: [] }],
  ])("%j is decoded as %j", (given, decoded) => {
    expect(body(Person, given)).toEqual({ decoded });
  });

  test.each<[given: unknown]>([
    [null],
    [undefined],
    [[]],
    ["Ann"],
    [1],
    [true],
    [{}],
    [{ name: null }],
    [{ name: 1 }],
    [{ name: "" }],
    [{ name: "Annie" }],
    [{ name: "👍👍👍👍👍" }],
    [{ name: ["Ann"] }],
    [{ name: { toString: "Ann" } }],
    [{ name: "A\0n" }],
    [{ name: "\ud83d" }],
    [{ name: "Ann", age: "3" }],
    [{ name: "Ann", age: -1 }],
    [{ name: "Ann", age: 1.5 }],
    [{ name: "Ann", age: Number.NaN }],
    [{ name: "Ann", remove: null }],
    [{ name: "Ann", remove: "Avatar" }],
    [{ name: "Ann", remove: { 0: "Avatar", length: 1 } }],
    [{ name: "Ann", remove: ["Other"] }],
    [{ name: "Ann", remove: [null] }],
    [{ name: "Ann", address: "x" }],
    [{ name: "Ann", address: {} }],
    [{ name: "Ann", address: { street: null } }],
    [{ name: "Ann", address: { street: "\0" } }],
    [JSON.parse('{"__proto__": {"name": "Ann"}}')],
  ])("%j is rejected", (given) => {
    expect(body(Person, given)).toEqual(rejection);
  });

  test("does not share its defaults with other bodies", () => {
    const decode = inputDecoder(Person) as (value: unknown) => { remove: string[] };
    decode({ name: "Ann" }).remove.push("Avatar");
    expect(decode({ name: "Ann" }).remove).toEqual([]);
  });

  test("of a union is decoded as the first variant that matches, without keys of the others", () => {
    const Login = Type.Union([
      Type.Object({ email: Type.String(), password: Type.String(), name: Type.Optional(Type.String()) }),
      Type.Object({ ticket: Type.String(), name: Type.Optional(Type.String()) }),
    ]);
    expect(body(Login, { ticket: "t", email: "e", password: "p", name: null })).toEqual({
      decoded: { email: "e", password: "p" },
    });
    expect(body(Login, { ticket: "t", email: "e", password: 1 })).toEqual({ decoded: { ticket: "t" } });
    expect(body(Login, { email: "e" })).toEqual(rejection);
    expect(body(Login, { ticket: "\0" })).toEqual(rejection);
  });

  test("of a record has only storable keys and values", () => {
    const Settings = Type.Record(Type.String(), Type.String());
    expect(body(Settings, { theme: "dark" })).toEqual({ decoded: { theme: "dark" } });
    expect(body(Settings, { theme: "\0" })).toEqual(rejection);
    expect(body(Settings, { theme: "\ud800" })).toEqual(rejection);
    expect(body(Settings, { "\0": "dark" })).toEqual(rejection);
    expect(body(Settings, { "\udc00": "dark" })).toEqual(rejection);
  });

  test("of any JSON is decoded without changes or rejected", () => {
    const decode = inputDecoder(Person);
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.record({ name: fc.jsonValue(), age: fc.jsonValue() })),
        (value) => {
          const result = outcome(() => decode(value));
          if ("decoded" in result)
            expect(result.decoded).toMatchObject({ name: (value as { name: string }).name });
          else expect(result).toEqual(rejection);
        },
      ),
    );
  });

  test("is rejected with the name of the first wrong field, and never with its value", () => {
    const secret = "correct horse battery staple";
    const schema = Type.Object({ token: Type.Integer(), inner: Type.Object({ code: Type.Integer() }) });
    const problemOf = (value: unknown) => String(body(schema, value).error);
    expect(problemOf({ token: secret, inner: { code: secret } })).toStartWith("token: ");
    expect(problemOf({ token: 1, inner: { code: secret } })).toStartWith("inner.code: ");
    expect(problemOf({ token: secret })).not.toContain(secret);
  });

  test("is rejected for the length of a list before its items are looked at", () => {
    const problem = body(Type.Array(Type.Integer(), { maxItems: 2 }), ["a", "b", "c"]).error;
    expect(problem).toBe("must not have more than 2 items");
  });
});

const Query: TObject = Type.Object({
  on: Type.Optional(Type.Boolean()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  sort: Type.Optional(Type.Enum(["Latest", "Oldest"])),
  ready: Type.Optional(Type.Array(Type.String())),
});
const query = (text: string) =>
  outcome(() => inputDecoder(Query)(readQuery(Query, new URLSearchParams(text))));

describe("a query", () => {
  test.each<[text: string, decoded: Record<string, unknown>]>([
    ["", {}],
    ["?", {}],
    ["unknown=1", {}],
    ...["true", "TRUE", "yes", "Yes", "on", ""].map((yes): [string, { on: boolean }] => [
      `on=${yes}`,
      { on: true },
    ]),
    ...["false", "No", "OFF"].map((no): [string, { on: boolean }] => [`on=${no}`, { on: false }]),
    ["on", { on: true }],
    ["on=no&on=yes", { on: true }],
    ["limit=1", { limit: 1 }],
    ["limit=0100", { limit: 100 }],
    ["sort=Oldest", { sort: "Oldest" }],
    ["sort=oLDEST", { sort: "Oldest" }],
    ["ready=users&ready=servers", { ready: ["users", "servers"] }],
    ["ready=a%2Bb", { ready: ["a+b"] }],
  ])("%p is decoded as %j", (text, decoded) => {
    expect(query(text)).toEqual({ decoded });
  });

  test.each([
    ...["maybe", "1", "0", "%00", "%20true", "null", "constructor", "__proto__", "valueOf"].map(
      (text) => `on=${text}`,
    ),
    ...["abc", "", "0", "101", "-1", "1.0", "1e1", "0x10", "+1", "%201", "99999999999999999999", "NaN"].map(
      (text) => `limit=${text}`,
    ),
    "sort=",
    "ready=%00",
  ])("%p is rejected", (text) => {
    expect(query(text)).toEqual(rejection);
  });

  test("of any text is decoded or rejected", () => {
    const name = fc.constantFrom("on", "limit", "sort", "ready", "__proto__");
    fc.assert(
      fc.property(fc.array(fc.tuple(name, anyText()), { maxLength: 4 }), (pairs) => {
        const given = new URLSearchParams();
        for (const [key, value] of pairs) given.append(key, value.toWellFormed());
        const result = query(given.toString());
        if ("decoded" in result)
          expect([...given.keys()]).toEqual(expect.arrayContaining(Object.keys(Object(result.decoded))));
        else expect(result).toEqual(rejection);
      }),
    );
  });
});
