import {
  exportJWK,
  exportSPKI,
  type GenerateKeyPairResult,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import { clientSecret } from "./identity-provider.ts";

/** How an ID token lies; none, if it is honest. */
export type Lie =
  | "none"
  | "unsigned"
  | "signed with the public key"
  | "signed with the client's secret"
  | "signed by another key"
  | "of another issuer"
  | "for another client"
  | "with another nonce"
  | "from yesterday"
  | "without a subject"
  | "with an empty subject"
  | "that is no token";

/** What of a logout token is other than it should be. Undefined leaves a claim out. */
export interface LogoutLie {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly signature?: "none" | "public key" | "another key";
  readonly typ?: string;
}

/** What else goes wrong. */
type Fault =
  | "none"
  | "huge discovery"
  | "slow discovery"
  | "no answer"
  | "another issuer in discovery"
  | "no userinfo"
  | "an error";

export interface LyingProvider extends AsyncDisposable {
  readonly issuer: string;
  lie: Lie;
  fault: Fault;
  /** Of the authorization response (RFC 9207); its own unless it is set. */
  responseIssuer: string | undefined;
  claims: Record<string, unknown>;
  /** The paths that were asked for. */
  readonly requests: string[];
  /** Where browsers were sent. */
  readonly authorizations: URL[];
  /** What the last code was exchanged with. */
  readonly exchanges: URLSearchParams[];
  /** A logout token, honest but for what is given. */
  logoutToken(lie?: LogoutLie): Promise<string>;
  /** New keys, as a provider that rotates them has. */
  rotateKeys(): Promise<void>;
}

const newKeys = () => generateKeyPair("RS256", { extractable: true });
/** Of all providers, as each pair takes a tenth of a second to find: the first keys, and others. */
let sharedKeys: Promise<[GenerateKeyPairResult, GenerateKeyPairResult]> | undefined;

/**
 * A provider whose tokens can be wrong in every way, which a real one's cannot. Its refresh tokens work once, and an
 * answer to one has no ID token.
 */
export async function openLyingProvider({ hasUserInfo = false } = {}): Promise<LyingProvider> {
  sharedKeys ??= Promise.all([newKeys(), newKeys()]);
  const [first, other] = await sharedKeys;
  let keys = first;
  let keyId = "1";
  const nonces = new Map<string, string>();
  const refreshTokens = new Set<string>();
  const exchanges: URLSearchParams[] = [];
  const authorizations: URL[] = [];
  const requests: string[] = [];

  async function idToken(nonce: string): Promise<string> {
    const { lie, claims } = provider;
    if (lie === "that is no token") return "a.b.c";
    const now = Math.floor(Date.now() / 1_000) - (lie === "from yesterday" ? 86_400 : 0);
    const payload = {
      iss: lie === "of another issuer" ? "http://127.0.0.1:1" : provider.issuer,
      aud: lie === "for another client" ? "somebody else" : "ermine",
      ...(lie !== "without a subject" && { sub: lie === "with an empty subject" ? "" : "ann-1" }),
      nonce: lie === "with another nonce" ? "another" : nonce,
      iat: now,
      exp: now + 300,
      auth_time: now,
      ...claims,
    };
    if (lie === "unsigned") return new UnsecuredJWT(payload).encode();
    if (lie === "signed with the public key" || lie === "signed with the client's secret") {
      const text = lie === "signed with the public key" ? await exportSPKI(keys.publicKey) : clientSecret;
      const secret = new TextEncoder().encode(text);
      return new SignJWT(payload).setProtectedHeader({ alg: "HS256", kid: keyId }).sign(secret);
    }
    const signing = lie === "signed by another key" ? other : keys;
    return new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: keyId }).sign(signing.privateKey);
  }

  async function logoutToken({ claims, signature, typ = "logout+jwt" }: LogoutLie = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const event = "http://schemas.openid.net/event/backchannel-logout";
    const payload = {
      ...{ iss: provider.issuer, aud: "ermine", iat: now, exp: now + 120, jti: crypto.randomUUID() },
      ...{ events: { [event]: {} }, sub: "ann-1", ...claims },
    };
    if (signature === "none") return new UnsecuredJWT(payload).encode();
    if (signature === "public key") {
      const secret = new TextEncoder().encode(await exportSPKI(keys.publicKey));
      return new SignJWT(payload).setProtectedHeader({ alg: "HS256", kid: keyId, typ }).sign(secret);
    }
    const { privateKey } = signature === "another key" ? other : keys;
    return new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: keyId, typ }).sign(privateKey);
  }

  /** A byte now and then, so that something always arrives and nothing ever ends. */
  async function* drip(signal: AbortSignal) {
    while (!signal.aborted) {
      yield " ";
      await Bun.sleep(50);
    }
  }

  const serve = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const url = new URL(request.url);
      requests.push(url.pathname);
      if (provider.fault === "no answer") await new Promise(() => {});
      if (provider.fault === "an error") return new Response("broken", { status: 500 });
      if (provider.fault === "slow discovery") return new Response(drip(request.signal));
      switch (url.pathname) {
        case "/.well-known/openid-configuration":
          return Response.json({
            issuer:
              provider.fault === "another issuer in discovery" ? `${provider.issuer}/` : provider.issuer,
            authorization_endpoint: `${provider.issuer}/authorize`,
            token_endpoint: `${provider.issuer}/token`,
            jwks_uri: `${provider.issuer}/keys`,
            ...(hasUserInfo && { userinfo_endpoint: `${provider.issuer}/userinfo` }),
            response_types_supported: ["code"],
            subject_types_supported: ["public"],
            id_token_signing_alg_values_supported: ["RS256"],
            authorization_response_iss_parameter_supported: true,
            ...(provider.fault === "huge discovery" && { more: "x".repeat(1_000_000) }),
          });
        case "/keys":
          return Response.json({
            keys: [{ ...(await exportJWK(keys.publicKey)), alg: "RS256", kid: keyId }],
          });
        case "/authorize": {
          const code = crypto.randomUUID();
          authorizations.push(url);
          nonces.set(code, url.searchParams.get("nonce") ?? "");
          const back = new URL(url.searchParams.get("redirect_uri") ?? "");
          back.searchParams.set("code", code);
          back.searchParams.set("state", url.searchParams.get("state") ?? "");
          back.searchParams.set("iss", provider.responseIssuer ?? provider.issuer);
          return Response.redirect(back.href);
        }
        case "/token": {
          const form = new URLSearchParams(await request.text());
          exchanges.push(form);
          const used = form.get("refresh_token");
          if (used !== null && !refreshTokens.delete(used))
            return Response.json({ error: "invalid_grant" }, { status: 400 });
          const next = crypto.randomUUID();
          refreshTokens.add(next);
          const nonce = nonces.get(form.get("code") ?? "") ?? "";
          return Response.json({
            access_token: "access",
            token_type: "Bearer",
            expires_in: 60,
            refresh_token: next,
            ...(used === null && { id_token: await idToken(nonce) }),
          });
        }
        case "/userinfo":
          if (provider.fault === "no userinfo") return new Response(null, { status: 503 });
          return Response.json({ sub: "ann-1", ...provider.claims });
        default:
          return new Response(null, { status: 404 });
      }
    },
  });
  const provider: LyingProvider = {
    issuer: `http://127.0.0.1:${serve.port}`,
    lie: "none",
    fault: "none",
    responseIssuer: undefined,
    claims: {},
    exchanges,
    authorizations,
    requests,
    logoutToken,
    async rotateKeys() {
      keys = await newKeys();
      keyId = `${Number(keyId) + 1}`;
    },
    [Symbol.asyncDispose]: () => serve.stop(true),
  };
  return provider;
}
