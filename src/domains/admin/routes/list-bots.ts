import { route } from "../../../declare/route.ts";
import { listBotsAfter, searchBots } from "../../bots/index.ts";
import { AdminBot } from "../model.ts";
import { pageOf, SearchQuery } from "../page-model.ts";
import { readPageQuery } from "../rules/page.ts";
import { botView } from "../rules/views.ts";

export const listBotsRoute = route({
  id: "admin_list_bots",
  method: "GET",
  path: "/admin/bots",
  summary:
    "List bots with their owners, oldest first, or find some by a part of their name, their id or that of their owner. A search reads all bots up to the end of the page.",
  auth: "operator",
  limit: { bucket: "admin" },
  query: SearchQuery,
  reply: pageOf(AdminBot),
  errors: [],
  handle: async ({ query, db }) => {
    const page = readPageQuery(query);
    const rows = await (query.query === undefined
      ? listBotsAfter(db, page)
      : searchBots(db, page, query.query));
    return rows.map(botView);
  },
});
