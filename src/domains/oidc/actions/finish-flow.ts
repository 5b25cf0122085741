import { randomToken } from "../../../platform/ids/ids.ts";
import { OidcError, type ProvenIdentity } from "../../../platform/oidc/openid-provider.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import { createTicket } from "../../accounts/index.ts";
import { findProvider } from "../resources.ts";
import { type Claims, readClaims } from "../rules/claims.ts";
import { SignInError } from "../rules/sign-in-error.ts";
import { takeFlow } from "../store/flows.ts";
import { findIdentity, touchIdentity } from "../store/identities.ts";
import { insertPendingLink } from "../store/pending-links.ts";
import type { FlowRow } from "../tables.ts";
import { verifierPurpose } from "./begin-flow.ts";
import { type FlowEnd, type SignInSteps, signIn } from "./sign-in.ts";

interface Return {
  readonly providerId: string;
  /** What the provider has sent along. */
  readonly query: URLSearchParams;
  readonly browserToken: string | undefined;
  readonly address: string;
}

/** Ends a flow with what its provider says. Throws a SignInError. */
export async function finishFlow(steps: SignInSteps, returned: Return): Promise<FlowEnd> {
  const { services, write } = steps;
  const { providerId, query } = returned;
  const state = query.get("state") ?? "";
  const provider = findProvider(services, providerId);
  // Whatever follows, the state has been used.
  const flow = await write((tx) => takeFlow(tx, digestToken(state)));
  if (!provider || !flow || flow.provider !== providerId || !isOfBrowser(flow, returned))
    throw new SignInError("expired");
  const proven = await provider.client
    .finish(new URL(`${flow.redirect_uri}?${query}`), {
      redirectUri: flow.redirect_uri,
      state,
      nonce: flow.nonce,
      verifier: services.vault.open(flow.verifier_sealed, verifierPurpose),
      isFresh: flow.purpose === "confirm",
    })
    .catch((error: unknown) => {
      if (!(error instanceof OidcError)) throw error;
      services.log.warn({ provider: providerId, reason: error.message }, "a sign-in with a provider failed");
      throw new SignInError(error.reason === "wrong-issuer" ? "unreachable" : error.reason, error);
    });
  const claims = readClaims(proven.claims, provider.keys.username_claim);
  if (flow.purpose === "login")
    return signIn(steps, {
      keys: provider.keys,
      proven,
      claims,
      invite: flow.invite,
      address: returned.address,
    });
  return flow.purpose === "link"
    ? keepLink(steps, flow, proven, claims)
    : confirm(steps, flow, proven, claims);
}

function isOfBrowser({ browser_digest }: FlowRow, { browserToken }: Return): boolean {
  if (browser_digest === null) return true;
  return browserToken !== undefined && digestToken(browserToken) === browser_digest;
}

/**
 * The browser that came back may be that of somebody else, whom the owner of the account sent to the provider. So the
 * identity is linked only once the account's session presents the token, which only this browser gets.
 */
async function keepLink(
  { services, write }: SignInSteps,
  { account_id }: FlowRow,
  { issuer, subject }: ProvenIdentity,
  { label }: Claims,
): Promise<FlowEnd> {
  const token = randomToken(64);
  const link = { token_digest: digestToken(token), account_id: account_id ?? "", issuer, subject, label };
  await write((tx) => insertPendingLink(tx, { ...link, created_at: services.clock.now() }));
  return { link: token };
}

/** A ticket for one sensitive action, as a password would give. */
async function confirm(
  { write }: SignInSteps,
  { account_id }: FlowRow,
  { issuer, subject }: ProvenIdentity,
  { label }: Claims,
): Promise<FlowEnd> {
  return write(async (tx) => {
    const identity = await findIdentity(tx, { issuer, subject });
    if (!identity || identity.account_id !== account_id) throw new SignInError("other-account");
    await touchIdentity(tx, identity.id, label);
    const { token } = await createTicket(tx, identity.account_id, { validated: true });
    return { confirmation: token };
  });
}
