import type { MatrixFixture } from "../../authorisation/fixture.ts";
import { everybody, members, needing, type Rows } from "../../authorisation/row.ts";

const emoji = (fixture: MatrixFixture) => ({ params: { emoji_id: fixture.emoji } });
const inServer = (fixture: MatrixFixture) => ({ params: { target: fixture.serverId } });

/** The emoji was made by the member, who may delete it for that, but not rename it. */
export const accessRows: Rows = {
  emoji_fetch_fetch_emoji: { call: emoji, ...everybody("ok") },
  emoji_create_create_emoji: {
    call: ({ serverId, pictures }, { id }) => ({
      params: { id: pictures.get(id) ?? "" },
      body: { name: "another", parent: { type: "Server", id: serverId } },
    }),
    ...needing("ManageCustomisation"),
  },
  emoji_edit_edit_emoji: {
    call: (fixture) => ({ ...emoji(fixture), body: { name: "another" } }),
    ...needing("ManageCustomisation"),
  },
  emoji_delete_delete_emoji: {
    call: emoji,
    ...needing("ManageCustomisation", { member: "ok", bot: "MissingPermission ManageCustomisation" }),
  },
  emoji_list_list_emoji: { call: inServer, ...members("ok", "NotFound") },
  emoji_list_list_emoji_by_old_path: { call: inServer, ...members("ok", "NotFound") },
};
