import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { takeTicket } from "../../accounts/index.ts";
import { AuditHeaders, readReason } from "../../audit/index.ts";
import { editServer as edit } from "../actions/edit-server.ts";
import { assertMayAttempt, assertMayEdit, isEmpty } from "../actions/may-edit-server.ts";
import { requireServer } from "../actions/require-server.ts";
import { ServerUpdated } from "../events.ts";
import { Server, ServerEdit } from "../model.ts";
import { showServer } from "../store/servers.ts";

export const editServerRoute = route({
  id: "server_edit_edit",
  method: "PATCH",
  path: "/servers/:target",
  summary: "Edit a server, or give it to another member.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  headers: Type.Object({
    ...AuditHeaders.properties,
    "x-mfa-ticket": Type.Optional(
      Type.String({ description: "A validated ticket, if the server is given away." }),
    ),
  }),
  body: ServerEdit,
  reply: Server,
  errors: [
    "HeaderTooLarge",
    "NotFound",
    "MissingPermission",
    "NotOwner",
    "InvalidCredentials",
    "NotPrivileged",
    "InvalidOperation",
  ],
  emits: [ServerUpdated],
  async handleInSteps({ params, headers, body, caller, fail, read, write }) {
    const reason = readReason(headers, fail);
    if (body.owner !== undefined) {
      await read(async (db) =>
        assertMayAttempt({ db, fail }, await requireServer({ db, caller, fail }, params.target), body),
      );
      // On its own, so that it is used up even where the transfer fails.
      const ticket = await write((tx) => takeTicket(tx, headers["x-mfa-ticket"] ?? null, caller.userId));
      if (ticket !== "taken") throw fail("InvalidCredentials");
    }
    return write(async (tx) => {
      const place = await requireServer({ db: tx, caller, fail }, params.target);
      assertMayEdit({ db: tx, fail }, place, body);
      if (isEmpty(body)) return showServer(tx, place.server);
      const after = await edit(tx, place.server, { edit: body, by: caller.userId, reason });
      return showServer(tx, after);
    });
  },
});
