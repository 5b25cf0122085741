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
  /** Undefined for bots. */
  readonly session: { readonly id: string; readonly lastSeen: number } | undefined;
  /** Whether the snapshot behind Ready contains a commit. */
  includes(commit: string): boolean;
}

export interface HandshakeParts {
  readonly store: Store;
  readonly services: Services;
  /** Publishes the announcements that other processes have left in the outbox. */
  readonly relay: () => Promise<unknown>;
  /** What the domains declare for Ready. */
  readonly readyParts: readonly ReadyPart[];
  readonly between: BetweenSteps;
}

/**
 * Finds the caller of a token and loads Ready, all in one snapshot. When it resolves, every commit in the snapshot has
 * been announced, so that each later announcement is about a commit that the snapshot does not contain.
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
    return { ...ready, session, hasOutbox: await hasOutboxRows(db) };
  });
  if (typeof result === "string") return result;
  if (result.hasOutbox) await relay();
  await between("gathered");
  return { ...result, includes };
}

async function findCaller(
  db: Reader,
  digest: string,
): Promise<(Omit<ReadyRequest, "selection"> & Pick<HandshakeResult, "session">) | HandshakeError> {
  const principal = await findSessionByDigest(db, digest);
  if (!principal) {
    const bot = await findBotByDigest(db, digest);
    return bot ? { userId: bot.id, bot: true, session: undefined } : "InvalidSession";
  }
  if (!principal.onboardedAs) return "OnboardingNotFinished";
  const session = { id: principal.sessionId, lastSeen: principal.lastSeen };
  return { userId: principal.userId, bot: false, session };
}

async function hasOutboxRows(db: Reader): Promise<boolean> {
  const row = await db.sql<SystemTables>().selectFrom("outbox").select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}
