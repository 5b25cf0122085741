import { existsSync } from "node:fs";
import { createLog } from "../../src/platform/log.ts";
import { ClientBuild } from "../../src/web/client-build.ts";
import { buildFolderOf, clientSource } from "../../src/web/client-source.ts";
import type { Person } from "./people.ts";
import { openServer, type TestServer, type TestServerOptions } from "./server.ts";
import { type Page, WebBrowser } from "./web-browser.ts";

/** A server with the built web client, and a browser to use it with. */
export interface WebTest extends AsyncDisposable {
  readonly server: TestServer;
  readonly url: string;
  /** A page of a context of its own, logged in as the person, if one is given. */
  open(path: string, options?: OpenOptions): Promise<Page>;
  /** Closes all pages: those of past tests would take part in the next ones, and take time. */
  closePages(): Promise<void>;
}

interface OpenOptions {
  readonly as?: Person;
  readonly viewport?: { width: number; height: number };
  readonly colorScheme?: "light" | "dark";
  readonly locale?: string;
  readonly hasTouch?: boolean;
  readonly isMobile?: boolean;
  /** Blocked unless a test needs one: every page would start one, and it could answer from its cache. */
  readonly serviceWorkers?: "allow";
}

interface WebTestOptions extends TestServerOptions {
  /** Starts another kind of server. */
  readonly open?: (engine: "sqlite", options: TestServerOptions) => Promise<TestServer>;
  readonly browserFlags?: readonly string[];
}

export async function openWebTest({
  open = openServer,
  browserFlags,
  ...options
}: WebTestOptions = {}): Promise<WebTest> {
  const server = await open("sqlite", { ownClient: { build: await buildWebClient() }, ...options });
  const { url } = server;
  const browser = await WebBrowser.launch(browserFlags);
  const errors: string[] = [];
  return {
    server,
    url,
    async open(path, { as: person, ...context } = {}) {
      const page = await browser.newPage({ serviceWorkers: "block", ...context });
      page.on("pageerror", (error) => errors.push(String(error)));
      if (person) await page.addInitScript(storeAccount, person);
      await page.goto(`${url}${path}`);
      return page;
    },
    closePages: () => browser.closePages(),
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      if (errors.length > 0) throw new Error(`pages threw: ${errors.join("; ")}`);
    },
  };
}

/** Runs in the page: what a login leaves behind. */
export function storeAccount({ id, token, sessionId }: Person): void {
  if (localStorage.getItem("accounts")) return;
  const account = { userId: id, token, sessionId, name: "" };
  localStorage.setItem("accounts", JSON.stringify({ accounts: [account], active: id }));
}

/** Builds the client, unless a build of the same sources exists, and returns its folder. */
export async function buildWebClient(): Promise<string> {
  const folder = await buildFolderOf(clientSource);
  if (folder === undefined) throw new Error("there are no sources of the web client");
  if (!existsSync(folder) && !(await new ClientBuild(folder, createLog("error")).done))
    throw new Error("the web client could not be built");
  return folder;
}
