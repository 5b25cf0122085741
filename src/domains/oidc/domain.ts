import Type from "typebox";
import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { job } from "../../declare/job.ts";
import { provide } from "../../declare/query-provider.ts";
import { AccountPurged } from "../accounts/index.ts";
import { PersonalDataOf, personalRows } from "../operators/index.ts";
import { callbackEndpoint } from "./endpoints/callback.ts";
import { startEndpoint } from "./endpoints/start.ts";
import { oidcProviders } from "./resources.ts";
import { acceptLinkRoute } from "./routes/accept-link.ts";
import { beginConfirmationRoute } from "./routes/begin-confirmation.ts";
import { beginLinkRoute } from "./routes/begin-link.ts";
import { fetchIdentitiesRoute } from "./routes/fetch-identities.ts";
import { unlinkRoute } from "./routes/unlink.ts";
import { deleteExpiredFlows, deleteFlowsOf } from "./store/flows.ts";
import { deleteIdentitiesOf, listIdentities } from "./store/identities.ts";
import { deleteExpiredLinks } from "./store/pending-links.ts";

const hour = 3_600_000;

const deleteExpiredFlowsJob = job({
  name: "sweep_sign_ins",
  doc: "Removes sign-ins with providers that nobody has finished in time.",
  attempts: 1,
  everyMs: hour,
  payload: Type.Null(),
  async run({ write }) {
    await write(async (tx) => {
      await deleteExpiredFlows(tx);
      await deleteExpiredLinks(tx);
    });
  },
});

export const oidc: Domain = {
  name: "oidc",
  routes: [beginLinkRoute, beginConfirmationRoute, fetchIdentitiesRoute, acceptLinkRoute, unlinkRoute],
  endpoints: [startEndpoint, callbackEndpoint],
  jobs: [deleteExpiredFlowsJob],
  resources: [oidcProviders],
  hooks: [
    on(AccountPurged, async (tx, { userId }) => {
      await deleteIdentitiesOf(tx, userId);
      await deleteFlowsOf(tx, userId);
    }),
  ],
  providers: [
    provide(
      PersonalDataOf,
      personalRows("identities.json", async (db, userId) =>
        (await listIdentities(db, userId)).map(({ issuer, subject, label, created_at, last_used_at }) => ({
          issuer,
          subject,
          label,
          created_at,
          last_used_at,
        })),
      ),
    ),
  ],
};
