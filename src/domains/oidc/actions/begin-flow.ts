import type { Services } from "../../../declare/services.ts";
import type { Tx } from "../../../declare/tx.ts";
import { randomToken } from "../../../platform/ids/ids.ts";
import { newFlowSecrets } from "../../../platform/oidc/openid-provider.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import { findProvider } from "../resources.ts";
import { type FlowPage, markState } from "../rules/flow-page.ts";
import { insertFlow } from "../store/flows.ts";
import type { FlowPurpose } from "../tables.ts";

/** What a verifier is sealed for. */
export const verifierPurpose = "verifier of a sign-in";

interface FlowContext {
  readonly services: Services;
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

interface FlowRequest {
  readonly providerId: string;
  readonly purpose: FlowPurpose;
  readonly page: FlowPage;
  /** Where the API is, as the client sees it. */
  readonly api: string;
  readonly accountId?: string;
  readonly invite?: string | undefined;
}

interface BegunFlow {
  /** Where the browser proves who is there. */
  readonly url: string;
  /** For a cookie: nobody can be sent into the end of a sign-in that somebody else began. */
  readonly browserToken: string;
}

/** Undefined if there is no such provider. Throws an OidcError if the provider cannot be asked. */
export async function beginFlow(
  { services, write }: FlowContext,
  { providerId, purpose, page, api, accountId, invite }: FlowRequest,
): Promise<BegunFlow | undefined> {
  const provider = findProvider(services, providerId);
  if (!provider) return undefined;
  const { state: random, nonce, verifier } = newFlowSecrets();
  const state = markState(random, page);
  const redirectUri = `${api}/auth/oidc/${providerId}/callback`;
  const isFresh = purpose === "confirm";
  const url = await provider.client.authorize({ redirectUri, state, nonce, verifier, isFresh });
  const browserToken = randomToken(64);
  await write((tx) =>
    insertFlow(tx, {
      state_digest: digestToken(state),
      provider: providerId,
      purpose,
      account_id: accountId ?? null,
      browser_digest: purpose === "login" ? digestToken(browserToken) : null,
      nonce,
      verifier_sealed: services.vault.seal(verifier, verifierPurpose),
      redirect_uri: redirectUri,
      invite: invite ?? null,
      created_at: services.clock.now(),
    }),
  );
  return { url, browserToken };
}
