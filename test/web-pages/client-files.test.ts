import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gunzipSync, gzipSync } from "node:zlib";
import { newFolder, type TestFolder } from "../support/browser/client-folder.ts";
import { rawRequest, sendRaw } from "../support/http/raw-http.ts";
import { openServer, type TestServer } from "../support/server/server.ts";

const index = "<!doctype html><title>A client</title>";
const script = `console.log(${JSON.stringify("x".repeat(500))});`;
const hashed = "/assets/index-B3x9a_Qz.js";
const asBrowser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

describe("the files of the web client", () => {
  let folder: TestFolder;
  let outside: TestFolder;
  let server: TestServer;
  beforeAll(async () => {
    outside = newFolder({ "secret.txt": "secret" });
    folder = newFolder({
      "index.html": index,
      "index.html.br": brotliCompressSync(index),
      "assets/index-B3x9a_Qz.js": script,
      "assets/index-B3x9a_Qz.js.br": brotliCompressSync(script),
      "assets/index-B3x9a_Qz.js.gz": gzipSync(script),
      "assets/plain.js": "1;",
      "assets/font-AbCdEf12.woff2": new Uint8Array([1, 2, 3]),
      "manifest.webmanifest": "{}",
      "sw.js": "self;",
      "icon.svg": "<svg/>",
      "archive.gz": "not a sibling",
      ".env": "secret",
      "assets/.hidden/file-AbCdEf12.js": "secret",
    });
    symlinkSync(join(outside.path, "secret.txt"), join(folder.path, "link.txt"));
    symlinkSync(outside.path, join(folder.path, "linked"));
    server = await openServer("sqlite", { ownClient: { build: folder.path } });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
    outside[Symbol.dispose]();
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { headers: { "accept-encoding": "identity", ...headers } });

  test("are served by their exact path, with their type", async () => {
    const types: Record<string, string> = {
      "/": "text/html;charset=utf-8",
      "/index.html": "text/html;charset=utf-8",
      [hashed]: "text/javascript;charset=utf-8",
      "/assets/font-AbCdEf12.woff2": "font/woff2",
      "/manifest.webmanifest": "application/manifest+json",
      "/icon.svg": "image/svg+xml",
      "/archive.gz": "application/gzip",
    };
    for (const [path, type] of Object.entries(types)) {
      const response = await get(path);
      expect([path, response.status, response.headers.get("content-type")]).toEqual([path, 200, type]);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    }
    expect(await (await get("/")).text()).toBe(index);
    expect(await (await get(hashed)).text()).toBe(script);
  });

  test("may be kept for ever if their name holds a digest, and are checked again otherwise", async () => {
    const control = async (path: string) => (await get(path)).headers.get("cache-control");
    expect(await control(hashed)).toBe("public, max-age=31536000, immutable");
    for (const path of ["/", "/assets/plain.js", "/sw.js", "/manifest.webmanifest", "/server/01A"])
      expect([path, await (await get(path, asBrowser)).headers.get("cache-control")]).toEqual([
        path,
        "no-cache",
      ]);
  });

  test("are sent in the best encoding that the browser accepts", async () => {
    const encodingFor = async (path: string, accepted: string) => {
      const { headers } = await sendRaw(server, rawRequest(`GET ${path}`, { "Accept-Encoding": accepted }));
      expect(headers.get("vary")).toBe("Accept-Encoding");
      return headers.get("content-encoding");
    };
    expect(await encodingFor(hashed, "gzip, deflate, br, zstd")).toBe("br");
    expect(await encodingFor(hashed, "gzip, deflate")).toBe("gzip");
    expect(await encodingFor(hashed, "br;q=0, gzip;q=0.5")).toBe("gzip");
    expect(await encodingFor(hashed, "BR")).toBe("br");
    expect(await encodingFor(hashed, "identity")).toBe(undefined);
    expect(await encodingFor(hashed, "br;q=0.000")).toBe(undefined);
    expect(await encodingFor("/assets/font-AbCdEf12.woff2", "gzip, br")).toBe(undefined);
    // What the build did not compress, the server does.
    expect(await encodingFor("/sw.js", "gzip, br")).toBe("gzip");
    const raw = await fetch(server.url + hashed, {
      headers: { "accept-encoding": "gzip" },
      decompress: false,
    });
    expect(gunzipSync(await raw.arrayBuffer()).toString()).toBe(script);
    expect((await fetch(`${server.url}/`, { headers: { "accept-encoding": "br" } })).text()).resolves.toBe(
      index,
    );
  });

  test("are not sent again to who has them", async () => {
    for (const path of ["/", hashed, "/sw.js"]) {
      const etag = (await get(path)).headers.get("etag") ?? "";
      expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
      for (const known of [etag, `"other", ${etag}`, etag.slice(2), "*"]) {
        const again = await get(path, { "if-none-match": known });
        expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
      }
      expect((await get(path, { "if-none-match": '"other"' })).status).toBe(200);
    }
  });

  test("answer HEAD with the same headers and no body", async () => {
    for (const path of ["/", hashed, "/server/01A"]) {
      const { status, headers, body } = await sendRaw(
        server,
        rawRequest(`HEAD ${path}`, { ...asBrowser, "Accept-Encoding": "identity" }),
      );
      expect([status, body]).toEqual([200, ""]);
      expect(headers.get("content-length")).toBe(String(path === hashed ? script.length : index.length));
    }
  });

  test.each([
    "/server/01A/channel/01B",
    "/invite/abc",
    "/login/verify/abc",
    "/login/reset/abc",
    "/delete/abc",
    "/x.y",
  ])("%s is a view, which the index page shows", async (path) => {
    const response = await get(path, asBrowser);
    expect([response.status, await response.text()]).toEqual([200, index]);
    const data = await get(path, { accept: "application/json" });
    expect([data.status, ((await data.json()) as { type: string }).type]).toEqual([404, "NotFound"]);
  });

  test.each([
    "/assets/missing-AbCdEf12.js",
    "/api/missing",
    "/ws/missing",
    "/autumn/missing/x/y/z",
    "/january/missing",
    "/livekit/missing",
    "/livekit-ingress",
    "/health/missing",
    "/ready/missing",
    "/admin",
    "/admin/users",
    "/.well-known/missing",
    "/.env",
    "/assets/.hidden/file-AbCdEf12.js",
  ])("%s is no view", async (path) => {
    const response = await get(path, asBrowser);
    expect(response.status).toBe(404);
    expect(((await response.json()) as { type: string }).type).toBe("NotFound");
  });

  test("do not lead out of the folder", async () => {
    const lines = [
      "/../secret.txt",
      "/assets/../../secret.txt",
      "/%2e%2e/secret.txt",
      "/..%2fsecret.txt",
      "/linked/secret.txt",
      "/link.txt",
      "/.env",
      "//etc/passwd",
      "/index.html.br",
      `${hashed}.gz`,
    ];
    for (const path of lines) {
      const { status, body } = await sendRaw(server, rawRequest(`GET ${path}`));
      expect([path, status]).toEqual([path, 404]);
      expect(body).not.toContain("secret");
    }
  });

  test("take nothing from what one may call", async () => {
    const config = { ratelimits: { enabled: true } };
    await using limited = await openServer("sqlite", { ownClient: { build: folder.path }, config });
    for (const path of [hashed, "/", "/channel/01A"])
      for (let count = 0; count < 50; count++) {
        const response = await fetch(limited.url + path, { headers: asBrowser });
        expect([response.status, response.headers.get("x-ratelimit-limit")]).toEqual([200, null]);
      }
    const { headers } = await limited.client.get("/");
    expect(headers.get("x-ratelimit-remaining")).toBe("19");
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"])("are not there for %s", async (method) => {
    for (const path of ["/", hashed, "/login/verify/abc"]) {
      const response = await fetch(server.url + path, { method, headers: asBrowser });
      expect([path, response.status]).toEqual([path, 404]);
    }
  });

  test("that were replaced after the start do not matter", async () => {
    folder.write("index.html", "another");
    expect(await (await get("/")).text()).toBe(index);
    folder.write("index.html", index);
  });
});
