import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { RecipientRemoved } from "../channels/index.ts";
import { personalTable } from "../operators/index.ts";
import { onUserEnd } from "../users/index.ts";
import { sweepInvites } from "./jobs.ts";
import * as routes from "./routes/index.ts";
import { barFromInvites, forgetBarred } from "./store.ts";
import type { InvitesTables } from "./tables.ts";

/** Invites to servers and groups. */
export const invites: Domain = {
  name: "invites",
  routes: Object.values(routes),
  jobs: [sweepInvites],
  hooks: [
    on(RecipientRemoved, async (tx, { channelId, userId, cause }) => {
      // An expelled user may know the invites of others, too.
      if (cause === "expelled") await barFromInvites(tx, channelId, userId);
    }),
    ...onUserEnd(forgetBarred),
  ],
  providers: [
    personalTable<InvitesTables>("invites.json", { invites: "creator_id" }),
    personalTable<InvitesTables>("barred-from-invites.json", { barred_users: "user_id" }),
  ],
};
