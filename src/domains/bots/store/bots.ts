import type { Kysely } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { countBoundTo } from "../../operators/index.ts";
import { lostToken } from "../rules/tokens.ts";
import type { BotRow, BotsTables } from "../tables.ts";

const botByDigest = prepare((db: Kysely<BotsTables>, digest: string) =>
  db.selectFrom("bots").select("id").where("token_digest", "=", digest),
);

/** The bot of a token. Runs for every call of a bot. */
export function findBotByDigest(db: Reader, digest: string) {
  return db.one(botByDigest, digest);
}

export function findBot(db: Reader, id: string): Promise<BotRow | undefined> {
  return db.sql<BotsTables>().selectFrom("bots").selectAll().where("id", "=", id).executeTakeFirst();
}

/** In the order of their ids. */
export function listBots(db: Reader, ownerId: string): Promise<BotRow[]> {
  const owned = db.sql<BotsTables>().selectFrom("bots").selectAll().where("owner_id", "=", ownerId);
  return owned.orderBy("id").execute();
}

export async function insertBot(tx: Tx, bot: BotRow): Promise<void> {
  await tx.sql<BotsTables>().insertInto("bots").values(bot).execute();
}

export async function updateBot(tx: Tx, id: string, changes: Partial<BotRow>): Promise<void> {
  await tx.sql<BotsTables>().updateTable("bots").set(changes).where("id", "=", id).execute();
}

/** Returns whether the row existed. */
export async function deleteBotRow(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .sql<BotsTables>()
    .deleteFrom("bots")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export const countTokens = countBoundTo<BotsTables>(
  {
    what: "tokens of bots",
    afterwards: "They keep working, but cannot be shown any more. The owner of a bot can replace its token.",
  },
  (db) => db.selectFrom("bots").where("token", "<>", lostToken),
);

/** Keeps the digests, so that bots that have their token keep working. */
export async function forgetTokens(tx: Tx): Promise<void> {
  await tx.sql<BotsTables>().updateTable("bots").set({ token: lostToken }).execute();
}
