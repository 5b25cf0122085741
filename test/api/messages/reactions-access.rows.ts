import type { MatrixFixture } from "../../authorisation/fixture.ts";
import { otter } from "../../authorisation/messages.ts";
import { needing, type Rows, users } from "../../authorisation/row.ts";

const toMessage =
  (emoji: string, query: (fixture: MatrixFixture) => string = () => "") =>
  (fixture: MatrixFixture) => ({
    params: { target: fixture.channel, msg: fixture.messages.message, emoji },
    query: query(fixture),
  });

const numb = "MissingPermission React";
const outside = { stranger: numb, banned: numb, timedOut: numb } as const;

/** To the target's message, to which everybody has reacted. */
export const accessRows: Rows = {
  message_react_react_message: { call: toMessage("🦊"), ...needing("React", { member: "ok" }) },
  "message_react_react_message, hidden": {
    call: ({ hidden, messages }) => ({ params: { target: hidden, msg: messages.hidden, emoji: otter } }),
    ...users(numb, { deputy: "ok", owner: "ok" }),
    needs: "React",
  },
  "message_react_react_message, in a conversation": {
    call: ({ conversation, messages }) => ({
      params: { target: conversation, msg: messages.inConversation, emoji: otter },
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
    call: ({ channel, messages }) => ({ params: { target: channel, msg: messages.message } }),
    ...needing("ManageMessages"),
  },
};
