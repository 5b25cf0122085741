import icon from "swagger-ui-dist/favicon-32x32.png" with { type: "file" };
import styles from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import script from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import type { BucketName } from "../config/buckets.ts";
import { fail } from "../declare/error.ts";
import type { Route } from "../declare/route.ts";
import type { Services } from "../declare/services.ts";
import { describeEvents, type StreamMessages } from "./asyncapi.ts";
import type { IncomingRequest } from "./authenticate-and-limit.ts";
import { describeApi } from "./openapi.ts";
import { json, type ResponseContext, respond } from "./respond.ts";

/** A page outside the API, for people and monitoring tools. */
export interface BuiltInPage {
  readonly path: string;
  readonly bucket?: BucketName;
  serve(context: ResponseContext, incoming: IncomingRequest): Response | Promise<Response>;
}

const assets: Record<string, { path: string; type: string }> = {
  "swagger-ui.css": { path: styles, type: "text/css; charset=utf-8" },
  "swagger-ui-bundle.js": { path: script, type: "text/javascript; charset=utf-8" },
  "favicon-32x32.png": { path: icon, type: "image/png" },
};

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ermine API</title>
<link rel="icon" href="swagger/favicon-32x32.png">
<link rel="stylesheet" href="swagger/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="swagger/swagger-ui-bundle.js"></script>
<script src="swagger/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({ url: "openapi.json", dom_id: "#api", deepLinking: true, validatorUrl: null });\n`;

/** Allows only resources of this server: the page works offline, and injected content does not load. */
const contentSecurityPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** The descriptions of the API and of the event stream, a page to browse it, and the file by which clients find the API of a domain. */
export function documentationPages(
  { routes, stream }: { readonly routes: readonly Route[]; readonly stream: StreamMessages },
  services: Services,
): BuiltInPage[] {
  const urlsFor = (request: Request) => services.urls.calledAt(request.headers.get("host") ?? undefined);
  const text = (body: string, type: string, context: ResponseContext) =>
    respond(
      body,
      { headers: { "content-type": type, "content-security-policy": contentSecurityPolicy } },
      context,
    );
  return [
    {
      path: "/api/openapi.json",
      bucket: "any",
      // Without the host: the page then calls the API under the host that the page was loaded from.
      serve: (context) => json(200, describeApi(routes, new URL(services.urls.api).pathname), context),
    },
    {
      path: "/api/asyncapi.json",
      bucket: "any",
      serve: (context, { request }) => json(200, describeEvents(stream, urlsFor(request).events), context),
    },
    {
      path: "/api/swagger",
      bucket: "swagger",
      serve: (context) => text(html, "text/html; charset=utf-8", context),
    },
    {
      path: "/api/swagger/:file",
      bucket: "swagger",
      serve(context, { params: { file = "" } }) {
        if (file === "start.js") return text(start, "text/javascript; charset=utf-8", context);
        const asset = Object.hasOwn(assets, file) ? assets[file] : undefined;
        if (asset === undefined) throw fail("NotFound");
        const headers = { "content-type": asset.type, "cache-control": "public, max-age=86400" };
        return respond(Bun.file(asset.path), { headers }, context);
      },
    },
    {
      path: "/.well-known/stoat",
      bucket: "any",
      serve: (context, { request }) => json(200, { api: urlsFor(request).api }, context),
    },
  ];
}
