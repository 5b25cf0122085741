import { html } from "./html.ts";
import type { PageContent, PageRequest } from "./page.ts";

interface ApiCall {
  readonly method: string;
  /** Below `/api`. */
  readonly path: string;
  readonly body?: unknown;
}

interface ApiReply {
  readonly status: number;
  readonly body: unknown;
}

/** Calls a route for the visitor of a page, with all its checks and the visitor's own rate limits. */
export async function callApi(
  { incoming: { request, peer }, callApi: handle }: PageRequest,
  { method, path, body }: ApiCall,
): Promise<ApiReply> {
  const forwardedFor = request.headers.get("x-forwarded-for");
  const call = new Request(`http://localhost/api${path}`, {
    method,
    ...(forwardedFor !== null && { headers: { "x-forwarded-for": forwardedFor } }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await handle(call, peer);
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

const words: Record<string, string> = {
  InvalidToken:
    "This link does not work, or no longer works: it may have been used already, have expired, or be incomplete.",
  ShortPassword: "This password is too short. Choose one with at least eight characters.",
  CompromisedPassword: "This password is known from leaks and would be guessed. Choose another one.",
  OperationFailed: "Another account has this address by now. Ask the operators of this server for help.",
  FailedValidation: "The server cannot read this. The link may be incomplete, or the password too long.",
  NotFound: "This invite does not exist, or no longer exists.",
};

/** The refusal of a call, in words. */
export function describeRefusal({ status, body }: ApiReply): { text: string; retryAfter?: number } {
  const { type, retry_after, location } = body as { type?: string; retry_after?: number; location?: string };
  if (status === 429) {
    const retryAfter = Math.max(1, Math.ceil((retry_after ?? 0) / 1_000));
    return { text: `Too many attempts. Try again in ${retryAfter} s.`, retryAfter };
  }
  const known = words[type ?? ""];
  return {
    text: known ?? `The server could not do this. Try again later. (Request ${location ?? "unknown"})`,
  };
}

/** A page that says only why a call was refused. */
export function refusalPage(title: string, reply: ApiReply): PageContent {
  const { text, ...retry } = describeRefusal(reply);
  const body = html`<h1>${title}</h1>\n<p class="note error" role="alert">${text}</p>`;
  return { title, status: reply.status, body, ...retry };
}
