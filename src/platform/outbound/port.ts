export interface OutboundRequestOptions {
  readonly method?: "GET" | "HEAD" | "POST";
  /** Of a POST, which follows no redirects. */
  readonly body?: string | Uint8Array;
  /**
   * Callers cannot set Host, Connection and Accept-Encoding. A redirect to another origin keeps Accept, Accept-Language
   * and User-Agent alone.
   */
  readonly headers?: Readonly<Record<string, string>>;
  readonly maxBytes?: number;
  /** For everything together, from waiting for a free slot to the last byte of the body. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Whether a status from 400 to 499 is a response, whose body says what is wrong. */
  readonly returnsClientErrors?: boolean;
  /** Whom the request is for: an account or the address of a client. Requesters share the slots fairly. */
  readonly requester?: string;
}

export interface OutboundResponse {
  /** From 200 to 299; any other status is an error, unless the options say otherwise. */
  readonly status: number;
  /** The address after redirects. */
  readonly url: string;
  /** As received: length and encoding are those of the body before it was decompressed. */
  readonly headers: Headers;
  readonly contentType: string | undefined;
  /**
   * Decompressed. It fails where it would be longer than allowed. It takes one of the slots for requests until it is
   * read or cancelled, or times out.
   */
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * Fetches an address that a user supplied. It reaches public addresses alone, whatever the URL, DNS and redirects say.
 * Both it and the body reject with an OutboundError.
 */
export type OutboundFetch = (url: string, options?: OutboundRequestOptions) => Promise<OutboundResponse>;

/** The URL, or one that it redirects to, is not allowed. No request was sent there. */
const refusals = [
  "bad-url",
  "bad-scheme",
  "bad-port",
  "credentials",
  "refused-host",
  "refused-address",
] as const;

type Failure =
  | "unknown-host"
  | "network"
  | "bad-response"
  | "bad-status"
  | "too-many-redirects"
  | "too-large"
  | "timeout"
  | "aborted"
  /** The host did not answer several requests, and is not asked for a while. */
  | "given-up";

export type OutboundReason = (typeof refusals)[number] | Failure;

export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly reason: OutboundReason;
  /** Of a bad-status. */
  readonly status: number | undefined;
  /** The Retry-After header of a bad-status. */
  readonly retryAfter: string | undefined;

  constructor(
    reason: OutboundReason,
    message: string,
    more: { status?: number; retryAfter?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, "cause" in more ? { cause: more.cause } : {});
    this.reason = reason;
    this.status = more.status;
    this.retryAfter = more.retryAfter;
  }

  /** Whether the address was not allowed, as opposed to a request that failed. */
  get refused(): boolean {
    return refusals.some((reason) => reason === this.reason);
  }
}
