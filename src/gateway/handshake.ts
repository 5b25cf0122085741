import type { ReadyPart, ReadySelection } from "../declare/ready.ts";
import { findBotByDigest } from "../domains/bots/index.ts";
import { findSessionByDigest } from "../domains/users/index.ts";
import { digestToken } from "../platform/secrets/vault.ts";
import type { Services } from "../store/services.ts";
import type { Store } from "../store/store.ts";
import type { SystemTables } from "../store/system-tables.ts";
import type { Reader } from "../store/tx.ts";
import { type BetweenSteps, loadReady, type ReadyData, type ReadyRequest } from "./ready.ts";

export type HandshakeError = "InvalidSession" | "OnboardingNotFinished";

export interface HandshakeResult extends ReadyData {
  /** Bots have none. */
  readonly session: { readonly id: string; readonly lastSeen: number } | undefined;
  /** Whether Ready holds what this commit did. */
  includes(commit: string): boolean;
}

export interface HandshakeParts {
  readonly store: Store;
  readonly services: Services;
  /** Publishes what other processes have left to be told. */
  readonly relay: () => Promise<unknown>;
  /** What the domains declare for Ready. */
  readonly readyParts: readonly ReadyPart[];
  readonly between: BetweenSteps;
}

/**
 * Finds out who a token belongs to and what they see, all in one snapshot. When it resolves, everything that
 * the snapshot holds has been announced: what is announced from then on is news to its reader.
 */
export async function performHandshake(
  { store, relay, readyParts: parts, between }: HandshakeParts,
  token: string,
  selection: ReadySelection,
): Promise<HandshakeResult | HandshakeError> {
  const { result, includes } = await store.snapshot(async (db) => {
    await between("snapshot");
    const caller = await findCaller(db, digestToken(token));
    if (typeof caller === "string") return caller;
    const { session, ...identity } = caller;
    const ready = await loadReady(db, { ...identity, selection }, { parts, between });
    return { ...ready, session, untold: await hasUntold(db) };
  });
  if (typeof result === "string") return result;
  if (result.untold) await relay();
  await between("gathered");
  return { ...result, includes };
}

async function findCaller(
  db: Reader,
  digest: string,
): Promise<(Omit<ReadyRequest, "selection"> & Pick<HandshakeResult, "session">) | HandshakeError> {
  const found = await findSessionByDigest(db, digest);
  if (!found) {
    const bot = await findBotByDigest(db, digest);
    return bot ? { userId: bot.id, bot: true, session: undefined } : "InvalidSession";
  }
  if (!found.onboardedAs) return "OnboardingNotFinished";
  const session = { id: found.sessionId, lastSeen: found.lastSeen };
  return { userId: found.userId, bot: false, session };
}

async function hasUntold(db: Reader): Promise<boolean> {
  const row = await db.sql<SystemTables>().selectFrom("outbox").select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}
