import { describe, expect, test } from "bun:test";
import { Router } from "./router.ts";

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
  });
});
