import type { IncomingMessage } from "node:http";
import { networkInterfaces } from "node:os";
import type { Config } from "../../config/schema.ts";
import { Semaphore } from "../semaphore.ts";
import { AddressGuard } from "./address-guard.ts";
import { checkUrl } from "./check-url.ts";
import { Deadline } from "./deadline.ts";
import type { OutboundFetch, OutboundResponse } from "./port.ts";
import { followRedirects } from "./redirects.ts";
import { createResolve } from "./resolve.ts";
import { emptyBody, openBody } from "./response-body.ts";
import { toOutboundError } from "./to-outbound-error.ts";

const defaultHeaders = { "user-agent": "Ermine", accept: "*/*" };

export function createGuardedFetch(config: Pick<Config, "outbound" | "public_url">): OutboundFetch {
  const { outbound, public_url } = config;
  const guard = new AddressGuard({ ...outbound, public_url, ownAddresses });
  const resolve = createResolve(outbound.dns_servers);
  const semaphore = new Semaphore(outbound.concurrency);

  return async (text, options = {}) => {
    const url = checkUrl(text);
    const { method = "GET", maxBytes = outbound.max_bytes, timeoutMs = outbound.timeout_ms } = options;
    const headers = { ...defaultHeaders, ...lowerCase(options.headers ?? {}) };
    const deadline = new Deadline(timeoutMs, options.signal);
    const response = Promise.withResolvers<OutboundResponse>();

    /** Lasts as long as the body, so that the semaphore counts unread bodies. */
    const run = async () => {
      using _ = deadline;
      try {
        const request = { method, headers, body: options.body };
        const redirects = { guard, resolve, maxRedirects: outbound.max_redirects, deadline };
        const { message, status, url: last } = await followRedirects(url, request, redirects);
        const body = method === "HEAD" ? emptyBody() : openBody(message, maxBytes, deadline);
        response.resolve({
          status,
          url: last.href,
          headers: headersOf(message),
          contentType: message.headers["content-type"],
          body: body.stream,
        });
        await body.done;
      } catch (error) {
        response.reject(toOutboundError(error));
      }
    };

    void semaphore.run(run);
    return await deadline.race(response.promise);
  };
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address));
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  return headers;
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
