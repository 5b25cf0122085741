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

  test.each([paths, paths.toReversed()])("finds the same whatever came first", (...ordered) => {
    const router = routerOf(...ordered);
    const found = (path: string) => router.match("GET", path);
    expect(found("/")).toEqual({ found: "/", params: {} });
    expect(found("/users/@me")).toEqual({ found: "/users/@me", params: {} });
    expect(found("/users/a%2Fb")).toEqual({ found: "/users/:target", params: { target: "a%2Fb" } });
    // The literal leads nowhere here: it is a parameter after all.
    expect(found("/users/@me/mutual")).toEqual({ found: "/users/:target/mutual", params: { target: "@me" } });
    expect(found("/users/7/raw")).toEqual({ found: "/:kind/:id/raw", params: { kind: "users", id: "7" } });
    expect(found("/servers/1/members/2")).toEqual({
      found: "/servers/:server/members/:member",
      params: { server: "1", member: "2" },
    });
    expect(found("/servers/1/bans")).toEqual({ found: "/servers/:target/bans", params: { target: "1" } });
  });

  test("finds nothing where nothing is", () => {
    const router = routerOf(...paths);
    for (const path of ["/users", "/users/", "/users/1/2", "/servers/1/members", "/nowhere", "", "//"])
      expect(router.match("GET", path)).toBeUndefined();
    expect(router.match("POST", "/users/@me")).toBeUndefined();
  });

  test("knows no inherited names", () => {
    const router = routerOf("/a/:b");
    for (const name of ["constructor", "__proto__", "toString"]) {
      expect(router.match(name, "/a/1")).toBeUndefined();
      expect(router.match("GET", `/${name}`)).toBeUndefined();
      expect(router.match("GET", `/a/${name}`)?.params).toEqual({ b: name });
    }
  });

  test("does not let two declarations have the same place", () => {
    expect(() => routerOf("/users/:a", "/users/:b")).toThrow("leads to two places");
  });
});
