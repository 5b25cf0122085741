import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { provide } from "../../declare/query-provider.ts";
import { RecipientRemoved } from "../channels/index.ts";
import { PersonalDataOf, personalRows } from "../operators/index.ts";
import { sweepInvites } from "./jobs.ts";
import { createInviteRoute } from "./routes/create-invite.ts";
import { deleteInviteRoute } from "./routes/delete-invite.ts";
import { fetchInviteRoute } from "./routes/fetch-invite.ts";
import { fetchServerInvitesRoute } from "./routes/fetch-server-invites.ts";
import { joinInviteRoute } from "./routes/join-invite.ts";
import { deleteGroupInvites } from "./store.ts";
import type { InvitesTables } from "./tables.ts";

/** Invites to servers and groups. */
export const invites: Domain = {
  name: "invites",
  routes: [createInviteRoute, fetchInviteRoute, joinInviteRoute, deleteInviteRoute, fetchServerInvitesRoute],
  jobs: [sweepInvites],
  hooks: [
    on(RecipientRemoved, (tx, { channelId, userId, cause }) =>
      // An expelled user may know the invites of others, too.
      deleteGroupInvites(tx, channelId, cause === "left" ? { creatorId: userId } : {}),
    ),
  ],
  providers: [
    provide(
      PersonalDataOf,
      personalRows("invites.json", (db, userId) =>
        db.sql<InvitesTables>().selectFrom("invites").selectAll().where("creator_id", "=", userId).execute(),
      ),
    ),
  ],
};
