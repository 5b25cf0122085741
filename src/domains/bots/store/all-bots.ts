import type { ListPage } from "../../../declare/page.ts";
import { containsText } from "../../../platform/database/contains-text.ts";
import type { Reader } from "../../../store/tx.ts";
import type { UsersTables } from "../../users/index.ts";
import type { BotsTables } from "../tables.ts";

/** A page of all bots, or of those with a text in their name or with this id or owner; in the order of their ids. */
export function listBotsAfter(db: Reader, { limit, after = "" }: ListPage, text?: string) {
  let query = db
    .sql<BotsTables & UsersTables>()
    .selectFrom("bots")
    .innerJoin("users as bot", "bot.id", "bots.id")
    .innerJoin("users as owner", "owner.id", "bots.owner_id")
    .select([
      "bots.id",
      "bots.public",
      "bots.owner_id",
      "bot.username",
      "bot.discriminator",
      "owner.username as owner_username",
      "owner.discriminator as owner_discriminator",
    ])
    .where("bots.id", ">", after);
  if (text !== undefined)
    query = query.where(({ or, eb }) =>
      or([containsText("bot.username_key", text), eb("bots.id", "=", text), eb("bots.owner_id", "=", text)]),
    );
  return query.orderBy("bots.id").limit(limit).execute();
}
