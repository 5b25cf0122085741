import type { JobContext } from "../../../declare/job.ts";
import { OidcError } from "../../../platform/oidc/oidc-error.ts";
import { type ConfiguredProvider, findProvider } from "../resources.ts";
import { findIdentityById } from "../store/identities.ts";
import { findProviderSession, postponeRefreshes, updateProviderSession } from "../store/provider-sessions.ts";
import type { IdentityRow, ProviderSessionRow } from "../tables.ts";
import { takeGroups } from "./apply-grants.ts";
import { endProviderSession, refreshIntervalMs, refreshPurpose } from "./provider-sessions.ts";

/** When others may try, if this server dies meanwhile. */
const claimMs = 90_000;
const maxPauseMs = 5 * 60_000;

interface RefreshBatch {
  readonly provider: string;
  readonly ids: readonly string[];
  /** When they were due: whoever finds them due at another time has a batch that somebody else has begun. */
  readonly dueAt: number;
}

/** Asks a provider about the people behind some sessions. A refresh token may work once, so no two batches use it. */
export async function refreshSessions(context: JobContext, batch: RefreshBatch): Promise<void> {
  const { services, read, write } = context;
  const provider = findProvider(services, batch.provider);
  if (!provider) return;
  const claim = { until: services.clock.now() + claimMs, dueAt: batch.dueAt };
  const claimed = await write((tx) => postponeRefreshes(tx, batch.ids, claim));
  const failures = await Promise.all(
    claimed.map(async (session) => {
      const identity = await read((db) => findIdentityById(db, session.identity_id));
      return identity && refreshSession(context, provider, { session, identity });
    }),
  );
  const [reason] = failures.filter((failure) => failure !== undefined);
  if (reason !== undefined)
    services.log.warn({ provider: batch.provider, reason }, "a provider cannot be asked about sessions");
}

/** Returns why the provider could not be asked. Roles and the session then stay, and it is asked again later. */
async function refreshSession(
  { services: { clock, vault }, write }: JobContext,
  { client, keys }: ConfiguredProvider,
  { session, identity }: { session: ProviderSessionRow; identity: IdentityRow },
): Promise<string | undefined> {
  const { id, refresh_token_sealed: sealed } = session;
  if (sealed === null) return undefined;
  const token = vault.open(sealed, refreshPurpose(id));
  try {
    const refreshed = await client.refresh(token, identity.subject);
    await write(async (tx) => {
      const current = await findIdentityById(tx, identity.id);
      if (!current || !(await findProviderSession(tx, id))) return;
      await updateProviderSession(tx, id, {
        refresh_at: clock.now() + refreshIntervalMs,
        failures: 0,
        ...(refreshed.refreshToken !== token && {
          refresh_token_sealed: vault.seal(refreshed.refreshToken, refreshPurpose(id)),
        }),
      });
      await takeGroups(tx, current, { keys, claims: refreshed.claims, isReported: false });
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    const hasEnded = error.reason === "ended";
    await write(async (tx) => {
      const current = await findProviderSession(tx, id);
      if (!current) return;
      if (hasEnded && current.refresh_token_sealed === sealed)
        return endProviderSession(tx, current, identity.account_id);
      const failures = current.failures + 1;
      const pauseMs = Math.min(refreshIntervalMs * 2 ** failures, maxPauseMs);
      await updateProviderSession(tx, id, { refresh_at: clock.now() + pauseMs, failures });
    });
    return hasEnded ? undefined : error.message;
  }
}
