import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook.ts";
import { RecipientGone } from "../channels/index.ts";
import { createInvite } from "./routes/create-invite.ts";
import { deleteInvite } from "./routes/delete-invite.ts";
import { fetchInvite } from "./routes/fetch-invite.ts";
import { fetchServerInvites } from "./routes/fetch-server-invites.ts";
import { joinInvite } from "./routes/join-invite.ts";
import { deleteInvitesBy } from "./store.ts";

export const invites: Domain = {
  name: "invites",
  routes: [createInvite, fetchInvite, joinInvite, deleteInvite, fetchServerInvites],
  hooks: [on(RecipientGone, (tx, { channelId, userId }) => deleteInvitesBy(tx, userId, channelId))],
};
