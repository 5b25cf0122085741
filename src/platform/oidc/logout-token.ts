import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import type { CustomFetch, ServerMetadata } from "openid-client";
import { OidcError, toOidcError } from "./oidc-error.ts";
import { timeoutMs } from "./oidc-fetch.ts";

const event = "http://schemas.openid.net/event/backchannel-logout";
/** How old a token may be; its id has to be remembered for as long. */
const maxAgeSeconds = 600;
const skewSeconds = 60;
const maxLength = 512;
/** Those with a public key. The others are signed with a secret, for which a key that everybody knows could be taken. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"].concat([
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
]);
const types = ["jwt", "logout+jwt", "application/logout+jwt"];

/** What a provider says with a logout token: who has logged out, or which session has ended. At least one is given. */
export interface LogoutToken {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly sid: string | undefined;
  /** Unique for the issuer. */
  readonly id: string;
  /** Until when the token could be presented again, in milliseconds since 1970. */
  readonly expires: number;
}

/** Checks the tokens of OpenID Connect Back-Channel Logout 1.0, section 2.6, with the provider's keys, which it caches. */
export class LogoutTokens {
  readonly #fetch: CustomFetch;
  readonly #clientId: string;
  #keys: { readonly uri: string; readonly get: JWTVerifyGetKey } | undefined;

  constructor(fetch: CustomFetch, clientId: string) {
    this.#fetch = fetch;
    this.#clientId = clientId;
  }

  async read(token: string, { issuer, jwks_uri: uri }: ServerMetadata): Promise<LogoutToken> {
    if (uri === undefined) throw new OidcError("invalid", "the provider publishes no keys");
    const checks = {
      issuer,
      audience: this.#clientId,
      algorithms,
      clockTolerance: skewSeconds,
      maxTokenAge: maxAgeSeconds,
      requiredClaims: ["jti", "events"],
    };
    const { payload, protectedHeader } = await jwtVerify(token, this.#keysAt(uri), checks).catch(asOidcError);
    const { typ } = protectedHeader;
    if (typ !== undefined && !types.includes(typ.toLowerCase())) throw refusal("is of another type");
    return readPayload(payload, issuer);
  }

  #keysAt(uri: string): JWTVerifyGetKey {
    if (this.#keys?.uri !== uri) {
      const fetch = (url: string, init: RequestInit) =>
        this.#fetch(url, {
          method: "GET",
          headers: Object.fromEntries(new Headers(init.headers)),
          body: undefined,
          redirect: "manual",
          ...(init.signal && { signal: init.signal }),
        });
      const get = createRemoteJWKSet(new URL(uri), { timeoutDuration: timeoutMs, [customFetch]: fetch });
      this.#keys = { uri, get };
    }
    return this.#keys.get;
  }
}

function readPayload(payload: JWTPayload, issuer: string): LogoutToken {
  const { events, jti = "", iat = 0, nonce, sub, sid } = payload;
  const isLogout = isObject(events) && isObject(events[event]);
  if (!isLogout) throw refusal("is about something else than a logout");
  // An ID token has one, and must not be taken for this.
  if (nonce !== undefined) throw refusal("has a nonce");
  for (const text of [jti, sub ?? "-", sid ?? "-"])
    if (typeof text !== "string" || text === "" || text.length > maxLength)
      throw refusal("has an id, subject or session that is no text of usual length");
  if (sub === undefined && sid === undefined) throw refusal("names neither a subject nor a session");
  return {
    issuer,
    subject: sub,
    sid: sid as string | undefined,
    id: jti,
    expires: (iat + maxAgeSeconds + 2 * skewSeconds) * 1_000,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refusal(why: string): OidcError {
  return new OidcError("invalid", `the logout token ${why}`);
}

function asOidcError(error: unknown): never {
  if (!(error instanceof errors.JOSEError)) return toOidcError(error);
  // The library has no better name for keys that a provider does not serve.
  if (error instanceof errors.JWKSTimeout || error.code === errors.JOSEError.code)
    throw new OidcError("unreachable", `the provider's keys cannot be fetched: ${error.message}`, error);
  throw new OidcError("invalid", `the logout token cannot be used: ${error.message}`, error);
}
