import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { Reader } from "../declare/tx.ts";
import { newLruCache } from "../platform/cache/lru-cache.ts";
import { prepare } from "../platform/database/prepared.ts";
import type { SystemTables } from "../store/system-tables.ts";

/** How many accounts the worker remembers, and how many it chooses among. */
const maxRemembered = 10_000;
const maxConsidered = 1_000;

interface TurnRequest {
  readonly name: string;
  readonly now: number;
  readonly limit: number;
}

/** The oldest due job of each account that has none running. */
const firstOfEach = prepare((db: Kysely<SystemTables>, name: string, now: number) => {
  const ranked = db
    .selectFrom("jobs")
    .select(["id", "on_behalf_of", "run_at"])
    .select(
      sql<number>`row_number() over (partition by coalesce(on_behalf_of, id) order by run_at, id)`.as(
        "place",
      ),
    )
    .where("failed", "=", 0)
    .where("name", "=", name)
    .where("run_at", "<=", now)
    .where("leased_until", "<=", now)
    .where((eb) => noneRuns(eb, now));
  return db
    .selectFrom(ranked.as("ranked"))
    .select(["id", "on_behalf_of"])
    .where("place", "=", 1)
    .orderBy("run_at")
    .limit(maxConsidered);
});

/**
 * Decides which account is next among the jobs of a name that run on behalf of accounts: the one whose last turn was
 * longest ago. So an account waits for one job of each other account at most, however many these have enqueued.
 */
export class JobTurns {
  readonly #lastTurns = newLruCache<number>(maxRemembered);
  #turns = 0;

  /** The ids of the next jobs: the oldest job of each account that has none running. */
  async findDue(db: Reader, { name, now, limit }: TurnRequest): Promise<string[]> {
    const first = await db.all(firstOfEach, name, now);
    const lastTurnOf = (account: string | null) => this.#lastTurns.get(account ?? "") ?? 0;
    return first
      .sort((one, other) => lastTurnOf(one.on_behalf_of) - lastTurnOf(other.on_behalf_of))
      .slice(0, limit)
      .map(({ id }) => id);
  }

  recordTurn(account: string | null): void {
    if (account !== null) this.#lastTurns.set(account, ++this.#turns);
  }
}

/** Whether no other job of this name runs on behalf of the same account. */
export function noneRuns(eb: ExpressionBuilder<SystemTables, "jobs">, now: number) {
  return eb.not(
    eb.exists(
      eb
        .selectFrom("jobs as running")
        .select("running.id")
        .whereRef("running.name", "=", "jobs.name")
        .whereRef("running.on_behalf_of", "=", "jobs.on_behalf_of")
        .where("running.leased_until", ">", now)
        .where("running.failed", "=", 0),
    ),
  );
}
