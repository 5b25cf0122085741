import type { Engine } from "../server/engines.ts";
import { openServer, type TestServer } from "../server/server.ts";
import { type FakeWeb, openFakeWeb, reply } from "./fake-web.ts";

export interface UnfurlServer extends AsyncDisposable {
  readonly web: FakeWeb;
  readonly server: TestServer;
  /** Requests the embed of an address; a path stands for a URL on the fake web. */
  embed(link: string): Promise<Response>;
  proxy(link: string, method?: string): Promise<Response>;
  /** Publishes a page, and returns its address. */
  page(path: string, head: string): string;
  /** Publishes any content, and returns its address. */
  put(path: string, contentType: string, body: string | Buffer): string;
  /** How often a path was requested. */
  hits(path: string): number;
}

/** Opens a server and a web that it can fetch from. */
export async function openUnfurlServer(
  config: Record<string, unknown> = {},
  engine: Engine = "sqlite",
): Promise<UnfurlServer> {
  const web = await openFakeWeb();
  const outbound = { ...web.config().outbound, ...(config.outbound as object | undefined) };
  const server = await openServer(engine, { config: { ...config, outbound } });
  const address = (link: string) => encodeURIComponent(link.startsWith("/") ? web.url(link) : link);
  const put = (path: string, contentType: string, body: string | Buffer) => {
    web.respondAt(path, reply(200, { "Content-Type": contentType }, body));
    return web.url(path);
  };
  return {
    web,
    server,
    embed: (link) => fetch(`${server.url}/january/embed?url=${address(link)}`),
    proxy: (link, method = "GET") => fetch(`${server.url}/january/proxy?url=${address(link)}`, { method }),
    page: (path, head) =>
      put(path, "text/html; charset=utf-8", `<!doctype html><html><head>${head}</head><body>`),
    put,
    hits: (path) => web.requests.filter((head) => head.split(" ")[1] === path).length,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await web[Symbol.asyncDispose]();
    },
  };
}
