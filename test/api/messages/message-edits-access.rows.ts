import type { MatrixFixture } from "../../authorisation/fixture.ts";
import { needing, type Rows, users } from "../../authorisation/row.ts";

type Which = "message" | "pinned" | "hidden" | "inConversation" | "fromBlocked";

const channelOf = ({ channel, hidden, conversation, blocked }: MatrixFixture, which: Which) =>
  ({ message: channel, pinned: channel, hidden, inConversation: conversation, fromBlocked: blocked })[which];
const at =
  (which: Which, body = {}) =>
  (fixture: MatrixFixture) => ({
    params: { target: channelOf(fixture, which), msg: fixture.messages[which] },
    body,
  });
const own =
  (body = {}) =>
  (fixture: MatrixFixture, { id }: { id: string }) => ({
    params: { target: fixture.channel, msg: fixture.messages.own.get(id) ?? "" },
    body,
  });

const text = { content: "Another." };
const order = "MissingPermission ManageMessages";
const viewless = "MissingPermission ViewChannel";
const mute = "MissingPermission SendMessage";
const outside = { stranger: mute, banned: mute, timedOut: mute } as const;
const notMine = "CannotEditMessage";
const onlyHere = needing("ManageMessages", { lower: order });

/** Messages: one's own in the channel, the target's there and in a conversation, the owner's where it is hidden. */
export const accessRows: Rows = {
  message_edit_edit: { call: own(text), ...needing("SendMessage", { member: "ok", bot: notMine }) },
  "message_edit_edit, of somebody else": {
    call: at("message", text),
    ...needing("SendMessage", { member: notMine, lower: notMine, deputy: notMine, owner: notMine }),
  },
  "message_edit_edit, with an embed": {
    call: own({ embeds: [{}] }),
    ...needing("SendEmbeds", { ...outside, member: "ok", bot: notMine }),
  },
  "message_edit_edit, with an emoji from elsewhere": {
    call: (fixture, self) => own({ content: `:${fixture.externalEmoji}:` })(fixture, self),
    ...needing("UseExternalEmojis", { ...outside, member: "ok", bot: notMine }),
  },
  "message_edit_edit, in a conversation": {
    call: at("inConversation", text),
    ...users(mute, { owner: notMine }),
  },
  message_delete_delete: { call: at("message"), ...needing("ManageMessages") },
  "message_delete_delete, one's own": {
    call: own(),
    ...needing("ViewChannel", { member: "ok", timedOut: "ok", bot: "MissingPermission ManageMessages" }),
  },
  "message_delete_delete, hidden": { call: at("hidden"), ...onlyHere },
  "message_delete_delete, in a conversation": { call: at("inConversation"), ...users(order) },
  message_bulk_delete_bulk_delete_messages: {
    call: (fixture, { id }) => ({
      params: { target: fixture.channel },
      body: { ids: [fixture.messages.own.get(id)] },
    }),
    ...needing("ManageMessages"),
  },
  "message_bulk_delete_bulk_delete_messages, in a conversation": {
    call: ({ conversation, messages }) => ({
      params: { target: conversation },
      body: { ids: [messages.inConversation] },
    }),
    ...users(order),
  },
  message_pin_message_pin: { call: at("message"), ...needing("ManageMessages") },
  "message_pin_message_pin, hidden": { call: at("hidden"), ...onlyHere },
  "message_pin_message_pin, in a conversation": {
    call: at("inConversation"),
    ...users(viewless, { owner: "ok" }),
  },
  "message_pin_message_pin, after a block": {
    call: at("fromBlocked"),
    ...users(viewless, { owner: mute, banned: mute }),
  },
  message_unpin_message_unpin: { call: at("pinned"), ...needing("ManageMessages") },
  "message_unpin_message_unpin, in a conversation": {
    call: at("inConversation"),
    ...users(viewless, { owner: "NotPinned" }),
  },
  "message_unpin_message_unpin, after a block": {
    call: at("fromBlocked"),
    ...users(viewless, { owner: mute, banned: mute }),
  },
};
