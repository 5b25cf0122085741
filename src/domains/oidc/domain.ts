import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { provide } from "../../declare/query-provider.ts";
import { AccountPurged, SignInsOf, SignInsRevoked, TicketExchanged } from "../accounts/index.ts";
import { CountBoundToSecrets, personalRows, SecretsReplaced } from "../operators/index.ts";
import { UserCreated } from "../users/index.ts";
import { announceIdentities } from "./actions/announce-identity.ts";
import { grantToUser } from "./actions/apply-grants.ts";
import { listSignIns, revokeIdentities } from "./actions/identities.ts";
import { identityCommands } from "./commands/identities.ts";
import { backchannelLogoutEndpoint } from "./endpoints/backchannel-logout.ts";
import { callbackEndpoint } from "./endpoints/callback.ts";
import { startEndpoint } from "./endpoints/start.ts";
import { deleteExpiredFlowsJob, planRefreshesJob, refreshBatchJob } from "./jobs.ts";
import { oidcProviders } from "./resources.ts";
import * as routes from "./routes/index.ts";
import { deleteFlowsOf } from "./store/flows.ts";
import { deleteIdentitiesOf, listIdentities } from "./store/identities.ts";
import { deleteLinksOf } from "./store/pending-links.ts";
import { attachSession, countRefreshTokens, dropRefreshTokens } from "./store/provider-sessions.ts";

/** Signing in with identity providers, and the identities of accounts. */
export const oidc: Domain = {
  name: "oidc",
  routes: Object.values(routes),
  endpoints: [startEndpoint, callbackEndpoint, backchannelLogoutEndpoint],
  jobs: [deleteExpiredFlowsJob, planRefreshesJob, refreshBatchJob],
  resources: [oidcProviders],
  commands: identityCommands,
  hooks: [
    on(AccountPurged, async (tx, { userId }) => {
      await deleteIdentitiesOf(tx, userId);
      await deleteFlowsOf(tx, userId);
      await deleteLinksOf(tx, userId);
    }),
    on(TicketExchanged, attachSession),
    on(SignInsRevoked, revokeIdentities),
    on(UserCreated, async (tx, { user }) => {
      await grantToUser(tx, user.id);
      await announceIdentities(tx, user.id);
    }),
    on(SecretsReplaced, dropRefreshTokens),
  ],
  providers: [
    provide(SignInsOf, (db, { accountId }) => listSignIns(db, accountId)),
    provide(CountBoundToSecrets, countRefreshTokens),
    personalRows("identities.json", async (db, userId) =>
      (await listIdentities(db, userId)).map(
        ({ issuer, subject, label, created_at, last_used_at, grants }) => ({
          issuer,
          subject,
          label,
          created_at,
          last_used_at,
          grants,
        }),
      ),
    ),
  ],
};
