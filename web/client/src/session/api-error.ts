import { TypedError } from "@ui/describe-error.ts";

/** A request that failed: what the server says about it, or `NetworkError` if it could not be asked. */
export class ApiError extends TypedError {
  override readonly name = "ApiError";
  /** The field or permission that the error is about. */
  readonly subject: string | undefined;
  /** How long to wait before another attempt, in milliseconds; in slowmode in seconds. */
  readonly retryAfter: number | undefined;

  constructor(type: string, { subject, retryAfter, cause }: ApiErrorDetails = {}) {
    super(type, { cause });
    this.subject = subject;
    this.retryAfter = retryAfter;
  }
}

interface ApiErrorDetails {
  readonly subject?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** The failed request behind what was thrown. */
export function readApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  // A resource of Solid wraps what it could not load.
  if (thrown instanceof Error && thrown.cause !== undefined) return readApiError(thrown.cause);
  return new ApiError("InternalError", { cause: thrown });
}

/** The error that the text of a reply describes. */
export function errorOf(text: string): ApiError {
  const { type, retry_after, permission, error, max } = fieldsOf(text);
  const subject = [permission, error, max].find((value) => value !== undefined);
  return new ApiError(
    typeof type === "string" ? type : retry_after === undefined ? "InternalError" : "RateLimited",
    {
      subject: subject === undefined ? undefined : String(subject),
      retryAfter: typeof retry_after === "number" ? retry_after : undefined,
    },
  );
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text);
    return { ...Object(body) };
  } catch {
    // A proxy in between may answer in another form.
    return {};
  }
}
