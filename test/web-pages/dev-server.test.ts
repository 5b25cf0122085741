import { describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { newFolder } from "../support/browser/client-folder.ts";
import { type ServerProcess, startProgram } from "../support/processes/server-process.ts";
import { isThorough } from "../support/run/is-thorough.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { newHome } from "../support/server/engines.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(120_000);
const top = join(import.meta.dir, "../..");
const web = join(top, "web");

/** Of each page, a module that shows a label. */
const pages = [
  { page: "client", base: "/", module: "src/auth/login-page.tsx", label: "t().auth.logIn" },
  { page: "admin", base: "/admin/", module: "src/access/login-page.tsx", label: "t().access.logIn" },
] as const;

/**
 * A copy of the sources that may be changed. It is where their dependencies are found, and where no build reads it.
 * Preparing those dependencies takes most of the time, so usually the pages show nothing but the label.
 */
function copySources() {
  mkdirSync(join(web, "dist"), { recursive: true });
  const path = mkdtempSync(join(web, "dist/dev-"));
  for (const folder of ["client", "admin", "ui", "protocol"])
    cpSync(join(web, folder), join(path, folder), { recursive: true });
  for (const { page, module, label } of isThorough ? [] : pages) {
    const shown = `export const LoginPage = () => <form submitLabel={${label}} />;\n`;
    const shows = `import { LoginPage } from "/${module}";\nrender(() => <LoginPage />, document.body);\n`;
    writeFileSync(join(path, page, module), shown);
    writeFileSync(join(path, page, "src/main.tsx"), `import { render } from "solid-js/web";\n${shows}`);
  }
  return {
    path,
    edit(file: string, from: string, to: string) {
      const text = readFileSync(join(path, file), "utf8");
      expect(text).toContain(from);
      writeFileSync(join(path, file), text.replace(from, to));
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

async function startDev(sources: string): Promise<ServerProcess> {
  const home = await newHome("sqlite");
  const launcher = [process.execPath, join(top, "bin/dev.mjs"), sources];
  const pages = { ERMINE_WEB_ENABLED: "true", ERMINE_WEB_ADMIN: "true" };
  // What Vite does takes twice as long without compiling it.
  const server = await startProgram(launcher, home, { ...pages, BUN_JSC_useBaselineJIT: "1" });
  void server.exited.then(home.remove);
  return server;
}

const textOf = async (url: string) => {
  const response = await fetch(url, { headers: { accept: "text/html" } });
  expect(response.status).toBe(200);
  return { text: await response.text(), policy: response.headers.get("content-security-policy") };
};

/** Joins the socket over which a page learns of changes, as Vite's script in the page does. */
async function followChanges(server: ServerProcess, base: string) {
  const { text } = await textOf(`${server.url}${base}@vite/client`);
  const token = /wsToken = "([^"]+)"/.exec(text)?.[1];
  const path = `${base}@vite/socket?token=${token}`;
  const socket = new WebSocket(server.url.replace("http", "ws") + path, "vite-hmr");
  const packets: { type: string; updates?: { path: string }[] }[] = [];
  socket.onmessage = ({ data }) => packets.push(JSON.parse(data));
  await until(() => packets.some(({ type }) => type === "connected"));
  return { packets, [Symbol.dispose]: () => socket.close() };
}

describe("npm run dev", () => {
  test("serves both pages from their sources at the server's address, and a change without a reload", async () => {
    using sources = copySources();
    await using server = await startDev(sources.path);
    const [client, view, admin, api] = await Promise.all(
      ["/", "/server/01ABC", "/admin", "/api/swagger"].map((path) => textOf(server.url + path)),
    );
    expect(client?.text).toContain('src="/src/main.tsx"');
    expect(view?.text).toBe(client?.text ?? "");
    expect(admin?.text).toContain('src="/admin/src/main.tsx"');
    expect(api?.text).not.toContain("/src/main.tsx");
    expect((await fetch(`${server.url}/api/nothing`)).status).toBe(404);
    // As strict as for the built pages, but for what Vite inserts.
    for (const page of [client, admin]) {
      expect(page?.policy).toMatch(
        /default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';/,
      );
      expect(page?.policy).toContain("frame-ancestors 'none'");
    }

    await using open = new AsyncDisposableStack();
    await Promise.all(
      pages.map(async ({ page, base, module, label }) => {
        const { packets } = open.use(await followChanges(server, base));
        await textOf(`${server.url}${base}src/main.tsx`);
        await textOf(server.url + base + module);
        sources.edit(`${page}/${module}`, `submitLabel={${label}}`, 'submitLabel="Another label"');
        await until(() => packets.some(({ type }) => type !== "connected"));
        expect(packets.slice(1)).toMatchObject([
          { type: "update", updates: [{ type: "js-update", path: `/${module}` }] },
        ]);
        expect((await textOf(server.url + base + module)).text).toContain("Another label");
      }),
    );

    // The event stream is at the same port.
    const stream = new WebSocket(`${server.url.replace("http", "ws")}/ws`);
    const answer = new Promise((resolve) => {
      stream.onmessage = ({ data }) => resolve(JSON.parse(data));
    });
    stream.onopen = () => stream.send(JSON.stringify({ type: "Authenticate", token: "wrong" }));
    expect(await answer).toMatchObject({ type: "Error", error: "InvalidSession" });
    stream.close();

    // As a terminal does for Ctrl+C, while a page is open. The output ends when the last of the processes has.
    server.killGroup("SIGINT");
    expect(await server.exited).toBe(0);
    expect(server.stdout()).toContain('"msg":"stopped"');
  });

  thoroughTest("ends everything when its launcher is killed", async () => {
    const page = { "vite.config.ts": "export default {};", "index.html": "<!doctype html>" };
    const files = ["client", "admin"].flatMap((name) =>
      Object.entries(page).map(([file, text]) => [`${name}/${file}`, text]),
    );
    using folder = newFolder(Object.fromEntries(files));
    await using server = await startDev(folder.path);
    expect((await textOf(server.url)).text).toContain("@vite/client");
    server.kill("SIGKILL");
    await server.exited;
    await expect(fetch(server.url)).rejects.toThrow();
  });

  test("installs what the web client depends on, where it is missing", async () => {
    const packageOf = (name: string, dependencies = {}) => JSON.stringify({ name, dependencies });
    using folder = newFolder({
      "package.json": packageOf("scratch", { answer: "file:./web/answer" }),
      "web/package.json": packageOf("scratch-web", { answer: "file:./answer" }),
      "web/answer/package.json": packageOf("answer"),
      "web/answer/index.js": "export const answer = 42;",
      "web/dev.ts": 'export { answer } from "answer";',
      "dev/run.ts": 'import { answer } from "../web/dev.ts";\nconsole.log(answer);',
      "bin/kept": "",
    });
    for (const name of ["dev.mjs", "setup.mjs"])
      copyFileSync(join(top, "bin", name), join(folder.path, "bin", name));
    const run = async (command: string[], cwd: string) => {
      const child = Bun.spawn([process.execPath, ...command], { cwd, stdio: ["ignore", "pipe", "pipe"] });
      return { out: await child.stdout.text(), err: await child.stderr.text(), code: await child.exited };
    };
    for (const part of [".", "web"]) await run(["install", "--lockfile-only"], join(folder.path, part));
    expect(existsSync(join(folder.path, "web/node_modules"))).toBe(false);
    const first = await run(["bin/dev.mjs"], folder.path);
    expect(first).toMatchObject({ out: "42\n", code: 0 });
    expect(first.err).toContain("Installing dependencies");
    expect(await run(["bin/dev.mjs"], folder.path)).toEqual({ out: "42\n", err: "", code: 0 });
  });
});
