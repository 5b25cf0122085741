import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { canViewChannel } from "../../../permissions/servers.ts";
import { overridesOf } from "../../conversations/index.ts";
import { requireMembership } from "../actions/require-server.ts";
import { FetchedServer } from "../model.ts";
import { showServer } from "../store/servers.ts";
import { listServerChannels } from "../store/text-channels.ts";

export const fetchServerRoute = route({
  id: "server_fetch_fetch",
  method: "GET",
  path: "/servers/:target",
  summary: "Fetch a server that one is in.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  query: Type.Object({
    include_channels: Type.Optional(
      Type.Boolean({ description: "Give the channels that one can view, instead of the ids of all." }),
    ),
  }),
  reply: FetchedServer,
  errors: ["NotFound"],
  async handle({ params, query, caller, db, fail }) {
    const { server, membership } = await requireMembership({ db, caller, fail }, params.target);
    const shown = await showServer(db, server);
    if (!query.include_channels) return shown;
    const all = await listServerChannels(db, server.id);
    return { ...shown, channels: all.filter((channel) => canViewChannel(membership, overridesOf(channel))) };
  },
});
