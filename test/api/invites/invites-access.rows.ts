import type { MatrixFixture } from "../../authorisation/fixture.ts";
import { everybody, needing, noBots, type Rows, users } from "../../authorisation/row.ts";

const by = (creator: keyof MatrixFixture["invites"]) => (fixture: MatrixFixture) => ({
  params: { target: fixture.invites[creator] },
});

export const accessRows: Rows = {
  invite_create_create_invite: {
    call: ({ channel }) => ({ params: { target: channel } }),
    ...noBots(needing("InviteOthers", { member: "ok" })),
  },
  invite_fetch_fetch: { call: by("owner"), ...everybody("ok") },
  invite_join_join: {
    call: by("member"),
    ...noBots(users("AlreadyInServer", { stranger: "ok", banned: "Banned" })),
  },
  invite_delete_delete: { call: by("owner"), ...needing("ManageServer") },
  "invite_delete_delete, the member's": {
    call: by("member"),
    ...needing("ManageServer", { member: "ok", bot: "MissingPermission ManageServer" }),
  },
  invites_fetch_invites: {
    call: ({ serverId }) => ({ params: { target: serverId } }),
    ...needing("ManageServer"),
  },
};
