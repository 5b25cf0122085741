import { existsSync } from "node:fs";
import { ConfigError } from "../config/load.ts";
import type { Entry, HandleRequest, Website } from "../http/app.ts";
import type { Services } from "../store/services.ts";
import { type BuiltClient, readClient } from "./built-client.ts";
import { ClientBuild } from "./client-build.ts";
import { BuildingPages, ClientPages } from "./client-pages.ts";
import { buildFolderOf, type OwnClient } from "./client-source.ts";
import { injectAddresses } from "./inject-addresses.ts";
import { openPackedClient, type PackedClient } from "./packed-client.ts";
import { PlainPages } from "./pages/plain-pages.ts";
import { clientHeaders, foreignClientHeaders } from "./security-headers.ts";

/** Paths of the API and of what belongs to it. There is never a page at them. */
const isReserved = (path: string) =>
  /^\/(api|ws|autumn|january|livekit[^/]*|health|ready|admin|\.well-known)(\/|$)/.test(path);

/** Serves the web client and, where there is none, the plain pages. */
export class WebPages implements Website, AsyncDisposable {
  readonly #services: Services;
  readonly #own: OwnClient | undefined;
  #current: Website;
  #build: ClientBuild | undefined;
  #building: Promise<void> | undefined;

  constructor(services: Services, own: OwnClient | undefined) {
    this.#services = services;
    this.#own = own;
    this.#current = new BuildingPages(services);
  }

  /** Reads the client, or begins to build it. Needs the addresses of the server, so the server must listen. */
  async open(): Promise<void> {
    const { enabled, dir } = this.#services.config.web;
    if (enabled && dir !== "") return this.#openForeign(dir);
    const own = enabled ? this.#own : undefined;
    if (own && "packed" in own) return this.#openBuild(() => openPackedClient(own.packed), true);
    const folder = own && (await folderOf(own));
    if (!folder) this.#current = new PlainPages(this.#services, { hasFailed: false });
    else if (existsSync(folder)) await this.#openBuild(() => readClient(folder), true);
    else {
      this.#build = new ClientBuild(folder, this.#services.log);
      this.#building = this.#openBuild(() => readClient(folder), this.#build.done);
    }
  }

  find(request: Request, path: string, callApi: HandleRequest): Entry | undefined {
    return isReserved(path) ? undefined : this.#current.find(request, path, callApi);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#build?.stop();
    await this.#building;
  }

  async #openForeign(directory: string): Promise<void> {
    try {
      const files = await readClient(directory, injectAddresses(this.#services));
      this.#current = new ClientPages(files, foreignClientHeaders);
    } catch (error) {
      throw new ConfigError(`web.dir: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Without a client that can be served, the plain pages stand in for it and say so. */
  async #openBuild(read: () => Promise<BuiltClient>, isBuilt: boolean | Promise<boolean>): Promise<void> {
    this.#current =
      (await this.#readBuild(read, isBuilt)) ?? new PlainPages(this.#services, { hasFailed: true });
  }

  async #readBuild(
    read: () => Promise<BuiltClient>,
    isBuilt: boolean | Promise<boolean>,
  ): Promise<Website | undefined> {
    if (!(await isBuilt)) return undefined;
    try {
      return new ClientPages(await read(), clientHeaders(this.#services));
    } catch (error) {
      this.#services.log.error({ err: error }, "the web client could not be read");
      return undefined;
    }
  }
}

async function folderOf(
  own: Exclude<OwnClient, { readonly packed: PackedClient }>,
): Promise<string | undefined> {
  return "build" in own ? own.build : buildFolderOf(own.sources);
}
