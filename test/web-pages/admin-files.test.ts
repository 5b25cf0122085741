import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readClient } from "../../src/web/built-client.ts";
import { packClient } from "../../src/web/packed-client.ts";
import { newFolder, type TestFolder } from "../support/browser/client-folder.ts";
import { allowLoggedErrors } from "../support/log/test-log.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { until } from "../support/until.ts";

const asBrowser = { accept: "text/html" };
const asset = "/admin/assets/index-AbCdEf12.js";

describe("the files of the admin page", () => {
  let own: TestFolder;
  let foreign: TestFolder;
  beforeAll(() => {
    own = newFolder({
      "index.html": "the client",
      "admin/index.html": "the admin page",
      "admin/assets/index-AbCdEf12.js": "1;",
      "admin/icon.svg": "<svg/>",
    });
    foreign = newFolder({ "index.html": "another client", "admin/index.html": "not the admin page" });
  });
  afterAll(() => {
    own[Symbol.dispose]();
    foreign[Symbol.dispose]();
  });

  const open = (config: Record<string, unknown> = {}) =>
    openServer("sqlite", { ownClient: { build: own.path }, config });
  const get = async (server: TestServer, path: string, headers: Record<string, string> = asBrowser) => {
    const response = await fetch(server.url + path, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  test("are served at their paths, and the page at all addresses below /admin", async () => {
    await using server = await open({ captcha: { site_key: "key", secret: "secret" } });
    for (const path of [
      "/admin",
      "/admin/",
      "/admin/people",
      "/admin/people/01A?query=a",
      "/admin/index.html",
    ]) {
      const { status, headers, text } = await get(server, path);
      expect([path, status, text]).toEqual([path, 200, "the admin page"]);
      expect(headers.get("cache-control")).toBe("no-cache");
      expect(headers.get("x-robots-tag")).toBe("noindex");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("content-security-policy")).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' ${server.url.replace("127.0.0.1", "localhost")}; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
      );
    }
    const { headers, text } = await get(server, asset);
    expect([text, headers.get("cache-control")]).toEqual(["1;", "public, max-age=31536000, immutable"]);
    expect((await get(server, "/admin/icon.svg")).headers.get("cache-control")).toBe("no-cache");
    for (const path of ["/admin/assets/missing-AbCdEf12.js", "/admin/.env"])
      expect([path, (await get(server, path)).status]).toEqual([path, 404]);
    expect((await get(server, "/admin/people", { accept: "application/json" })).status).toBe(404);
    expect((await fetch(`${server.url}/admin/people`, { method: "POST", headers: asBrowser })).status).toBe(
      404,
    );
    expect((await get(server, "/administrators")).text).toBe("the client");
  });

  test.each([
    ["without a client", { enabled: false }, "This is a chat server"],
    ["next to another client", { dir: "FOREIGN" }, "another client"],
  ])("are there %s", async (_name, web, home) => {
    const dir = "dir" in web ? { dir: foreign.path } : {};
    await using server = await open({ web: { ...web, ...dir } });
    expect((await get(server, "/")).text).toContain(home);
    const { text, headers } = await get(server, "/admin/people");
    expect(text).toBe("the admin page");
    expect(headers.get("content-security-policy")).toStartWith("default-src 'none'");
  });

  test("are there in a package", async () => {
    const packed = packClient(await readClient(own.path));
    await using server = await openServer("sqlite", { ownClient: { packed } });
    expect((await get(server, "/admin/people")).text).toBe("the admin page");
    expect((await get(server, asset)).headers.get("cache-control")).toContain("immutable");
  });

  test.each([false, true])(
    "are not there if web.admin is off (next to another client: %p)",
    async (isForeign) => {
      await using server = await open({ web: { admin: false, ...(isForeign && { dir: foreign.path }) } });
      for (const path of ["/admin", "/admin/people", asset])
        expect([path, (await get(server, path)).status]).toEqual([path, 404]);
    },
  );

  test("say that they are being built, and that they could not be", async () => {
    allowLoggedErrors(/the web client could not be built/);
    using sources = newFolder({
      "package.json": '{ "name": "client", "private": true, "type": "module" }',
      "build.ts":
        'import { existsSync } from "node:fs";\nwhile (!existsSync("dist/go")) await Bun.sleep(5);\nprocess.exit(1);',
    });
    await using server = await openServer("sqlite", {
      ownClient: { sources: sources.path },
      config: { web: { enabled: false } },
    });
    const building = await get(server, "/admin/people");
    expect([building.status, building.headers.get("retry-after")]).toEqual([503, "2"]);
    sources.write("dist/go", "");
    await until(async () => (await get(server, "/admin")).text.includes("could not be built"));
    expect((await get(server, "/admin")).status).toBe(503);
    expect((await get(server, "/")).status).toBe(200);
  });
});
