import type { CustomFetch } from "openid-client";
import { OutboundError, type OutboundFetch } from "../outbound/port.ts";

/** What a provider's documents and replies may take. */
const maxBytes = 262_144;
export const timeoutMs = 10_000;

/** The guarded fetch in the form that the library needs. */
export function fetchFor(outbound: OutboundFetch): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    if (method !== "GET" && method !== "POST") throw new Error(`no request of a login is a ${method}`);
    const content = body === undefined || body === null ? {} : { body: String(body) };
    try {
      const answer = await outbound(url, {
        method,
        headers,
        ...content,
        maxBytes,
        timeoutMs,
        returnsClientErrors: true,
        requester: "oidc",
        ...(signal && { signal }),
      });
      const { status, contentType } = answer;
      return new Response(answer.body, {
        status,
        headers: contentType ? { "content-type": contentType } : {},
      });
    } catch (error) {
      // The library words what a status means.
      if (error instanceof OutboundError && error.status !== undefined)
        return new Response(null, { status: error.status });
      throw error;
    }
  };
}
