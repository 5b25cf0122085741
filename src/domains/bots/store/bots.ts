import type { Kysely } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { BotsTables } from "../tables.ts";

const botByDigest = prepare((db: Kysely<BotsTables>, digest: string) =>
  db.selectFrom("bots").select("id").where("token_digest", "=", digest),
);

/** The bot behind a token. Asked for on each of its calls. */
export function findBotByDigest(db: Reader, digest: string) {
  return db.one(botByDigest, digest);
}
