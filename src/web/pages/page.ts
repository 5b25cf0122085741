import type { Services } from "../../declare/services.ts";
import type { HandleRequest } from "../../http/app.ts";
import type { IncomingRequest } from "../../http/authenticate-and-limit.ts";
import { type ResponseContext, respond } from "../../http/respond.ts";
import { plainPageHeaders } from "../security-headers.ts";
import { Html, html } from "./html.ts";
import { stylesheet } from "./stylesheet.ts";

/** A page without script. */
export interface PageContent {
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  /** For text that is read rather than filled in. */
  readonly wide?: boolean;
  /** In seconds: when to try again, and whether the browser does so by itself. */
  readonly retryAfter?: number;
  readonly reloads?: boolean;
}

/** What a page is made from. */
export interface PageRequest {
  readonly incoming: IncomingRequest;
  /** Decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly services: Services;
  readonly callApi: HandleRequest;
}

const styleDigest = new Bun.CryptoHasher("sha256").update(stylesheet).digest("base64");

export function respondPage(
  { title, body, status = 200, wide = false, retryAfter, reloads = false }: PageContent,
  services: Services,
  context: ResponseContext,
): Response {
  const refresh = reloads ? html`<meta http-equiv="refresh" content="${retryAfter}">\n` : undefined;
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh}<title>${title}</title>
<style>${new Html(stylesheet)}</style>
</head>
<body>
<main${wide ? new Html(' class="wide"') : undefined}>
${body}
</main>
</body>
</html>
`;
  const headers = {
    ...plainPageHeaders(services, styleDigest),
    "content-type": "text/html; charset=utf-8",
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
  };
  return respond(text, { status, headers }, context);
}
