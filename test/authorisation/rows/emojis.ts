import { everybody, members, needing, type Rows } from "../row.ts";
import type { Stage } from "../stage.ts";

const emoji = (stage: Stage) => ({ params: { emoji_id: stage.emoji } });
const inServer = (stage: Stage) => ({ params: { target: stage.place } });

/** The emoji was made by the member, who may delete it for that, but not rename it. */
export const emojiRows: Rows = {
  emoji_fetch_fetch_emoji: { call: emoji, ...everybody("ok") },
  emoji_create_create_emoji: {
    call: ({ place, pictures }, { id }) => ({
      params: { id: pictures.get(id) ?? "" },
      body: { name: "another", parent: { type: "Server", id: place } },
    }),
    ...needing("ManageCustomisation"),
  },
  emoji_edit_edit_emoji: {
    call: (stage) => ({ ...emoji(stage), body: { name: "another" } }),
    ...needing("ManageCustomisation"),
  },
  emoji_delete_delete_emoji: {
    call: emoji,
    ...needing("ManageCustomisation", { member: "ok", bot: "MissingPermission ManageCustomisation" }),
  },
  emoji_list_list_emoji: { call: inServer, ...members("ok", "NotFound") },
  emoji_list_list_emoji_by_old_path: { call: inServer, ...members("ok", "NotFound") },
};
