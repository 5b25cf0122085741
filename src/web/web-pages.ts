import { existsSync } from "node:fs";
import { ConfigError } from "../config/load.ts";
import type { Services } from "../declare/services.ts";
import type { Entry, HandleRequest, Website } from "../http/app.ts";
import { type BuiltClient, readClient } from "./built-client.ts";
import { ClientBuild } from "./client-build.ts";
import { ClientPages, StandInPages } from "./client-pages.ts";
import { buildFolderOf, type OwnClient } from "./client-source.ts";
import { injectAddresses } from "./inject-addresses.ts";
import type { LiveClient } from "./live-client.ts";
import { openPackedClient, type PackedClient } from "./packed-client.ts";
import { buildingPage, homePage } from "./pages/home-page.ts";
import { PlainPages } from "./pages/plain-pages.ts";
import { adminHeaders, clientHeaders, foreignClientHeaders } from "./security-headers.ts";

/** Paths of the API and of what belongs to it. There is never a page at them. */
const isReserved = (path: string) =>
  /^\/(api|ws|autumn|january|livekit[^/]*|health|ready|\.well-known)(\/|$)/.test(path);

const isOfAdmin = (path: string) => /^\/admin(\/|$)/.test(path);
const adminIndex = "/admin/index.html";

/** Serves the web client and, where there is none, the plain pages; and the admin page in both cases. */
export class WebPages implements Website, AsyncDisposable {
  readonly #services: Services;
  readonly #own: OwnClient | undefined;
  #current: Website;
  #admin: Website | undefined;
  #build: ClientBuild | undefined;
  #building: Promise<void> | undefined;

  constructor(services: Services, own: OwnClient | undefined) {
    this.#services = services;
    this.#own = own;
    this.#current = new StandInPages(services, buildingPage);
    if (own && services.config.web.admin) this.#admin = this.#current;
  }

  /** Reads the client, or begins to build it. Needs the addresses of the server, so the server must listen. */
  async open(): Promise<void> {
    const { enabled, dir, admin } = this.#services.config.web;
    if (enabled && dir !== "") await this.#openForeign(dir);
    else if (!enabled) this.#current = new PlainPages(this.#services, { hasFailed: false });
    const own = this.#servesOwnClient || admin ? this.#own : undefined;
    if (own && "packed" in own) return this.#openBuild(() => openPackedClient(own.packed), true);
    if (own && "live" in own) return this.#openLive(own.live);
    const folder = own && (await folderOf(own));
    if (folder && existsSync(folder)) await this.#openBuild(() => readClient(folder), true);
    else if (folder) {
      this.#build = new ClientBuild(folder, this.#services.log);
      this.#building = this.#openBuild(() => readClient(folder), this.#build.done);
    } else {
      this.#admin = undefined;
      if (this.#servesOwnClient) this.#current = new PlainPages(this.#services, { hasFailed: false });
    }
  }

  find(request: Request, path: string, callApi: HandleRequest): Entry | undefined {
    if (isReserved(path)) return undefined;
    return (isOfAdmin(path) ? this.#admin : this.#current)?.find(request, path, callApi);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#build?.stop();
    await this.#building;
  }

  get #servesOwnClient(): boolean {
    const { enabled, dir } = this.#services.config.web;
    return enabled && dir === "";
  }

  async #openForeign(directory: string): Promise<void> {
    try {
      const files = await readClient(directory, injectAddresses(this.#services));
      this.#current = new ClientPages(files, foreignClientHeaders);
    } catch (error) {
      throw new ConfigError(`web.dir: ${error instanceof Error ? error.message : error}`);
    }
  }

  #openLive(live: LiveClient): void {
    const { client, admin } = live.open(this.#services);
    if (this.#servesOwnClient) this.#current = client;
    if (this.#services.config.web.admin) this.#admin = admin;
  }

  /** Without a client that can be served, the plain pages stand in for it and say so. */
  async #openBuild(read: () => Promise<BuiltClient>, isBuilt: boolean | Promise<boolean>): Promise<void> {
    const services = this.#services;
    const files = await this.#readBuild(read, isBuilt);
    if (this.#servesOwnClient)
      this.#current = files
        ? new ClientPages(partOf(files, false), clientHeaders(services))
        : new PlainPages(services, { hasFailed: true });
    if (!services.config.web.admin) return;
    if (!files) this.#admin = new StandInPages(services, homePage(services, { hasFailed: true }));
    else
      this.#admin = files.has(adminIndex)
        ? new ClientPages(partOf(files, true), adminHeaders(services), adminIndex)
        : undefined;
  }

  async #readBuild(
    read: () => Promise<BuiltClient>,
    isBuilt: boolean | Promise<boolean>,
  ): Promise<BuiltClient | undefined> {
    if (!(await isBuilt)) return undefined;
    try {
      return await read();
    } catch (error) {
      this.#services.log.error({ err: error }, "the web client could not be read");
      return undefined;
    }
  }
}

const partOf = (files: BuiltClient, ofAdmin: boolean): BuiltClient =>
  new Map([...files].filter(([path]) => isOfAdmin(path) === ofAdmin));

async function folderOf(
  own: Exclude<OwnClient, { readonly packed: PackedClient } | { readonly live: LiveClient }>,
): Promise<string | undefined> {
  return "build" in own ? own.build : buildFolderOf(own.sources);
}
