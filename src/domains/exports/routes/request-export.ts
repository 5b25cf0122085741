import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { maxHeadLength } from "../../../protocol/schema.ts";
import { takeTicket } from "../../accounts/index.ts";
import { membershipTarget } from "../../members/index.ts";
import { assertOwner, requestExport } from "../actions/server-exports.ts";
import { ServerExport } from "../model.ts";

export const requestExportRoute = route({
  id: "server_export_request",
  method: "POST",
  path: "/servers/:target/export",
  summary: "Ask for an archive of a server, as its owner. It replaces the one before.",
  auth: "user",
  noBots: true,
  limit: { bucket: "servers", by: "target" },
  on: membershipTarget("target"),
  headers: Type.Object({
    "x-mfa-ticket": Type.Optional(
      Type.String({ maxLength: maxHeadLength, description: "A validated MFA ticket." }),
    ),
  }),
  reply: ServerExport,
  errors: ["InvalidCredentials", "NotOwner", "InvalidOperation"],
  async handleInSteps({ authorize, headers, caller, fail, read, write }) {
    await read(async (db) => assertOwner({ fail }, await authorize(db)));
    // In a transaction of its own, so that the ticket is spent even if the request fails.
    await write(async (tx) => {
      const ticket = headers["x-mfa-ticket"] ?? null;
      if ((await takeTicket(tx, ticket, caller.userId)) !== "taken") throw tx.fail("InvalidCredentials");
    });
    return write(async (tx) => {
      const access = await authorize(tx);
      assertOwner({ fail }, access);
      return requestExport(tx, access.server.id);
    });
  },
});
