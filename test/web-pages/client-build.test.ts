import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { WebPages } from "../../src/web/web-pages.ts";
import { newFolder, type TestFolder } from "../support/browser/client-folder.ts";
import { allowLoggedErrors } from "../support/log/test-log.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const asBrowser = { accept: "text/html" };

/** Builds when the file `go` appears, and notes that it did. */
const program = `
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
const [out = ""] = process.argv.slice(2);
appendFileSync("log.txt", "begun\\n");
while (!existsSync("dist/go")) await Bun.sleep(5);
mkdirSync(out, { recursive: true });
writeFileSync(out + "/index.html", "<!doctype html><title>Built</title>" + (await import("./text.ts")).text);
appendFileSync("log.txt", "built " + JSON.stringify(process.env.ERMINE_SECRET ?? null) + "\\n");
`;

const sources = {
  "package.json": '{ "name": "client", "private": true, "type": "module" }',
  "build.ts": program,
  "text.ts": 'export const text = "one";',
};

describe("building the web client", () => {
  const folders: TestFolder[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) folder[Symbol.dispose]();
  });

  /** `log.txt` must not count as a source, so it is in a folder with a name that is ignored. */
  function newSources(changes: Record<string, string> = {}): TestFolder {
    const text = { ...sources, ...changes };
    const folder = newFolder({ ...text, "build.ts": text["build.ts"].replaceAll("log.txt", "dist/log.txt") });
    folders.push(folder);
    return folder;
  }

  function open(folder: TestFolder): Promise<TestServer> & { lines: string[] } {
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    return Object.assign(openServer("sqlite", { ownClient: { sources: folder.path }, log }), { lines });
  }
  const show = async (server: TestServer, path = "/") => {
    const response = await fetch(server.url + path, { headers: asBrowser });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const logOf = (folder: TestFolder) => {
    const file = join(folder.path, "dist/log.txt");
    return existsSync(file)
      ? readFileSync(file, "utf8")
          .split("\n")
          .filter((line) => line !== "")
      : [];
  };
  const buildsIn = (folder: TestFolder) =>
    readdirSync(join(folder.path, "dist"), { withFileTypes: true }).filter((entry) => entry.isDirectory());

  test("happens while the server runs, which shows a page that reloads, and once for a content", async () => {
    const folder = newSources();
    const opening = open(folder);
    await using server = await opening;
    for (const path of ["/", "/login/verify/abc", "/server/01A"]) {
      const { status, headers, text } = await show(server, path);
      expect([path, status, headers.get("retry-after")]).toEqual([path, 503, "2"]);
      expect(text).toContain('<meta http-equiv="refresh" content="2">');
      expect(text).not.toContain("<script");
    }
    expect((await fetch(`${server.url}/assets/a.js`)).status).toBe(404);
    expect((await server.client.get("/")).status).toBe(200);
    await until(() => logOf(folder).includes("begun"));
    folder.write("dist/go", "");
    await until(async () => (await show(server)).status === 200);
    expect((await show(server)).text).toBe("<!doctype html><title>Built</title>one");
    const messages = opening.lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg.includes("web client"));
    expect(messages).toMatchObject([
      { msg: "building the web client" },
      { msg: "built the web client", seconds: expect.any(Number) },
    ]);

    await using second = await open(folder);
    expect((await show(second)).status).toBe(200);
    expect(logOf(folder)).toEqual(["begun", "built null"]);
  });

  /** Builds in a process of its own, as `ermine serve` does. */
  function buildInProcess(folder: TestFolder) {
    const module = (name: string) => JSON.stringify(join(import.meta.dir, "../../src", name));
    const code = `
      import { createLog } from ${module("platform/log/log.ts")};
      import { ClientBuild } from ${module("web/client-build.ts")};
      import { buildFolderOf } from ${module("web/client-source.ts")};
      const build = new ClientBuild(await buildFolderOf(${JSON.stringify(folder.path)}), createLog("silent"));
      process.exit((await build.done) ? 0 : 1);`;
    return Bun.spawn([process.execPath, "-e", code], { env: { ...process.env, ERMINE_SECRET: "a secret" } });
  }

  test("gives the program none of the settings of the server", async () => {
    const folder = newSources();
    folder.write("dist/go", "");
    await using building = buildInProcess(folder);
    expect(await building.exited).toBe(0);
    expect(logOf(folder)).toEqual(["begun", "built null"]);
  });

  test("ends with a server that is killed", async () => {
    const folder = newSources();
    await using killed = buildInProcess(folder);
    await until(() => logOf(folder).length === 1);
    killed.kill("SIGKILL");
    await using next = buildInProcess(folder);
    await until(() => logOf(folder).length === 2);
    folder.write("dist/go", "");
    expect(await next.exited).toBe(0);
    expect(logOf(folder)).toEqual(["begun", "begun", "built null"]);
  });

  test("happens again for another content, and removes the earlier build", async () => {
    const folder = newSources();
    folder.write("dist/go", "");
    await using first = await open(folder);
    await until(async () => (await show(first)).status === 200);
    const [earlier] = buildsIn(folder);
    folder.write("text.ts", 'export const text = "two";');
    // Neither counts as a source.
    folder.write("node_modules/x/index.js", "1");
    await using second = await open(folder);
    await until(async () => (await show(second)).status === 200);
    expect((await show(second)).text).toEndWith("two");
    expect((await show(first)).text).toEndWith("one");
    const later = buildsIn(folder);
    expect(later).toHaveLength(1);
    expect(later[0]?.name).not.toBe(earlier?.name);
    folder.write("node_modules/x/index.js", "2");
    await using third = await open(folder);
    expect((await show(third)).status).toBe(200);
  });

  test("by several servers at once is done by one of them", async () => {
    const folder = newSources();
    const servers = await Promise.all([open(folder), open(folder), open(folder)]);
    await until(() => logOf(folder).includes("begun"));
    folder.write("dist/go", "");
    for (const server of servers) await until(async () => (await show(server)).status === 200);
    expect(logOf(folder)).toEqual(["begun", "built null"]);
    expect(buildsIn(folder)).toHaveLength(1);
    for (const server of servers) await server[Symbol.asyncDispose]();
  });

  test("ends with the server, and the next one begins again", async () => {
    const folder = newSources();
    const server = await open(folder);
    await until(() => logOf(folder).includes("begun"));
    await server[Symbol.asyncDispose]();
    folder.write("dist/go", "");
    await using second = await open(folder);
    await until(async () => (await show(second)).status === 200);
    expect(logOf(folder)).toEqual(["begun", "begun", "built null"]);
  });

  test("that fails leaves the plain pages, which say so, and the reason in the log", async () => {
    allowLoggedErrors(/the web client could not be built/);
    const folder = newSources({ "build.ts": 'console.error("no such module"); process.exit(3);' });
    const opening = open(folder);
    await using server = await opening;
    await until(async () => (await show(server)).text.includes("could not be built"));
    const { status, text } = await show(server);
    expect(status).toBe(503);
    expect(text).not.toContain("refresh");
    expect((await show(server, "/login/verify/abc")).text).toContain('<form method="post">');
    const failure = opening.lines.map((line) => JSON.parse(line)).find(({ level }) => level === 50);
    expect(failure).toMatchObject({
      msg: "the web client could not be built",
      output: expect.arrayContaining(["no such module", expect.stringContaining("ended with 3")]),
    });
    expect(buildsIn(folder)).toEqual([]);
  });

  test("installs exactly what the lock file says, or fails", async () => {
    allowLoggedErrors(/the web client could not be built/);
    const lock = '{ "lockfileVersion": 1, "workspaces": { "": { "name": "another" } }, "packages": {} }';
    const folder = newSources({ "bun.lock": lock });
    folder.write("dist/go", "");
    const opening = open(folder);
    await using server = await opening;
    await until(async () => (await show(server)).text.includes("could not be built"));
    expect(opening.lines.join("")).toContain("lockfile is frozen");
    expect(logOf(folder)).toEqual([]);
  });

  test("that leaves no index page counts as failed", async () => {
    allowLoggedErrors(/the web client could not be built/);
    const folder = newSources({
      "build.ts": 'import { mkdirSync } from "node:fs"; mkdirSync(process.argv[2] ?? "");',
    });
    await using server = await open(folder);
    await until(async () => (await show(server)).text.includes("could not be built"));
  });

  test("needs sources: without them an existing build is served, else the plain pages", async () => {
    const folder = newSources();
    folder.write("dist/go", "");
    await using first = await open(folder);
    await until(async () => (await show(first)).status === 200);
    for (const name of Object.keys(sources)) rmSync(join(folder.path, name));
    await using second = await open(folder);
    expect((await show(second)).text).toStartWith("<!doctype html><title>Built");
    rmSync(join(folder.path, "dist"), { recursive: true });
    await using third = await open(folder);
    expect((await show(third)).text).toContain("This is a chat server");
  });

  test("does not happen when the client is off", async () => {
    const folder = newSources();
    const config = { web: { enabled: false } };
    await using server = await openServer("sqlite", { ownClient: { sources: folder.path }, config });
    expect((await show(server)).text).toContain("This is a chat server");
    expect(existsSync(join(folder.path, "dist"))).toBe(false);
  });
});

test("while a server looks for its client, the client and the admin page are about to be there", async () => {
  await using server = await openServer("sqlite");
  await using pages = new WebPages(server.running.services, { build: "/nonexistent" });
  const statusOf = async (path: string) => {
    const request = new Request(`http://localhost${path}`, { headers: asBrowser });
    const entry = pages.find(request, path, () => new Response());
    const context = { requestId: "request", limit: undefined };
    return (await entry?.serve({ request, response: context, peer: () => "", params: {} }))?.status;
  };
  for (const path of ["/", "/login", "/admin", "/admin/users"])
    expect([path, await statusOf(path)]).toEqual([path, 503]);
});
