import { describe, expect, test } from "bun:test";
import { readyFields } from "../declare/ready.ts";
import { queryPairsOf, readConnectQuery } from "./connect-query.ts";

const read = (query: string) => readConnectQuery(queryPairsOf(`http://host/ws?${query}`));

describe("the query of the address", () => {
  test("may be empty", () => {
    expect(read("")).toEqual({
      format: "json",
      refused: false,
      token: undefined,
      ready: { fields: new Set(readyFields), settings: "all" },
    });
  });

  test.each([
    ["version=1", "json", false],
    ["format=json", "json", false],
    ["format=msgpack", "msgpack", false],
    ["format=json&format=msgpack", "msgpack", false],
    ["version=2&version=1", "json", false],
    ["version=1&version=2", "json", true],
    ["version=", "json", true],
    ["version=01", "json", true],
    ["format=", "json", true],
    ["format=Msgpack", "json", true],
    ["format=msgpack&version=2", "msgpack", true],
  ])("%s", (query, format, refused) => {
    expect(read(query)).toMatchObject({ format, refused });
  });

  test.each(["", "a", "a=", "=a", "a==b=", "a=1&a=2&b", "a=é", "a=%C3%A9+b&c", "a=%", "%61=%zz"])(
    "is read as URLs are: %p",
    (query) => expect([...queryPairsOf(`http://host/ws?${query}`)]).toEqual([...new URLSearchParams(query)]),
  );

  test("may be absent", () => expect([...queryPairsOf("http://host/ws")]).toEqual([]));

  test("holds one token: the last one, unless it is empty", () => {
    expect(read("token=a&token=b").token).toBe("b");
    expect(read("token=a&token=").token).toBeUndefined();
    expect(read("token=%41%2B").token).toBe("A+");
  });

  test.each([
    ["ready=", [], []],
    ["ready=foo&ready=toString", [], []],
    ["ready=users&ready=users&ready=servers", ["users", "servers"], []],
    ["ready=user_settings[a]", ["user_settings"], ["a"]],
    ["ready=user_settings%5Ba%5D&ready=user_settings[b]", ["user_settings"], ["a", "b"]],
    ["ready=user_settings[a]]", ["user_settings"], ["a]"]],
    ["ready=user_settings[]", ["user_settings"], [""]],
    ["ready=user_settings[a%0Ab]", ["user_settings"], ["a\nb"]],
    ["ready=user_settings[a", [], []],
    ["ready=xuser_settings[a]", [], []],
    ["ready=users[a]", [], []],
  ])("%s", (query, fields, settings) => {
    expect(read(query).ready).toEqual({ fields: new Set(fields) as never, settings });
  });

  test("selects all settings if it has the field without a name, whatever else it has", () => {
    for (const query of ["ready=user_settings", "ready=user_settings[a]&ready=user_settings"])
      expect(read(query).ready).toEqual({ fields: new Set(["user_settings"]), settings: "all" });
  });
});
