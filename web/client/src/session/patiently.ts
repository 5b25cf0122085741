import type { API } from "stoat-api";
import { readApiError } from "./api-error.ts";
import { pause } from "./pauses.ts";

/** Pauses that are worth waiting for, in milliseconds, and how often. */
const longestPause = 15_000;
const attempts = 6;

/** Sends a request that the server may find too quick, and again after the pause that the server names. */
export async function patiently<T>(
  request: () => Promise<T>,
  wait: (milliseconds: number) => Promise<unknown> = pause,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (thrown) {
      const { type, retryAfter = 0 } = readApiError(thrown);
      if (type !== "RateLimited" || attempt === attempts || retryAfter > longestPause) throw thrown;
      await wait(retryAfter);
    }
  }
}

/** Messages wait in a queue of their own, and how far somebody has read is told anew with the next message. */
const sentOnce = /^(post \/channels\/[^/]+\/messages|put \/(channels|servers)\/[^/]+\/ack(\/[^/]+)?)$/;

type Send = (method: string, path: string, ...rest: unknown[]) => Promise<unknown>;

/**
 * Makes all requests of a client wait for their turn. A request that was too quick was not carried out, so whatever it
 * asks for can be repeated.
 */
export function makePatient(api: API): void {
  const send = api.req.bind(api) as Send;
  const sendPatiently: Send = (method, path, ...rest) =>
    sentOnce.test(`${method} ${path}`)
      ? send(method, path, ...rest)
      : patiently(() => send(method, path, ...rest));
  api.req = sendPatiently as API["req"];
}
