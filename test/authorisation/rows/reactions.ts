import { needing, type Rows, users } from "../row.ts";
import type { Stage } from "../stage.ts";
import { otter } from "../writings.ts";

const toMessage =
  (emoji: string, query: (stage: Stage) => string = () => "") =>
  (stage: Stage) => ({
    params: { target: stage.channel, msg: stage.writings.message, emoji },
    query: query(stage),
  });

const numb = "MissingPermission React";
const outside = { stranger: numb, banned: numb, timedOut: numb } as const;

/** To the target's message, to which everybody has reacted. */
export const reactionRows: Rows = {
  message_react_react_message: { call: toMessage("🦊"), ...needing("React", { member: "ok" }) },
  "message_react_react_message, hidden": {
    call: ({ hidden, writings }) => ({ params: { target: hidden, msg: writings.hidden, emoji: otter } }),
    ...users(numb, { deputy: "ok", owner: "ok" }),
    needs: "React",
  },
  "message_react_react_message, in a conversation": {
    call: ({ conversation, writings }) => ({
      params: { target: conversation, msg: writings.inConversation, emoji: otter },
    }),
    ...users(numb, { owner: "ok" }),
  },
  message_unreact_unreact_message: {
    call: toMessage(otter),
    ...needing("React", { member: "ok", bot: "NotFound" }),
  },
  "message_unreact_unreact_message, of somebody else": {
    call: toMessage(otter, ({ people }) => `user_id=${people.target.id}`),
    ...needing("ManageMessages", outside),
  },
  "message_unreact_unreact_message, of everybody": {
    call: toMessage(otter, () => "remove_all=true"),
    ...needing("ManageMessages", outside),
  },
  message_clear_reactions_clear_reactions: {
    call: ({ channel, writings }) => ({ params: { target: channel, msg: writings.message } }),
    ...needing("ManageMessages"),
  },
};
