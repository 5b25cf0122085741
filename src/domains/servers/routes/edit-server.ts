import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { maxHeadLength } from "../../../protocol/schema.ts";
import { Server, ServerUpdated, serverTarget } from "../../members/index.ts";
import {
  assertMayTransfer,
  consumeTransferTicket,
  editServer,
  needsManageServer,
} from "../actions/edit-server.ts";
import { ServerEdit } from "../model.ts";

export const editServerRoute = route({
  id: "server_edit_edit",
  method: "PATCH",
  path: "/servers/:target",
  summary: "Edit a server, or transfer it to another member.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  on: serverTarget("target"),
  needs: {
    among: ["ManageServer"],
    choose: ({ body }) => (needsManageServer(body) ? ["ManageServer"] : []),
  },
  enforces: {
    permissions: ["ManageChannel"],
    why: "Categories need it. Whether the caller may transfer the server is checked before, and flags are refused.",
  },
  audited: true,
  headers: Type.Object({
    "x-mfa-ticket": Type.Optional(
      Type.String({
        maxLength: maxHeadLength,
        description: "A validated MFA ticket, to transfer the server.",
      }),
    ),
  }),
  body: ServerEdit,
  reply: Server,
  errors: [
    "NotFound",
    "MissingPermission",
    "NotOwner",
    "InvalidCredentials",
    "NotPrivileged",
    "InvalidOperation",
  ],
  emits: [ServerUpdated],
  async handleInSteps({ authorize, headers, body, caller, reason, fail, read, write }) {
    if (body.owner !== undefined) {
      await read(async (db) => assertMayTransfer({ fail }, await authorize(db)));
      // In a transaction of its own, so that the ticket is spent even if the transfer fails.
      await write((tx) => consumeTransferTicket(tx, headers["x-mfa-ticket"], caller.userId));
    }
    return write(async (tx) =>
      editServer(tx, await authorize(tx), { edit: body, by: caller.userId, reason }),
    );
  },
});
