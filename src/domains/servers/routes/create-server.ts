import { route } from "../../../declare/route.ts";
import { createServer } from "../actions/create-server.ts";
import { MemberJoined, ServerJoined } from "../events.ts";
import { CreatedServer, ServerDraft } from "../model.ts";

export const createServerRoute = route({
  id: "server_create_create_server",
  method: "POST",
  path: "/servers/create",
  summary: "Create a server, with channels and roles.",
  auth: "user",
  noBots: true,
  limit: { bucket: "servers", resource: "create" },
  body: ServerDraft,
  reply: CreatedServer,
  errors: ["CantCreateServers", "TooManyServers", "TooManyChannels", "TooManyRoles"],
  emits: [MemberJoined, ServerJoined],
  handle: ({ body, caller, tx }) => createServer(tx, caller.userId, body),
});
