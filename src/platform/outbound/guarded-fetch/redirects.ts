import type { IncomingMessage } from "node:http";
import { OutboundError } from "../port.ts";
import type { AddressGuard } from "./address-guard.ts";
import { checkUrl } from "./check-url.ts";
import type { Deadline } from "./deadline.ts";
import type { HangingHosts } from "./hanging-hosts.ts";
import type { Resolve } from "./resolve.ts";
import { resolveTarget } from "./resolve-target.ts";
import { type OutboundRequest, sendRequest } from "./send-request.ts";

interface RedirectOptions {
  readonly guard: AddressGuard;
  readonly resolve: Resolve;
  readonly maxRedirects: number;
  readonly deadline: Deadline;
  readonly hangingHosts: HangingHosts;
  readonly returnsClientErrors: boolean;
}

interface FinalResponse {
  readonly message: IncomingMessage;
  readonly status: number;
  readonly url: URL;
}

const redirectStatuses = [301, 302, 303, 307, 308];
/** Headers that say nothing about the caller. */
const harmlessHeaders = ["accept", "accept-language", "user-agent"];

/** Sends a request and follows redirects. Each target is checked before a request goes there. */
export async function followRedirects(
  start: URL,
  first: OutboundRequest,
  { guard, resolve, maxRedirects, deadline, hangingHosts, returnsClientErrors }: RedirectOptions,
): Promise<FinalResponse> {
  let url = start;
  let request = first;
  for (let left = maxRedirects; ; left -= 1) {
    const target = await deadline.race(resolveTarget(url, guard, resolve));
    hangingHosts.assertNotGivenUp(url.hostname);
    const sent = sendRequest(target, request, deadline.signal);
    const message = await hangingHosts.waitFor(url.hostname, deadline, sent);
    const { statusCode: status = 0, headers } = message;
    if (status >= 200 && status <= 299) return { message, status, url };
    if (returnsClientErrors && status >= 400 && status <= 499) return { message, status, url };
    hangingHosts.recordAnswer(url.hostname);
    const { location, "retry-after": retryAfter } = headers;
    if (!redirectStatuses.includes(status) || location === undefined || request.method === "POST")
      throw new OutboundError("bad-status", `answered ${status}`, { status, retryAfter });
    if (left === 0) throw new OutboundError("too-many-redirects", `more than ${maxRedirects} redirects`);
    message.destroy();
    const next = checkUrl(decodeUtf8(location), url.href);
    if (next.origin !== url.origin) request = withoutSecrets(request);
    url = next;
  }
}

/** Node decodes headers as Latin-1; servers that send other letters send UTF-8. */
function decodeUtf8(header: string): string {
  return Buffer.from(header, "latin1").toString();
}

function withoutSecrets({ method, headers }: OutboundRequest): OutboundRequest {
  const kept = Object.entries(headers).filter(([name]) => harmlessHeaders.includes(name));
  return { method, headers: Object.fromEntries(kept) };
}
