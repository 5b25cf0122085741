import type { IncomingMessage } from "node:http";
import { networkInterfaces } from "node:os";
import type { Config } from "../../../config/schema.ts";
import { type Clock, systemClock } from "../../clock/clock.ts";
import type { OutboundFetch, OutboundResponse } from "../port.ts";
import { AddressGuard } from "./address-guard.ts";
import { checkUrl } from "./check-url.ts";
import { Deadline } from "./deadline.ts";
import { FairSlots } from "./fair-slots.ts";
import { HangingHosts } from "./hanging-hosts.ts";
import { followRedirects } from "./redirects.ts";
import { createResolve } from "./resolve.ts";
import { emptyBody, openBody } from "./response-body.ts";
import { toOutboundError } from "./to-outbound-error.ts";

const defaultHeaders = { "user-agent": "Ermine", accept: "*/*" };

interface FetchOptions {
  readonly clock?: Clock;
  /** The part of the slots that one requester, and one host, may take at once. */
  readonly share?: number;
}

export function createGuardedFetch(
  config: Pick<Config, "outbound" | "public_url">,
  { clock = systemClock, share = 1 }: FetchOptions = {},
): OutboundFetch {
  const { outbound, public_url } = config;
  const guard = new AddressGuard({ ...outbound, public_url, ownAddresses });
  const resolve = createResolve(outbound.dns_servers);
  const slots = new FairSlots({
    slots: outbound.concurrency,
    share: Math.ceil(outbound.concurrency * share),
  });
  const hangingHosts = new HangingHosts({
    clock,
    giveUpMs: outbound.give_up_ms,
    patienceMs: outbound.timeout_ms / 2,
  });

  return async (text, options = {}) => {
    const url = checkUrl(text);
    const { method = "GET", maxBytes = outbound.max_bytes, timeoutMs = outbound.timeout_ms } = options;
    const headers = { ...defaultHeaders, ...lowerCase(options.headers ?? {}) };
    const deadline = new Deadline(timeoutMs, options.signal);
    const response = Promise.withResolvers<OutboundResponse>();

    /** Lasts as long as the body, so that unread bodies keep their slots. */
    const run = async () => {
      using _ = deadline;
      try {
        const request = { method, headers, body: options.body };
        const { max_redirects: maxRedirects } = outbound;
        const { returnsClientErrors = false } = options;
        const redirects = { guard, resolve, maxRedirects, deadline, hangingHosts, returnsClientErrors };
        const { message, status, url: last } = await followRedirects(url, request, redirects);
        const waiting = {
          deadline,
          waitFor: <T>(bytes: Promise<T>) => hangingHosts.waitFor(last.hostname, deadline, bytes),
          onAnswer: () => hangingHosts.recordAnswer(last.hostname),
        };
        const body = method === "HEAD" ? emptyBody() : openBody(message, maxBytes, waiting);
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

    const { requester } = options;
    void slots.run({ requester, host: url.hostname, signal: deadline.signal }, run);
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
