import { randomToken } from "../../../platform/ids/ids.ts";
import { OidcError } from "../../../platform/oidc/oidc-error.ts";
import type { ProvenIdentity } from "../../../platform/oidc/openid-provider.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import { createTicket, hasSecondFactor, requireAccount } from "../../accounts/index.ts";
import { findProvider, type ProviderKeys } from "../resources.ts";
import { type Claims, readClaims, secondFactorAt } from "../rules/claims.ts";
import { readGrants } from "../rules/groups.ts";
import { SignInError } from "../rules/sign-in-error.ts";
import { takeFlow } from "../store/flows.ts";
import { findIdentity, touchIdentity } from "../store/identities.ts";
import { insertPendingLink } from "../store/pending-links.ts";
import type { FlowRow } from "../tables.ts";
import { takeGroups } from "./apply-grants.ts";
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
      throw new SignInError(problemOf(error), error);
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
    ? keepLink(steps, flow, { keys: provider.keys, proven, claims })
    : confirm(steps, flow, { keys: provider.keys, proven, claims });
}

const problemOf = ({ reason }: OidcError) => {
  if (reason === "wrong-issuer") return "unreachable";
  return reason === "ended" ? "invalid" : reason;
};

/** Who has come back, from where. */
interface Proof {
  readonly keys: ProviderKeys;
  readonly proven: ProvenIdentity;
  readonly claims: Claims;
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
  { keys, proven, claims: { label } }: Proof,
): Promise<FlowEnd> {
  const token = randomToken(64);
  const link = {
    token_digest: digestToken(token),
    account_id: account_id ?? "",
    issuer: proven.issuer,
    subject: proven.subject,
    label,
    grants: JSON.stringify(readGrants(proven.claims, keys)),
  };
  await write((tx) => insertPendingLink(tx, { ...link, created_at: services.clock.now() }));
  return { link: token };
}

/**
 * A ticket for one sensitive action, as a password would give. Whoever has a second factor proves that one, here or at a
 * provider that is trusted with it.
 */
async function confirm(
  { write }: SignInSteps,
  { account_id }: FlowRow,
  { keys, proven, claims }: Proof,
): Promise<FlowEnd> {
  return write(async (tx) => {
    const identity = await findIdentity(tx, proven);
    if (!identity || identity.account_id !== account_id) throw new SignInError("other-account");
    const provedAt = secondFactorAt(claims, keys, tx.services.clock.now());
    if (hasSecondFactor(await requireAccount(tx, account_id)) && provedAt === undefined)
      throw new SignInError("second-factor-needed");
    await touchIdentity(tx, identity.id, claims.label);
    await takeGroups(tx, identity, { keys, claims: proven.claims, isReported: true });
    const kind = { validated: true, secondFactorAt: provedAt };
    const { token } = await createTicket(tx, identity.account_id, kind);
    return { confirmation: token };
  });
}
