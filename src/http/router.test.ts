import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ApiError } from "../declare/error.ts";
import { decodeSegment, matchedPath, Router } from "./router.ts";
import { assertStorable } from "./schema-decoder.ts";

function routerOf(...paths: string[]): Router<string> {
  const router = new Router<string>();
  for (const path of paths) router.add("GET", path, path);
  return router;
}

describe("the router", () => {
  const paths = [
    "/",
    "/users/:target",
    "/users/@me",
    "/users/:target/mutual",
    "/:kind/:id/raw",
    "/servers/:server/members/:member",
    "/servers/:target/bans",
  ];

  test.each([paths, paths.toReversed()])(
    "matches independently of the order of declaration",
    (...ordered) => {
      const router = routerOf(...ordered);
      const match = (path: string) => router.match("GET", path);
      expect(match("/")).toEqual({ value: "/", params: {} });
      expect(match("/users/@me")).toEqual({ value: "/users/@me", params: {} });
      expect(match("/users/a%2Fb")).toEqual({ value: "/users/:target", params: { target: "a%2Fb" } });
      // No route continues after the literal, so the segment matches as a parameter.
      expect(match("/users/@me/mutual")).toEqual({
        value: "/users/:target/mutual",
        params: { target: "@me" },
      });
      expect(match("/users/7/raw")).toEqual({ value: "/:kind/:id/raw", params: { kind: "users", id: "7" } });
      expect(match("/servers/1/members/2")).toEqual({
        value: "/servers/:server/members/:member",
        params: { server: "1", member: "2" },
      });
      expect(match("/servers/1/bans")).toEqual({ value: "/servers/:target/bans", params: { target: "1" } });
    },
  );

  test("does not match undeclared paths or methods", () => {
    const router = routerOf(...paths);
    for (const path of ["/users", "/users/", "/users/1/2", "/servers/1/members", "/nowhere", "", "//"])
      expect(router.match("GET", path)).toBeUndefined();
    expect(router.match("POST", "/users/@me")).toBeUndefined();
  });

  test("does not match inherited property names", () => {
    const router = routerOf("/a/:b");
    for (const name of ["constructor", "__proto__", "toString"]) {
      expect(router.match(name, "/a/1")).toBeUndefined();
      expect(router.match("GET", `/${name}`)).toBeUndefined();
      expect(router.match("GET", `/a/${name}`)?.params).toEqual({ b: name });
    }
  });

  test("rejects a second declaration of the same path", () => {
    expect(() => routerOf("/users/:a", "/users/:b")).toThrow("is declared twice");
    expect(() => routerOf("/users/@me", "/users/@me")).toThrow("is declared twice");
  });
});

const origin = "http://127.0.0.1:8080";

describe("a path without parameters", () => {
  test("precedes parameters for its own method only", () => {
    const router = routerOf("/users/:target");
    router.add("POST", "/users/@me", "post");
    router.add("POST", "/users/:target/@me", "deeper");
    expect(router.match("POST", "/users/@me")).toEqual({ value: "post", params: {} });
    expect(router.match("GET", "/users/@me")).toEqual({ value: "/users/:target", params: { target: "@me" } });
    expect(router.match("POST", "/users/7")).toBeUndefined();
    expect(router.match("POST", "/users/@me/@me")).toEqual({ value: "deeper", params: { target: "@me" } });
  });

  test.each([
    "/api/users/@me",
    "/api/users/@me/",
    "//api//users///@me//",
    "/api/users/%40me",
    "/api/users/%40%6d%65/",
    "/%61pi/users/@me?target=7",
    "/api/0.8/users/@me",
    "/api/0.8//users/%40me/?",
  ])("is found for %p", (path) => {
    const router = routerOf("/api/users/:target", "/api/users/@me", "/api/:kind/:target");
    expect(router.match("GET", matchedPath(origin + path))).toEqual({ value: "/api/users/@me", params: {} });
  });

  test.each([
    "/api/Users/@me",
    "/api/users/@ME",
    "/api/users/%2540me",
    "/api/users%2F@me",
    "/api/users;/@me",
  ])("is not found for %p", (path) => {
    const router = routerOf("/api/users/@me", "/api/:kind/:target");
    expect(router.match("GET", matchedPath(origin + path))?.value).not.toBe("/api/users/@me");
  });

  test("may have the name of an inherited property", () => {
    const names = ["__proto__", "constructor", "hasOwnProperty"];
    const router = routerOf("/:name", ...names.map((name) => `/${name}`));
    for (const name of names)
      expect(router.match("GET", `/${name}`)).toEqual({ value: `/${name}`, params: {} });
    expect(router.match("GET", "/toString")).toEqual({ value: "/:name", params: { name: "toString" } });
  });

  test("has parameters that no request can change for the next one", () => {
    const router = routerOf("/users/@me");
    const { params = {} } = router.match("GET", "/users/@me") ?? {};
    expect(() => Object.assign(params, { target: "7" })).toThrow(TypeError);
    expect(router.match("GET", "/users/@me")?.params).toEqual({});
  });
});

describe("the normalised path", () => {
  test.each([
    ["", "/"],
    ["/", "/"],
    ["/?", "/"],
    ["/api", "/api"],
    ["/api/", "/api"],
    ["/api//", "/api"],
    ["/api?", "/api"],
    ["/api/?x=1", "/api"],
    ["/api/users/@me", "/api/users/@me"],
    ["/api/users/@me/", "/api/users/@me"],
    ["//api///users//@me//", "/api/users/@me"],
    ["/api/users/@me?a=/b//c/", "/api/users/@me"],
    ["/api/0.8", "/api"],
    ["/api/0.8/", "/api"],
    ["/api/0.8?", "/api"],
    ["/api/0.8/users/@me", "/api/users/@me"],
    ["/api//0.8//users", "/api/users"],
    ["/api/0.80/users", "/api/0.80/users"],
    ["/api/0.8x", "/api/0.8x"],
    ["/x/api/0.8/users", "/x/api/0.8/users"],
    ["/0.8/users", "/0.8/users"],
    ["/api/a%2Fb/c", "/api/a%2Fb/c"],
    ["/api/a%2fb/c", "/api/a%2Fb/c"],
    ["/api/users/%40me", "/api/users/@me"],
    ["/api/users/%61%62c", "/api/users/abc"],
    ["/api/users/100%25", "/api/users/100%25"],
    ["/api/users/%E0%A4%A", "/api/users/%E0%A4%A"],
    ["/%61pi/0%2E8/users", "/api/users"],
    ["/api/x?next=http://other/api", "/api/x"],
  ])("of %p is %p", (path, matched) => {
    expect(matchedPath(origin + path)).toBe(matched);
  });

  /** An HTTP/1.0 request may lack a host; its URL is then the path alone. */
  test.each(["/health", "/api/users/@me", "/api"])("of a request without a host is %p too", (path) => {
    expect(matchedPath(path)).toBe(path);
  });

  test("has no empty segments", () => {
    const segment = fc.stringMatching(/^[A-Za-z0-9@._:-]{0,6}$/);
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 8 }), (segments) => {
        const path = matchedPath(`${origin}/${segments.join("/")}`);
        const filled = segments.filter((text) => text !== "");
        const isOld = filled[0] === "api" && filled[1] === "0.8";
        expect(path).toBe(`/${(isOld ? ["api", ...filled.slice(2)] : filled).join("/")}`);
      }),
    );
  });

  test("has one encoding for each segment, with the same decoded text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (text) => {
        const everything = [...new TextEncoder().encode(text)].map(
          (byte) => `%${byte.toString(16).padStart(2, "0")}`,
        );
        const once = matchedPath(`${origin}/x/${everything.join("")}`);
        expect(matchedPath(`${origin}/x/${encodeURIComponent(text)}`)).toBe(once);
        expect(decodeURIComponent(once.slice("/x/".length))).toBe(text);
      }),
    );
  });

  test("is found in linear time for a path of many slashes", () => {
    expect(matchedPath(`${origin}/api${"/".repeat(100_000)}x`)).toBe("/api/x");
  });
});

describe("a segment", () => {
  const errorOf = (text: string) => {
    try {
      decodeSegment(text);
    } catch (error) {
      return error instanceof ApiError ? `${error.status} ${error.type}` : error;
    }
    return "none";
  };

  test.each([
    ["plain", "plain"],
    ["%40me", "@me"],
    ["%F0%9F%91%8D", "👍"],
    ["a%2Fb", "a/b"],
    ["100%25", "100%"],
    ["a+b", "a+b"],
    ["", ""],
  ])("%p decodes to %p", (encoded, text) => {
    expect(decodeSegment(encoded)).toBe(text);
  });

  test.each(["%", "%4", "%zz", "%E0%A4%A", "%FF", "%C0%80", "%ED%A0%80", "a%00b", "%00"])(
    "%p is rejected",
    (text) => {
      expect(errorOf(text)).toBe("400 FailedValidation");
    },
  );

  test("any text without NUL survives encoding and decoding", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        if (text.includes("\0")) expect(errorOf(encodeURIComponent(text))).toBe("400 FailedValidation");
        else expect(decodeSegment(encodeURIComponent(text))).toBe(text);
      }),
    );
  });
});

describe("text for the database", () => {
  test("must not contain NUL or lone surrogates", () => {
    for (const text of ["\0", "a\0b", "\ud800", "\udc00", "a\ud83db", "\udc4d\ud83d"]) {
      expect(() => assertStorable(text, "here")).toThrow(ApiError);
    }
    for (const text of ["", "plain", "👍", "\u0001", "\uffff", "\ufffd"]) assertStorable(text, "here");
  });
});
