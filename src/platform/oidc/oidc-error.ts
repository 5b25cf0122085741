import * as client from "openid-client";
import { OutboundError } from "../outbound/port.ts";

/**
 * `refused`: the provider, or the person there, said no. `invalid`: a reply is forged, replayed, stale or broken. `ended`:
 * the provider gives no more tokens for a session.
 */
type OidcFailure = "unreachable" | "wrong-issuer" | "refused" | "invalid" | "ended";

export class OidcError extends Error {
  override readonly name = "OidcError";
  readonly reason: OidcFailure;

  constructor(reason: OidcFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

export function toOidcError(error: unknown): never {
  if (error instanceof OidcError) throw error;
  if (error instanceof client.AuthorizationResponseError)
    throw new OidcError("refused", `the provider answered ${error.error}`, error);
  const network = networkErrorOf(error);
  if (network)
    throw new OidcError("unreachable", `the provider cannot be reached: ${network.message}`, error);
  const message = error instanceof Error ? error.message : String(error);
  throw new OidcError("invalid", `the provider's reply cannot be used: ${message}`, error);
}

export function networkErrorOf(error: unknown): OutboundError | undefined {
  if (error instanceof OutboundError) return error;
  return error instanceof Error ? networkErrorOf(error.cause) : undefined;
}
