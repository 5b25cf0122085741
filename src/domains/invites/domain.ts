import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { provide } from "../../declare/query-provider.ts";
import { AccountPurged } from "../accounts/index.ts";
import { RecipientRemoved } from "../channels/index.ts";
import { PersonalDataOf, personalRows } from "../operators/index.ts";
import { UserDeleted } from "../users/index.ts";
import { sweepInvites } from "./jobs.ts";
import { createInviteRoute } from "./routes/create-invite.ts";
import { deleteInviteRoute } from "./routes/delete-invite.ts";
import { fetchInviteRoute } from "./routes/fetch-invite.ts";
import { fetchServerInvitesRoute } from "./routes/fetch-server-invites.ts";
import { joinInviteRoute } from "./routes/join-invite.ts";
import { barFromInvites, forgetBarred } from "./store.ts";
import type { InvitesTables } from "./tables.ts";

/** Invites to servers and groups. */
export const invites: Domain = {
  name: "invites",
  routes: [createInviteRoute, fetchInviteRoute, joinInviteRoute, deleteInviteRoute, fetchServerInvitesRoute],
  jobs: [sweepInvites],
  hooks: [
    on(RecipientRemoved, async (tx, { channelId, userId, cause }) => {
      // An expelled user may know the invites of others, too.
      if (cause === "expelled") await barFromInvites(tx, channelId, userId);
    }),
    ...[AccountPurged, UserDeleted].map((deletion) =>
      on(deletion, (tx, { userId }) => forgetBarred(tx, userId)),
    ),
  ],
  providers: [
    provide(
      PersonalDataOf,
      personalRows("invites.json", (db, userId) =>
        db.sql<InvitesTables>().selectFrom("invites").selectAll().where("creator_id", "=", userId).execute(),
      ),
    ),
    provide(
      PersonalDataOf,
      personalRows("barred-from-invites.json", (db, userId) =>
        db
          .sql<InvitesTables>()
          .selectFrom("barred_users")
          .selectAll()
          .where("user_id", "=", userId)
          .execute(),
      ),
    ),
  ],
};
