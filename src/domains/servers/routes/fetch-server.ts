import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { membershipTarget } from "../../members/index.ts";
import { viewServer } from "../actions/view-server.ts";
import { FetchedServer } from "../model.ts";

export const fetchServerRoute = route({
  id: "server_fetch_fetch",
  method: "GET",
  path: "/servers/:target",
  summary: "Fetch a server as a member.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  on: membershipTarget("target"),
  query: Type.Object({
    include_channels: Type.Optional(
      Type.Boolean({
        description: "Include the channels that the caller can view, instead of the ids of all channels.",
      }),
    ),
  }),
  reply: FetchedServer,
  errors: [],
  handle: ({ access, query, db }) => viewServer(db, access, { includeChannels: query.include_channels }),
});
