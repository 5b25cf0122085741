import * as client from "openid-client";
import type { OutboundFetch } from "../outbound/port.ts";
import { type LogoutToken, LogoutTokens } from "./logout-token.ts";
import { networkErrorOf, OidcError, toOidcError } from "./oidc-error.ts";
import { fetchFor, timeoutMs } from "./oidc-fetch.ts";

/** Providers move their endpoints rarely. Their keys are cached for less, and fetched again for an unknown one. */
const discoveryMs = 3_600_000;
/** How far the clock of a provider may be off. */
const skewSeconds = 60;

interface ProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  /** Values of acr to ask for. */
  readonly acrValues: readonly string[];
  /** Of a login; empty for none. */
  readonly prompt: string;
}

/** What the server remembers between the redirect to the provider and the return from it. */
interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

interface Authorization extends FlowSecrets {
  readonly redirectUri: string;
  /** Whether the provider has to ask for a proof again, though the person is logged in there. */
  readonly isFresh?: boolean;
}

/** Who came back, as the signed ID token says. */
export interface ProvenIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Undefined if the provider gave none, or was not asked for one. */
  readonly refreshToken: string | undefined;
}

/** What a provider says about somebody later on. */
interface Refreshed {
  /** The next one to use, also after a problem: some providers accept each once. Undefined if it is the same. */
  readonly refreshToken: string | undefined;
  /** Undefined after a problem, and if the provider gave nothing but the token. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
  /** Why the provider could not be asked; `ended` if it gives no more tokens for this one. */
  readonly problem?: OidcError;
}

/**
 * Whether the operator asks for tokens that outlive the session at the provider. Some providers give others as well,
 * which end with that session, often after some hours.
 */
export const asksForRefreshTokens = (scopes: readonly string[]) => scopes.includes("offline_access");

export function newFlowSecrets(): FlowSecrets {
  return {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  };
}

/** One provider of OpenID Connect: authorization code with PKCE, in which no token leaves the server. */
export class OpenIdProvider {
  readonly #options: ProviderOptions;
  readonly #fetch: client.CustomFetch;
  readonly #now: () => number;
  readonly #logoutTokens: LogoutTokens;
  #discovered: { readonly at: number; readonly configuration: Promise<client.Configuration> } | undefined;

  constructor(options: ProviderOptions, dependencies: { fetch: OutboundFetch; now: () => number }) {
    this.#options = options;
    this.#fetch = fetchFor(dependencies.fetch);
    this.#now = dependencies.now;
    this.#logoutTokens = new LogoutTokens(this.#fetch, options.clientId);
  }

  /** Where the browser goes to prove who is there. */
  async authorize({ redirectUri, state, nonce, verifier, isFresh }: Authorization): Promise<string> {
    const configuration = await this.discover();
    const { acrValues } = this.#options;
    // Whoever is asked for a proof again has agreed to the rest before.
    const prompt = isFresh ? "login" : this.#options.prompt;
    const code_challenge = await client.calculatePKCECodeChallenge(verifier);
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.#options.scopes.join(" "),
      state,
      nonce,
      code_challenge,
      code_challenge_method: "S256",
      ...(acrValues.length > 0 && { acr_values: acrValues.join(" ") }),
      ...(prompt !== "" && { prompt }),
      ...(isFresh && { max_age: "0" }),
    });
    return url.href;
  }

  /** Exchanges the code with which the browser came back. */
  async finish(callback: URL, { state, nonce, verifier, isFresh }: Authorization): Promise<ProvenIdentity> {
    const configuration = await this.discover();
    const checks = {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(isFresh && { maxAge: 0 }),
    };
    const tokens = await client.authorizationCodeGrant(configuration, callback, checks).catch(toOidcError);
    const claims = tokens.claims();
    if (!claims) throw new OidcError("invalid", "the provider returned no ID token");
    // Everyone with an empty sub would share one account.
    if (claims.sub === "") throw new OidcError("invalid", "the ID token has an empty sub");
    const more = await this.#userInfo(configuration, tokens.access_token, claims.sub);
    return {
      issuer: claims.iss,
      subject: claims.sub,
      claims: { ...more, ...claims },
      refreshToken: this.mayRefresh ? tokens.refresh_token : undefined,
    };
  }

  get mayRefresh(): boolean {
    return asksForRefreshTokens(this.#options.scopes);
  }

  /** What the provider says about somebody now. */
  async refresh(token: string, subject: string): Promise<Refreshed> {
    let refreshToken: string | undefined;
    try {
      const configuration = await this.discover();
      const tokens = await client.refreshTokenGrant(configuration, token).catch(toRefreshError);
      const claims = tokens.claims();
      if (claims && claims.sub !== subject) throw new OidcError("invalid", "the tokens are of somebody else");
      refreshToken = tokens.refresh_token;
      const more = await this.#userInfo(configuration, tokens.access_token, subject);
      // A new ID token may repeat what the first one said.
      return { refreshToken, claims: (claims || more) && { ...claims, ...more } };
    } catch (error) {
      if (!(error instanceof OidcError)) throw error;
      return { refreshToken, problem: error };
    }
  }

  /**
   * Whether the provider knows the client and accepts its secret: it looks at them before it looks at the code, which is
   * none of its codes here. Throws an OidcError if it cannot be asked.
   */
  async acceptsClient(redirectUri: string): Promise<boolean> {
    const configuration = await this.discover();
    const exchange = {
      code: "none",
      redirect_uri: redirectUri,
      code_verifier: client.randomPKCECodeVerifier(),
    };
    try {
      await client.genericGrantRequest(configuration, "authorization_code", exchange);
    } catch (error) {
      if (error instanceof client.WWWAuthenticateChallengeError) return false;
      if (error instanceof client.ResponseBodyError) return error.error !== "invalid_client";
      if (networkErrorOf(error)) return toOidcError(error);
    }
    return true;
  }

  /** Checks a token with which the provider says that somebody has logged out there. Throws an OidcError. */
  async readLogoutToken(token: string): Promise<LogoutToken> {
    return this.#logoutTokens.read(token, (await this.discover()).serverMetadata());
  }

  /** The provider's documents and keys, cached; a failure is not. */
  async discover(): Promise<client.Configuration> {
    const now = this.#now();
    if (this.#discovered === undefined || now - this.#discovered.at > discoveryMs) {
      const discovered = { at: now, configuration: this.#fetchConfiguration() };
      this.#discovered = discovered;
      discovered.configuration.catch(() => {
        if (this.#discovered === discovered) this.#discovered = undefined;
      });
    }
    return this.#discovered.configuration;
  }

  async #fetchConfiguration(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#options;
    const isPlain = issuer.startsWith("http://");
    const configuration = await client
      .discovery(
        new URL(issuer),
        clientId,
        { [client.clockTolerance]: skewSeconds },
        clientSecret === "" ? client.None() : client.ClientSecretPost(clientSecret),
        {
          [client.customFetch]: this.#fetch,
          timeout: timeoutMs / 1_000,
          // The library trusts TLS for the tokens that it fetches, unless it is told to check their signatures as well.
          execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
        },
      )
      .catch((error: unknown) => {
        const published = publishedIssuer(error);
        if (published !== undefined) throw wrongIssuer(issuer, published);
        return toOidcError(error);
      });
    const published = configuration.serverMetadata().issuer;
    // The library compares addresses, which are the same with and without a final slash after the host.
    if (published !== issuer) throw wrongIssuer(issuer, published);
    return configuration;
  }

  /** Some providers put what they know into the ID token, others answer it when asked. Undefined if it cannot be asked. */
  async #userInfo(configuration: client.Configuration, token: string, subject: string) {
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return undefined;
    return client.fetchUserInfo(configuration, token, subject).catch(toOidcError);
  }
}

function toRefreshError(error: unknown): never {
  if (error instanceof client.ResponseBodyError && error.error === "invalid_grant")
    throw new OidcError("ended", "the provider gives no more tokens", error);
  return toOidcError(error);
}

function wrongIssuer(configured: string, published: string): OidcError {
  return new OidcError(
    "wrong-issuer",
    `the issuer is configured as ${JSON.stringify(configured)}, and the provider calls itself ${JSON.stringify(published)}: both have to be equal, to the last character`,
  );
}

function publishedIssuer(error: unknown): string | undefined {
  const cause =
    error instanceof Error ? (error.cause as { body?: { issuer?: unknown } } | undefined) : undefined;
  const issuer = cause?.body?.issuer;
  return typeof issuer === "string" ? issuer : undefined;
}
