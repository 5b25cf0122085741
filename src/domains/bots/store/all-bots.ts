import type { ListPage } from "../../../declare/page.ts";
import type { Reader } from "../../../declare/tx.ts";
import { containsText } from "../../../platform/database/contains-text.ts";
import { searchInSlices } from "../../../platform/database/search-in-slices.ts";
import type { UsersTables } from "../../users/index.ts";
import type { BotsTables } from "../tables.ts";

/** A page of all bots with their owners, in the order of their ids. */
export function listBotsAfter(db: Reader, { limit, after = "" }: ListPage) {
  return selectBots(db).where("bots.id", ">", after).orderBy("bots.id").limit(limit).execute();
}

/** The same for those whose name contains a text, or that have this id or owner. */
export function searchBots(db: Reader, { limit, after = "" }: ListPage, text: string) {
  return searchInSlices(db, { table: "bots", limit, after }, (slice) => {
    let query = selectBots(db)
      .where("bots.id", ">", slice.after)
      .where(({ or, eb }) =>
        or([
          containsText("bot.username_key", text),
          eb("bots.id", "=", text),
          eb("bots.owner_id", "=", text),
        ]),
      );
    if (slice.upTo !== undefined) query = query.where("bots.id", "<=", slice.upTo);
    return query.orderBy("bots.id").limit(slice.limit).execute();
  });
}

function selectBots(db: Reader) {
  return db
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
      "bot.avatar",
      "owner.username as owner_username",
      "owner.discriminator as owner_discriminator",
    ]);
}
