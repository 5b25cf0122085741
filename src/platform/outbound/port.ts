export interface OutsideWishes {
  readonly method?: "GET" | "HEAD" | "POST";
  /** Of a POST, which follows no redirects. */
  readonly body?: string | Uint8Array;
  /**
   * Host, Connection and Accept-Encoding are not the caller's to set. A redirect to another origin takes along Accept,
   * Accept-Language and User-Agent alone.
   */
  readonly headers?: Readonly<Record<string, string>>;
  readonly maxBytes?: number;
  /** For everything together, from waiting for a turn to the last byte of the body. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface OutsideAnswer {
  /** From 200 to 299; anything else is an error. */
  readonly status: number;
  /** Where the answer came from, after redirects. */
  readonly url: string;
  /** As they came: length and encoding are those of the body on its way. */
  readonly headers: Headers;
  readonly contentType: string | undefined;
  /**
   * Unpacked, and never longer than allowed: it fails instead. Until it is read or cancelled, or its time is up, it
   * takes one of the places for requests.
   */
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * Fetches what a stranger asked for. Reaches only public addresses, whatever the URL, the name service and the
 * redirects say. Rejects with an OutboundError, and so does the body.
 */
export type FetchOutside = (url: string, wishes?: OutsideWishes) => Promise<OutsideAnswer>;

/** What is wrong with the URL, or with one that it redirects to. Nothing was sent there. */
const refusals = [
  "bad-url",
  "bad-scheme",
  "bad-port",
  "credentials",
  "refused-host",
  "refused-address",
] as const;

/** What went wrong on the way. */
type Failure =
  | "unknown-host"
  | "network"
  | "bad-answer"
  | "bad-status"
  | "too-many-redirects"
  | "too-large"
  | "too-slow"
  | "aborted";

export type OutboundReason = (typeof refusals)[number] | Failure;

export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly reason: OutboundReason;
  /** Of a bad-status. */
  readonly status: number | undefined;
  /** What a bad-status said of when to come again. */
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

  /** Whether asking was not allowed, rather than without success. */
  get refused(): boolean {
    return refusals.some((reason) => reason === this.reason);
  }
}
