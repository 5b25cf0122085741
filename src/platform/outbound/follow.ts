import type { IncomingMessage } from "node:http";
import type { Border } from "./border.ts";
import { checkUrl } from "./check-url.ts";
import type { Deadline } from "./deadline.ts";
import { exchange, type Request } from "./exchange.ts";
import { findTarget } from "./find-target.ts";
import { OutboundError } from "./port.ts";
import type { Resolve } from "./resolve.ts";

export interface Way {
  readonly border: Border;
  readonly resolve: Resolve;
  readonly maxRedirects: number;
  readonly deadline: Deadline;
}

export interface Arrival {
  readonly message: IncomingMessage;
  readonly status: number;
  readonly url: URL;
}

const redirects = [301, 302, 303, 307, 308];
/** What says nothing about the caller. */
const harmless = ["accept", "accept-language", "user-agent"];

/** Goes where redirects lead, and checks each place anew before going there. */
export async function follow(start: URL, first: Request, way: Way): Promise<Arrival> {
  const { border, resolve, maxRedirects, deadline } = way;
  let url = start;
  let request = first;
  for (let left = maxRedirects; ; left -= 1) {
    const target = await deadline.race(findTarget(url, border, resolve));
    const message = await deadline.race(exchange(target, request, deadline.signal));
    const { statusCode: status = 0, headers } = message;
    if (status >= 200 && status <= 299) return { message, status, url };
    const { location, "retry-after": retryAfter } = headers;
    if (!redirects.includes(status) || location === undefined || request.method === "POST")
      throw new OutboundError("bad-status", `answered ${status}`, { status, retryAfter });
    if (left === 0) throw new OutboundError("too-many-redirects", `more than ${maxRedirects} redirects`);
    message.destroy();
    const next = checkUrl(readUtf8(location), url.href);
    if (next.origin !== url.origin) request = withoutSecrets(request);
    url = next;
  }
}

/** Headers arrive as if they were Latin-1; those that hold more are in fact UTF-8. */
function readUtf8(header: string): string {
  return Buffer.from(header, "latin1").toString();
}

function withoutSecrets({ method, headers }: Request): Request {
  const kept = Object.entries(headers).filter(([name]) => harmless.includes(name));
  return { method, headers: Object.fromEntries(kept) };
}
