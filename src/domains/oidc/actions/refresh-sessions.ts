import type { JobContext } from "../../../declare/job.ts";
import type { Services } from "../../../declare/services.ts";
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
  const until = services.clock.now() + claimMs;
  const claimed = await write((tx) => postponeRefreshes(tx, batch.ids, { until, due: ["=", batch.dueAt] }));
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
  { services, write }: JobContext,
  { client, keys }: ConfiguredProvider,
  { session, identity }: { session: ProviderSessionRow; identity: IdentityRow },
): Promise<string | undefined> {
  const { clock, log, vault } = services;
  const { id, refresh_token_sealed: sealed } = session;
  if (sealed === null) return undefined;
  const token = openToken(services, id, sealed);
  if (token === undefined) {
    log.warn(
      { provider: keys.id, session: id },
      "the session of a provider began at another host, and is ended",
    );
    await write((tx) => endProviderSession(tx, session, identity.account_id));
    return undefined;
  }
  const { refreshToken, claims, problem } = await client.refresh(token, identity.subject);
  const hasEnded = problem?.reason === "ended";
  await write(async (tx) => {
    const owner = await findIdentityById(tx, identity.id);
    const current = await findProviderSession(tx, id);
    if (!owner || !current) return;
    if (hasEnded && current.refresh_token_sealed === sealed)
      return endProviderSession(tx, current, owner.account_id);
    const failures = problem ? current.failures + 1 : 0;
    const pauseMs = Math.min(refreshIntervalMs * 2 ** failures, maxPauseMs);
    await updateProviderSession(tx, id, {
      refresh_at: clock.now() + pauseMs,
      failures,
      ...(refreshToken !== undefined && {
        refresh_token_sealed: vault.seal(refreshToken, refreshPurpose(services, id)),
      }),
    });
    if (claims) await takeGroups(tx, owner, { keys, claims, isReported: false });
  });
  return hasEnded ? undefined : problem?.message;
}

function openToken(services: Services, id: string, sealed: string): string | undefined {
  try {
    return services.vault.open(sealed, refreshPurpose(services, id));
  } catch {
    return undefined;
  }
}
