import { route } from "../../../declare/route.ts";
import { serverTarget } from "../../members/index.ts";
import { viewBans } from "../actions/bans.ts";
import { BanList } from "../model.ts";

export const fetchBansRoute = route({
  id: "ban_list_list",
  method: "GET",
  path: "/servers/:target/bans",
  summary: "List the bans of a server.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  on: serverTarget("target"),
  needs: "BanMembers",
  reply: BanList,
  errors: [],
  handle: ({ access, db }) => viewBans(db, access.server.id),
});
