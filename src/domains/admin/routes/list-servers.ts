import { route } from "../../../declare/route.ts";
import { listServersAfter, searchServers } from "../../members/index.ts";
import { viewServers } from "../actions/view-servers.ts";
import { AdminServer } from "../model.ts";
import { pageOf, SearchQuery } from "../page-model.ts";
import { readPageQuery } from "../rules/page.ts";

export const listServersRoute = route({
  id: "admin_list_servers",
  method: "GET",
  path: "/admin/servers",
  summary:
    "List servers, oldest first, or find some by a part of their name, their id or that of their owner. A search reads all servers up to the end of the page.",
  auth: "operator",
  limit: { bucket: "admin" },
  query: SearchQuery,
  reply: pageOf(AdminServer),
  errors: [],
  handle: async ({ query, db }) => {
    const page = readPageQuery(query);
    const rows = await (query.query === undefined
      ? listServersAfter(db, page)
      : searchServers(db, page, query.query));
    return viewServers(db, rows);
  },
});
