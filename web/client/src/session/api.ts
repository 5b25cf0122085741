import { ApiError, errorOf } from "./api-error.ts";
import type { BodyOf, Method, PathOf, QueryOf, ReplyOf } from "./api-types.ts";
import { pause } from "./pauses.ts";

/** Pauses that are worth waiting for, in milliseconds, and how often. */
const longestPauseMs = 15_000;
const attempts = 6;
/** The pauses before a read is repeated that did not reach the server, in milliseconds. */
const networkPausesMs = [500, 2_000];

export interface RequestOptions<Query = unknown> {
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** The browser finishes it when the page goes away. */
  readonly keepalive?: boolean;
  /** For what has a queue of its own, or is sent again with the next change. */
  readonly isSentOnce?: boolean;
}

interface ApiSettings {
  readonly url: string;
  readonly token?: string;
  /** The session of the token has ended. */
  readonly onSessionEnd?: () => void;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/**
 * The API of the server. What is asked too quickly waits for its turn and is repeated: it was not carried out. Reads
 * are also repeated if they do not reach the server. Everything else throws an ApiError.
 */
export class Api {
  readonly url: string;
  readonly token: string | undefined;
  readonly #onSessionEnd: () => void;
  readonly #wait: (milliseconds: number) => Promise<unknown>;

  constructor({ url, token, onSessionEnd = () => {}, wait = pause }: ApiSettings) {
    this.url = url;
    this.token = token;
    this.#onSessionEnd = onSessionEnd;
    this.#wait = wait;
  }

  readonly post = this.#withBody("post");
  readonly put = this.#withBody("put");
  readonly patch = this.#withBody("patch");
  readonly delete = this.#withBody("delete");

  get<P extends PathOf<"get">>(
    path: P,
    query?: QueryOf<"get", P>,
    headers?: RequestOptions["headers"],
  ): Promise<ReplyOf<"get", P>> {
    return this.#request("get", path, undefined, { query, ...(headers && { headers }) });
  }

  #withBody<M extends Exclude<Method, "get">>(method: M) {
    return <P extends PathOf<M>>(
      path: P,
      body?: BodyOf<M, P>,
      options?: RequestOptions<QueryOf<M, P>>,
    ): Promise<ReplyOf<M, P>> => this.#request(method, path, body, options);
  }

  async #request<Reply>(
    method: Method,
    path: string,
    body?: unknown,
    options: RequestOptions = {},
  ): Promise<Reply> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#send(method, path, body, options);
      } catch (thrown) {
        const error = thrown instanceof ApiError ? thrown : new ApiError("InternalError", { cause: thrown });
        const wait = options.isSentOnce ? undefined : waitBefore(error, method, attempt);
        if (wait === undefined) throw error;
        await (error.type === "RateLimited"
          ? this.#wait(wait)
          : new Promise((resolve) => setTimeout(resolve, wait)));
      }
    }
  }

  async #send<Reply>(method: Method, path: string, body: unknown, options: RequestOptions): Promise<Reply> {
    const { query, headers = {}, signal, keepalive = false } = options;
    const request: RequestInit = {
      method: method.toUpperCase(),
      headers: {
        ...headers,
        ...(this.token && { "x-session-token": this.token }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      keepalive,
      ...(signal && { signal }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const response = await fetch(this.url + path + queryString(query), request).catch((cause: unknown) => {
      throw new ApiError(signal?.aborted ? "Aborted" : "NetworkError", { cause });
    });
    const text = await response.text().catch((cause: unknown) => {
      throw new ApiError("NetworkError", { cause });
    });
    // A reply without a body is typed as undefined.
    if (response.ok) return JSON.parse(text === "" ? "null" : text) ?? undefined;
    const error = errorOf(text);
    if (error.type === "InvalidSession") this.#onSessionEnd();
    throw error;
  }
}

/** How long to wait before the same request is sent again; undefined if it is not. */
function waitBefore({ type, retryAfter = 0 }: ApiError, method: Method, attempt: number): number | undefined {
  if (type === "NetworkError" && method === "get") return networkPausesMs[attempt - 1];
  const isWorthIt = type === "RateLimited" && attempt < attempts && retryAfter <= longestPauseMs;
  return isWorthIt ? retryAfter : undefined;
}

function queryString(query: unknown): string {
  const entries = Object.entries({ ...Object(query) }).filter(([, value]) => value !== undefined);
  return entries.length > 0
    ? `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
    : "";
}
