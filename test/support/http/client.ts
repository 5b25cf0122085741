import { settleNodes } from "../cluster/settle-nodes.ts";
import { noteSecret, noteSecretInPath, noteSecretsIn } from "../log/used-secrets.ts";

/** Sends requests as the real clients do: JSON without a content type, and a body with every call that is not a GET. */
export interface Client {
  get(path: string, options?: CallOptions): Promise<ApiResponse>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse>;
  put(path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse>;
  patch(path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse>;
  delete(path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse>;
}

export interface CallOptions {
  /** Session token. */
  readonly token?: string;
  /** Token of a bot. */
  readonly bot?: string;
  /** MFA ticket. */
  readonly ticket?: string;
  readonly headers?: Record<string, string>;
}

export interface ApiResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape and state what they expect
  readonly body: any;
  readonly headers: Headers;
}

/** `settles`: with several nodes, a call returns once its events are everywhere. */
export function createClient(base: string, { settles = true } = {}): Client {
  const call = async (
    method: string,
    path: string,
    body: unknown,
    { token, bot, ticket, headers }: CallOptions = {},
  ) => {
    const sent = typeof body === "string" ? body : JSON.stringify(body ?? {});
    noteSecretInPath(path);
    noteSecretsIn(sent);
    for (const secret of [token, bot, ticket]) if (secret !== undefined) noteSecret(secret);
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(token !== undefined && { "x-session-token": token }),
        ...(bot !== undefined && { "x-bot-token": bot }),
        ...(ticket !== undefined && { "x-mfa-ticket": ticket }),
        ...headers,
      },
      ...(method !== "GET" && { body: sent }),
    });
    const text = await response.text();
    noteSecretsIn(text);
    // So that what the caller does next comes after this call on every node.
    if (settles && method !== "GET") await settleNodes(base);
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
  };
  return {
    get: (path, options) => call("GET", path, undefined, options),
    post: (path, body, options) => call("POST", path, body, options),
    put: (path, body, options) => call("PUT", path, body, options),
    patch: (path, body, options) => call("PATCH", path, body, options),
    delete: (path, body, options) => call("DELETE", path, body, options),
  };
}
