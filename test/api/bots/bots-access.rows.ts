import type { MatrixFixture } from "../../authorisation/fixture.ts";
import { needing, noBots, type Rows, users } from "../../authorisation/row.ts";

const robot = ({ bots }: MatrixFixture) => ({ params: { target: bots.robot.id, bot: bots.robot.id } });
const spareTo = (body: (fixture: MatrixFixture) => object) => (fixture: MatrixFixture) => ({
  params: { target: fixture.bots.spare.id },
  body: body(fixture),
});

/** Bots of the member's, who own none themselves. */
export const accessRows: Rows = {
  create_create_bot: {
    call: () => ({ body: { name: "Another" } }),
    ...noBots(users("ok", { member: "ReachedMaximumBots" })),
  },
  fetch_owned_fetch_owned_bots: users("ok"),
  fetch_fetch_bot: { call: robot, ...noBots(users("NotFound", { member: "ok" })) },
  fetch_public_fetch_public_bot: { call: robot, ...users("ok") },
  edit_edit_bot: {
    call: (fixture) => ({ ...robot(fixture), body: { remove: ["Token"] } }),
    ...users("NotFound", { member: "ok", bot: "NotFound" }),
  },
  delete_delete_bot: { call: robot, ...users("NotFound", { member: "ok", bot: "NotFound" }) },
  invite_invite_bot: {
    call: spareTo(({ serverId }) => ({ server: serverId })),
    ...noBots(needing("ManageServer")),
  },
  "invite_invite_bot, with a role": {
    call: (fixture) => ({
      ...spareTo(({ serverId }) => ({ server: serverId }))(fixture),
      query: "permissions=0",
    }),
    ...noBots(
      users("MissingPermission ManageServer", { owner: "ok", denied: "MissingPermission ManageRole" }),
    ),
    needs: "ManageRole",
  },
  "invite_invite_bot, one that is there": {
    call: ({ bots, serverId }) => ({ params: { target: bots.robot.id }, body: { server: serverId } }),
    ...noBots(users("MissingPermission ManageServer", { owner: "AlreadyInServer" })),
  },
  "invite_invite_bot, to a group": {
    call: spareTo(({ groups }) => ({ group: groups.shared })),
    ...noBots(users("MissingPermission InviteOthers", { owner: "ok", member: "ok" })),
  },
};
