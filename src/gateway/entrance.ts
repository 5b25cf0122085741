import type { Services } from "../declare/services.ts";
import type { Reader } from "../declare/tx.ts";
import { findSessionByDigest } from "../domains/users/index.ts";
import type { FrameTables } from "../platform/database/frame-tables.ts";
import type { Store } from "../platform/database/store.ts";
import { digestToken } from "../platform/secrets/vault.ts";
import type { ReadySelection } from "./connect-query.ts";
import { type Between, type Gathered, gatherReady } from "./ready.ts";

export type Refusal = "InvalidSession" | "OnboardingNotFinished";

export interface Admitted extends Gathered {
  readonly sessionId: string;
  readonly lastSeen: number;
  /** Whether Ready holds what this commit did. */
  includes(commit: string): boolean;
}

export interface EntranceParts {
  readonly store: Store;
  readonly services: Services;
  /** Publishes what other processes have left to be told. */
  readonly relay: () => Promise<unknown>;
  readonly between: Between;
}

/**
 * Finds out who a token belongs to and what they see, all in one snapshot. When it resolves, everything that
 * the snapshot holds has been announced: what is announced from then on is news to its reader.
 */
export async function enter(
  { store, relay, between }: EntranceParts,
  token: string,
  wants: ReadySelection,
): Promise<Admitted | Refusal> {
  const { result, includes } = await store.snapshot(async (db) => {
    await between("snapshot");
    const session = await findSessionByDigest(db, digestToken(token));
    if (!session) return "InvalidSession";
    if (!session.onboardedAs) return "OnboardingNotFinished";
    const gathered = await gatherReady(db, { userId: session.userId, bot: false }, { wants, between });
    const { sessionId, lastSeen } = session;
    return { ...gathered, sessionId, lastSeen, untold: await hasUntold(db) };
  });
  if (typeof result === "string") return result;
  if (result.untold) await relay();
  await between("gathered");
  return { ...result, includes };
}

async function hasUntold(db: Reader): Promise<boolean> {
  const row = await db.sql<FrameTables>().selectFrom("outbox").select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}
