import Type from "typebox";
import { event } from "../../declare/event.ts";
import { Id } from "../../protocol/schema.ts";
import { topic } from "../../visibility/announcement.ts";
import { PartialServer, ServerField } from "./model.ts";

export const ServerUpdated = event({
  name: "ServerUpdate",
  doc: "Fields of a server changed; `clear` lists the fields that were removed.",
  payload: Type.Object({ id: Id, data: PartialServer, clear: Type.Array(ServerField) }),
  audience: ({ id }) => [topic.server(id)],
  changes: ({ id, data: { owner, default_permissions } }) =>
    owner === undefined && default_permissions === undefined
      ? []
      : [
          {
            kind: "server changed",
            server: id,
            ...(owner !== undefined && { owner }),
            ...(default_permissions !== undefined && { defaultPermissions: default_permissions }),
          },
        ],
});
