import type { IncomingMessage } from "node:http";
import { networkInterfaces } from "node:os";
import type { Config } from "../../config/schema.ts";
import { Semaphore } from "../semaphore.ts";
import { noBody, openBody } from "./body-stream.ts";
import { Border } from "./border.ts";
import { checkUrl } from "./check-url.ts";
import { Deadline } from "./deadline.ts";
import { explain } from "./explain.ts";
import { follow } from "./follow.ts";
import type { FetchOutside, OutsideAnswer } from "./port.ts";
import { createResolve } from "./resolve.ts";

const customary = { "user-agent": "Ermine", accept: "*/*" };

export function createGuardedFetch(config: Pick<Config, "outbound" | "public_url">): FetchOutside {
  const { outbound, public_url } = config;
  const border = new Border({ ...outbound, public_url, ownAddresses });
  const resolve = createResolve(outbound.dns_servers);
  const semaphore = new Semaphore(outbound.concurrency);

  return async (text, wishes = {}) => {
    const url = checkUrl(text);
    const { method = "GET", maxBytes = outbound.max_bytes, timeoutMs = outbound.timeout_ms } = wishes;
    const headers = { ...customary, ...lowerCase(wishes.headers ?? {}) };
    const deadline = new Deadline(timeoutMs, wishes.signal);
    const answer = Promise.withResolvers<OutsideAnswer>();

    /** Lasts as long as the body, so that bodies count among what goes on at once. */
    const takeTurn = async () => {
      using _ = deadline;
      try {
        const way = { border, resolve, maxRedirects: outbound.max_redirects, deadline };
        const { message, status, url: last } = await follow(url, { method, headers, body: wishes.body }, way);
        const body = method === "HEAD" ? noBody() : openBody(message, maxBytes, deadline);
        const contentType = message.headers["content-type"];
        answer.resolve({
          status,
          url: last.href,
          headers: headersOf(message),
          contentType,
          body: body.stream,
        });
        await body.done;
      } catch (error) {
        answer.reject(explain(error));
      }
    };

    void semaphore.run(takeTurn);
    return await deadline.race(answer.promise);
  };
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((found = []) => found.map(({ address }) => address));
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
