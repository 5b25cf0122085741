import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Person } from "./people.ts";
import { openServer, type TestServer, type TestServerOptions } from "./server.ts";
import { type Page, WebBrowser } from "./web-browser.ts";

const webFolder = join(import.meta.dir, "../../web");

/** A server with the built web client, and a browser to use it with. */
export interface WebTest extends AsyncDisposable {
  readonly server: TestServer;
  readonly url: string;
  /** A page of a context of its own, logged in as the person, if one is given. */
  open(path: string, options?: OpenOptions): Promise<Page>;
}

interface OpenOptions {
  readonly as?: Person;
  readonly viewport?: { width: number; height: number };
  readonly colorScheme?: "light" | "dark";
  readonly locale?: string;
  readonly hasTouch?: boolean;
  readonly isMobile?: boolean;
}

export async function openWebTest(options: TestServerOptions = {}): Promise<WebTest> {
  const directory = await buildWebClient();
  const server = await openServer("sqlite", options);
  const front = serveClient(directory, server.url);
  const url = `http://127.0.0.1:${front.port}`;
  const browser = await WebBrowser.launch();
  const errors: string[] = [];
  return {
    server,
    url,
    async open(path, { as: person, ...context } = {}) {
      const page = await browser.newPage(context);
      page.on("pageerror", (error) => errors.push(String(error)));
      if (person) await page.addInitScript(storeAccount, person);
      await page.goto(`${url}${path}`);
      return page;
    },
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      await front.stop(true);
      await server[Symbol.asyncDispose]();
      if (errors.length > 0) throw new Error(`pages threw: ${errors.join("; ")}`);
    },
  };
}

/** Runs in the page: what a login leaves behind. */
function storeAccount({ id, token, sessionId }: Person): void {
  if (localStorage.getItem("accounts")) return;
  const account = { userId: id, token, sessionId, name: "" };
  localStorage.setItem("accounts", JSON.stringify({ accounts: [account], active: id }));
}

function serveClient(directory: string, server: string) {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      if (/^\/(api|autumn|january)(\/|$)/.test(pathname)) {
        const { method, headers, body } = request;
        const target = `${server}${pathname}${search}`;
        try {
          return await fetch(target, { method, headers, body, redirect: "manual" });
        } catch {
          // As any proxy in front of a server that is down.
          return new Response("Bad gateway", { status: 502 });
        }
      }
      const file = Bun.file(join(directory, pathname));
      const found = pathname.includes(".") && (await file.exists());
      return new Response(found ? file : Bun.file(join(directory, "index.html")), {
        headers: {
          "content-security-policy":
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' http: data: blob:; media-src 'self' http: blob:; connect-src 'self' http: ws:; font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'",
        },
      });
    },
  });
}

/** Builds the client, unless a build of the same sources exists, and returns its directory. */
async function buildWebClient(): Promise<string> {
  const directory = join(webFolder, "dist", `test-${await sourceDigest()}`);
  if (existsSync(directory)) return directory;
  const temporary = `${directory}-${process.pid}`;
  const child = Bun.spawn([process.execPath, "build.ts", temporary], {
    cwd: webFolder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if ((await child.exited) !== 0) throw new Error("the web client could not be built");
  await mkdir(join(webFolder, "dist"), { recursive: true });
  if (existsSync(directory)) await rm(temporary, { recursive: true });
  else await rename(temporary, directory);
  return directory;
}

async function sourceDigest(): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  for (const folder of ["client", "ui"]) {
    const names = await readdir(join(webFolder, folder), { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) hash.update(file).update(await Bun.file(file).bytes());
  }
  hash.update(await Bun.file(join(webFolder, "bun.lock")).bytes());
  return hash.digest("hex").slice(0, 16);
}
