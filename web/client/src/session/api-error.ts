/** What the server says about a request that failed. */
export interface ApiError {
  readonly type: string;
  /** The field or permission that the error is about. */
  readonly subject?: string;
  /** For "RateLimited": how long to wait, in milliseconds. */
  readonly retryAfter?: number;
}

/** Reads what the API library throws: the text of the response, or an error of the network. */
export function readApiError(thrown: unknown): ApiError {
  if (typeof thrown === "string") {
    try {
      return fromBody(JSON.parse(thrown));
    } catch {
      return { type: "InternalError" };
    }
  }
  // A resource of Solid wraps what it could not load.
  if (thrown instanceof Error && thrown.cause !== undefined) return readApiError(thrown.cause);
  if (thrown instanceof TypeError) return { type: "NetworkError" };
  return fromBody(thrown);
}

function fromBody(body: unknown): ApiError {
  if (typeof body !== "object" || body === null) return { type: "InternalError" };
  const { type, retry_after, permission, error, max } = body as Record<string, unknown>;
  const subject = [permission, error, max].find((value) => value !== undefined);
  return {
    type: typeof type === "string" ? type : retry_after === undefined ? "InternalError" : "RateLimited",
    subject: subject === undefined ? undefined : String(subject),
    retryAfter: typeof retry_after === "number" ? retry_after : undefined,
  };
}
