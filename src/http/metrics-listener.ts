import type { Config } from "../config/schema.ts";
import type { RenderedMetrics } from "../platform/metrics/port.ts";
import { sameText } from "../platform/secrets/vault.ts";

/** Serves the metrics on a port of their own, so that a proxy in front of the server cannot show them to strangers. */
export function listenForMetrics(
  { host, port, token }: Config["metrics"],
  metrics: RenderedMetrics,
): Bun.Server<undefined> {
  const isAllowed = ({ headers }: Request) =>
    token === "" || sameText(headers.get("authorization") ?? "", `Bearer ${token}`);
  return Bun.serve({
    hostname: host,
    port,
    development: false,
    reusePort: false,
    maxRequestBodySize: 1_024,
    async fetch(request) {
      if (new URL(request.url).pathname !== "/metrics") return new Response("Not found\n", { status: 404 });
      if (!isAllowed(request))
        return new Response("Unauthorized\n", { status: 401, headers: { "www-authenticate": "Bearer" } });
      if (request.method !== "GET" && request.method !== "HEAD")
        return new Response("Method not allowed\n", { status: 405, headers: { allow: "GET, HEAD" } });
      return new Response(await metrics.render(), { headers: { "content-type": metrics.contentType } });
    },
  });
}
