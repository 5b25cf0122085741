import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { provide } from "../../declare/query-provider.ts";
import { CountBoundToSecrets, DeletedWith, personalRows, SecretsReplaced } from "../operators/index.ts";
import { onUserEnd } from "../users/index.ts";
import { deleteBotsOf } from "./actions/own-bots.ts";
import * as routes from "./routes/index.ts";
import { countTokens, forgetTokens, listBots } from "./store/bots.ts";
import type { BotsTables } from "./tables.ts";

/** Bots and their tokens. */
export const bots: Domain = {
  name: "bots",
  routes: Object.values(routes),
  hooks: [...onUserEnd(deleteBotsOf), on(SecretsReplaced, forgetTokens)],
  providers: [
    provide(DeletedWith, async (db, target) => {
      const bots = "userId" in target ? await listBots(db, target.userId) : [];
      return [{ what: "bots", count: bots.length, names: bots.map(({ id }) => id) }];
    }),
    provide(CountBoundToSecrets, countTokens),
    personalRows("bots.json", async (db, userId) => {
      const bots = db.sql<BotsTables>().selectFrom("bots").selectAll().where("owner_id", "=", userId);
      return (await bots.execute()).map(({ token: _token, token_digest: _digest, ...bot }) => bot);
    }),
  ],
};
