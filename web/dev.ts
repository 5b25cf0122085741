// Serves the web client and the admin page from their sources, and tells their pages what has changed.
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createServer, type ViteDevServer } from "vite";
import { socketPath } from "./socket-path.ts";

interface ServedSources {
  /** On this machine alone, without a slash at its end. */
  readonly address: string;
  close(): Promise<void>;
}

/** `folder` holds `client/` and `admin/`. */
export async function serveSources(folder: string): Promise<ServedSources> {
  const http = createHttpServer();
  const open = (page: string): Promise<ViteDevServer> =>
    createServer({
      root: join(folder, page),
      configFile: join(folder, page, "vite.config.ts"),
      // Otherwise both would write the dependencies that they have prepared into the same folder.
      cacheDir: join(folder, "node_modules/.vite", page),
      clearScreen: false,
      server: { middlewareMode: true, ws: { server: http, path: socketPath } },
    });
  const [client, admin] = await Promise.all([open("client"), open("admin")]);
  http.on("request", (request, response) => {
    const page = /^\/admin(\/|$)/.test(request.url ?? "") ? admin : client;
    page.middlewares(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(0, "127.0.0.1", resolve);
  });
  const { port } = http.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    async close() {
      await Promise.all([client.close(), admin.close()]);
      http.closeAllConnections();
      http.close();
    },
  };
}
