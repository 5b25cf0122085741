import { TypedError } from "@ui/describe-error.ts";

/** What the server says about a call that failed. */
export class ApiFailure extends TypedError {
  /** For "RateLimited": how long to wait, in milliseconds. */
  readonly retryAfter: number;

  constructor(type: string, retryAfter = 0) {
    super(type);
    this.retryAfter = retryAfter;
  }
}

export async function readFailure(response: Response): Promise<ApiFailure> {
  const body: unknown = await response.json().catch(() => undefined);
  const { type, retry_after } = (body ?? {}) as Record<string, unknown>;
  if (response.status === 429)
    return new ApiFailure("RateLimited", typeof retry_after === "number" ? retry_after : 1_000);
  return new ApiFailure(typeof type === "string" ? type : "InternalError");
}
