import type { Kysely } from "kysely";
import type { ReadyPart } from "../declare/ready.ts";
import type { Services } from "../declare/services.ts";
import type { Reader } from "../declare/tx.ts";
import { findBotByDigest } from "../domains/bots/index.ts";
import { findSessionByDigest } from "../domains/users/index.ts";
import type { Bus } from "../platform/bus/port.ts";
import { prepare } from "../platform/database/prepared.ts";
import type { Store } from "../store/store.ts";
import type { SystemTables } from "../store/system-tables.ts";
import { type BetweenSteps, loadReady, type ReadyData, type ReadyRequest } from "./ready.ts";

export type HandshakeError = "InvalidSession" | "OnboardingNotFinished";

/** The user behind a token. */
export interface StreamCaller {
  readonly userId: string;
  readonly bot: boolean;
  /** Undefined for bots. */
  readonly session: { readonly id: string; readonly lastSeen: number } | undefined;
}

export interface HandshakeResult extends ReadyData, Pick<StreamCaller, "session"> {
  /** The state behind Ready includes the commits up to this position. */
  readonly position: number;
}

/** The results by the digests of the tokens. */
export type HandshakeResults = ReadonlyMap<string, HandshakeResult | HandshakeError>;

export interface HandshakeDependencies {
  readonly store: Store;
  readonly services: Services;
  readonly bus: Bus;
  /** Publishes the announcements that other processes have left in the outbox. */
  readonly relay: () => Promise<unknown>;
  /** What the domains declare for Ready. */
  readonly readyParts: readonly ReadyPart[];
  readonly between: BetweenSteps | undefined;
}

/**
 * Loads one Ready for all these tokens of a user, and looks their callers up again, all in one snapshot. When it
 * resolves, every commit in the snapshot has been announced, so that each later announcement is about a commit that
 * the snapshot does not contain.
 */
export async function performHandshakes(
  { store, services, bus, relay, readyParts: parts, between }: HandshakeDependencies,
  request: ReadyRequest,
  digests: Iterable<string>,
): Promise<HandshakeResults> {
  const task = services.scheduler.start();
  // Before the snapshot, so that one which has not begun takes no connection to the database from the others.
  await task.pause();
  const { result, position } = await store.snapshot(async (db) => {
    if (between) await between("snapshot");
    const callers = new Map<string, StreamCaller | HandshakeError>();
    for (const digest of digests) callers.set(digest, await findCaller(db, digest));
    const isWanted = [...callers.values()].some((caller) => typeof caller !== "string");
    const loaded = isWanted ? await loadReady(db, request, { parts, between, task }) : undefined;
    return { loaded, callers, hasOutbox: await hasOutboxRows(db) };
  });
  await bus.waitFor(position);
  if (result.hasOutbox) await relay();
  if (between) await between("gathered");
  const ready = await result.loaded?.encode();
  return mapValues(result.callers, (caller) => {
    if (typeof caller === "string") return caller;
    return ready ? { ...ready, session: caller.session, position } : "InvalidSession";
  });
}

function mapValues<V, W>(values: ReadonlyMap<string, V>, convert: (value: V) => W): Map<string, W> {
  return new Map([...values].map(([key, value]) => [key, convert(value)]));
}

export async function findCaller(db: Reader, digest: string): Promise<StreamCaller | HandshakeError> {
  const principal = await findSessionByDigest(db, digest);
  if (!principal) {
    const bot = await findBotByDigest(db, digest);
    return bot ? { userId: bot.id, bot: true, session: undefined } : "InvalidSession";
  }
  if (!principal.onboardedAs) return "OnboardingNotFinished";
  const session = { id: principal.sessionId, lastSeen: principal.lastSeen };
  return { userId: principal.userId, bot: false, session };
}

const anyOutboxRow = prepare((db: Kysely<SystemTables>) => db.selectFrom("outbox").select("id").limit(1));

async function hasOutboxRows(db: Reader): Promise<boolean> {
  if (db.dialect === "postgres") return false;
  return (await db.one(anyOutboxRow)) !== undefined;
}
