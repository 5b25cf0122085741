import Type from "typebox";
import { job } from "../../declare/job.ts";
import { asksForRefreshTokens } from "../../platform/oidc/openid-provider.ts";
import { refreshSessions } from "./actions/refresh-sessions.ts";
import { oidcProviders } from "./resources.ts";
import { deleteExpiredFlows } from "./store/flows.ts";
import { deleteExpiredLogoutTokens } from "./store/logout-tokens.ts";
import { deleteExpiredLinks } from "./store/pending-links.ts";
import { deleteUnusedProviderSessions, listDue, postponeRefreshes } from "./store/provider-sessions.ts";

const hour = 3_600_000;
const planMs = 10_000;
/** After this time a batch that nobody has begun is due again. */
const claimMs = 60_000;
const batchSize = 10;

export const deleteExpiredFlowsJob = job({
  name: "sweep_sign_ins",
  doc: "Removes sign-ins with providers that nobody has finished in time, and logout tokens that have expired.",
  attempts: 1,
  everyMs: hour,
  payload: Type.Null(),
  async run({ write }) {
    await write(async (tx) => {
      await deleteExpiredFlows(tx);
      await deleteExpiredLinks(tx);
      await deleteUnusedProviderSessions(tx);
      await deleteExpiredLogoutTokens(tx);
    });
  },
});

/** In batches, which any node may take. */
export const refreshBatchJob = job({
  name: "refresh_provider_sessions",
  doc: "Asks a provider whether the people behind some sessions are still known, and in which groups they are.",
  attempts: 1,
  parallel: 2,
  payload: Type.Object({
    provider: Type.String(),
    ids: Type.Array(Type.String()),
    dueAt: Type.Integer(),
  }),
  run: refreshSessions,
});

export const planRefreshesJob = job({
  name: "plan_provider_refreshes",
  doc: "Finds the sessions about which providers are to be asked again.",
  attempts: 1,
  everyMs: planMs,
  isNeeded: ({ oidc }) => oidc.providers.some(({ scopes }) => asksForRefreshTokens(scopes)),
  payload: Type.Null(),
  async run({ services, read, write }) {
    for (const [provider, { keys, client }] of services.resources.get(oidcProviders)) {
      if (!client.mayRefresh) continue;
      const now = services.clock.now();
      const limit = (keys.refreshes_per_second * planMs) / 1_000;
      const due = (await read((db) => listDue(db, { provider, now, limit }))).map(({ id }) => id);
      const dueAt = now + claimMs;
      for (let at = 0; at < due.length; at += batchSize) {
        const ids = due.slice(at, at + batchSize);
        await write(async (tx) => {
          // A late batch may have begun with some of them since.
          const planned = await postponeRefreshes(tx, ids, { until: dueAt, due: ["<=", now] });
          await tx.enqueue(refreshBatchJob, { provider, ids: planned.map(({ id }) => id), dueAt });
        });
      }
    }
  },
});
