import { existsSync } from "node:fs";
import { createLog } from "../../../src/platform/log/log.ts";
import { ClientBuild } from "../../../src/web/client-build.ts";
import { buildFolderOf, clientSource } from "../../../src/web/client-source.ts";
import type { Person } from "../accounts/people.ts";
import { freePorts } from "../processes/free-ports.ts";
import { openServer, type TestServer, type TestServerOptions } from "../server/server.ts";
import { type PageOptions, PagePool } from "./page-pool.ts";
import { type BrowserOptions, type Page, WebBrowser } from "./web-browser.ts";

/** A server with the built web client, and a browser to use it with. */
export interface WebTest extends AsyncDisposable {
  readonly server: TestServer;
  readonly url: string;
  /** A page with a storage of its own, logged in as the person, if one is given. */
  open(path: string, options?: OpenOptions): Promise<Page>;
  /** Ends what all pages but one do: those of past tests would take part in the next ones, and take time. */
  closePages(kept?: Page): Promise<void>;
}

interface OpenOptions extends PageOptions {
  readonly as?: Person;
}

interface WebTestOptions extends TestServerOptions {
  /** Starts another kind of server. */
  readonly open?: (engine: "sqlite", options: TestServerOptions) => Promise<TestServer>;
  readonly browser?: BrowserOptions;
}

/** By their options: starting a browser takes long, so that all tests of this process share them. */
const browsers = new Map<string, Promise<WebBrowser>>();
/** By browser and origin. */
const pools = new Map<string, PagePool>();
/** Of one server after another, as pages of the same origin are used again. */
const [sharedPort = 0] = freePorts(1);
let isPortTaken = false;

export async function openWebTest({
  open = openServer,
  browser = {},
  config,
  ...options
}: WebTestOptions = {}): Promise<WebTest> {
  const ownClient = { build: await buildWebClient() };
  const port = isPortTaken ? 0 : sharedPort;
  isPortTaken = true;
  const server = await open("sqlite", { ownClient, config: { port, ...config }, ...options });
  const { url } = server;
  const kind = JSON.stringify(browser);
  const pages = pools.get(`${url} ${kind}`) ?? new PagePool(await shareBrowser(browser), url);
  pools.set(`${url} ${kind}`, pages);
  const errors: string[] = [];
  return {
    server,
    url,
    async open(path, { as: person, ...options } = {}) {
      const page = await pages.take(options);
      page.on("pageerror", (error) => errors.push(String(error)));
      if (person) await page.evaluate(storeAccount, person);
      await page.goto(`${url}${path}`);
      return page;
    },
    closePages: (kept) => pages.release(kept),
    async [Symbol.asyncDispose]() {
      await pages.release();
      await server[Symbol.asyncDispose]();
      if (port !== 0) isPortTaken = false;
      if (errors.length > 0) throw new Error(`pages threw: ${errors.join("; ")}`);
    },
  };
}

/** The pages of tests end before optimised code pays off. */
const quickStart = "--js-flags=--no-turbofan,--no-maglev";

/** The browser of this process with these options. Each test closes the contexts that it opens. */
export function shareBrowser(options: BrowserOptions = {}): Promise<WebBrowser> {
  const kind = JSON.stringify(options);
  const launched =
    browsers.get(kind) ?? WebBrowser.launch({ ...options, flags: [quickStart, ...(options.flags ?? [])] });
  browsers.set(kind, launched);
  return launched;
}

/** For programs that end by themselves, unlike a run of tests. */
export async function closeBrowsers(): Promise<void> {
  const launched = [...browsers.values()];
  browsers.clear();
  pools.clear();
  for (const browser of launched) await (await browser)[Symbol.asyncDispose]();
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
