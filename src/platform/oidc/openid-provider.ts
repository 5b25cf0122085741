import * as client from "openid-client";
import { OutboundError, type OutboundFetch } from "../outbound/port.ts";

/** What a provider's documents and replies may take. */
const maxBytes = 262_144;
const timeoutMs = 10_000;
/** Providers move their endpoints rarely. Their keys are cached for less, and fetched again for an unknown one. */
const discoveryMs = 3_600_000;
/** How far the clock of a provider may be off. */
const skewSeconds = 60;

interface ProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
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
}

/** `refused`: the provider, or the person there, said no. `invalid`: a reply is forged, replayed, stale or broken. */
type OidcFailure = "unreachable" | "wrong-issuer" | "refused" | "invalid";

export class OidcError extends Error {
  override readonly name = "OidcError";
  readonly reason: OidcFailure;

  constructor(reason: OidcFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

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
  #discovered: { readonly at: number; readonly configuration: Promise<client.Configuration> } | undefined;

  constructor(options: ProviderOptions, dependencies: { fetch: OutboundFetch; now: () => number }) {
    this.#options = options;
    this.#fetch = fetchFor(dependencies.fetch);
    this.#now = dependencies.now;
  }

  /** Where the browser goes to prove who is there. */
  async authorize({ redirectUri, state, nonce, verifier, isFresh }: Authorization): Promise<string> {
    const configuration = await this.discover();
    const code_challenge = await client.calculatePKCECodeChallenge(verifier);
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.#options.scopes.join(" "),
      state,
      nonce,
      code_challenge,
      code_challenge_method: "S256",
      ...(isFresh && { prompt: "login", max_age: "0" }),
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
    const more = await this.#userInfo(configuration, tokens.access_token, claims.sub);
    return { issuer: claims.iss, subject: claims.sub, claims: { ...more, ...claims } };
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

  /** Some providers put what they know into the ID token, others answer it when asked. */
  async #userInfo(configuration: client.Configuration, token: string, subject: string): Promise<object> {
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
    return client.fetchUserInfo(configuration, token, subject).catch(toOidcError);
  }
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

function toOidcError(error: unknown): never {
  if (error instanceof OidcError) throw error;
  if (error instanceof client.AuthorizationResponseError)
    throw new OidcError("refused", `the provider answered ${error.error}`, error);
  const network = networkErrorOf(error);
  if (network)
    throw new OidcError("unreachable", `the provider cannot be reached: ${network.message}`, error);
  const message = error instanceof Error ? error.message : String(error);
  throw new OidcError("invalid", `the provider's reply cannot be used: ${message}`, error);
}

function networkErrorOf(error: unknown): OutboundError | undefined {
  if (error instanceof OutboundError) return error;
  return error instanceof Error ? networkErrorOf(error.cause) : undefined;
}

/** The guarded fetch in the form that the library needs. */
function fetchFor(outbound: OutboundFetch): client.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    if (method !== "GET" && method !== "POST") throw new Error(`no request of a login is a ${method}`);
    const content = body === undefined || body === null ? {} : { body: String(body) };
    try {
      const answer = await outbound(url, {
        method,
        headers,
        ...content,
        maxBytes,
        timeoutMs,
        requester: "oidc",
        ...(signal && { signal }),
      });
      const { status, contentType } = answer;
      return new Response(answer.body, {
        status,
        headers: contentType ? { "content-type": contentType } : {},
      });
    } catch (error) {
      // The library words what a status means.
      if (error instanceof OutboundError && error.status !== undefined)
        return new Response(null, { status: error.status });
      throw error;
    }
  };
}
