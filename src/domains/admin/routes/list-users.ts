import { route } from "../../../declare/route.ts";
import { viewUsers } from "../actions/view-users.ts";
import { AdminUser } from "../model.ts";
import { pageOf, SearchQuery } from "../page-model.ts";
import { readPageQuery } from "../rules/page.ts";

export const listUsersRoute = route({
  id: "admin_list_users",
  method: "GET",
  path: "/admin/users",
  summary:
    "List users and bots, oldest first, or find some by a part of their name, display name or e-mail address, or their id. A search reads all users up to the end of the page.",
  auth: "operator",
  limit: { bucket: "admin" },
  query: SearchQuery,
  reply: pageOf(AdminUser),
  errors: [],
  handle: ({ query, db }) => viewUsers(db, readPageQuery(query), query.query),
});
