import Type from "typebox";
import { event } from "../../declare/event.ts";
import { Embed } from "../../protocol/embed.ts";
import { Id } from "../../protocol/schema.ts";
import { topic } from "../../visibility/announcement.ts";
import { Message, MessageField, PartialMessage } from "./model.ts";

export const MessageSent = event({
  name: "Message",
  role: "message",
  doc: "A message was sent.",
  payload: Message,
  audience: ({ channel }) => [topic.channel(channel)],
  changes: ({ channel, _id }) => [{ kind: "message sent", channel, message: _id }],
});

export const MessageUpdated = event({
  name: "MessageUpdate",
  doc: "Fields of a message changed; `clear` lists the fields that were removed.",
  payload: Type.Object({ id: Id, channel: Id, data: PartialMessage, clear: Type.Array(MessageField) }),
  audience: ({ channel }) => [topic.channel(channel)],
});

export const MessageAppended = event({
  name: "MessageAppend",
  doc: "Embeds were added to a message.",
  payload: Type.Object({
    id: Id,
    channel: Id,
    append: Type.Object({
      embeds: Type.Optional(Type.Array(Embed, { description: "Embeds for its links." })),
    }),
  }),
  audience: ({ channel }) => [topic.channel(channel)],
});

export const MessageDeleted = event({
  name: "MessageDelete",
  doc: "A message was deleted.",
  payload: Type.Object({ id: Id, channel: Id }),
  audience: ({ channel }) => [topic.channel(channel)],
});

export const MessagesDeleted = event({
  name: "BulkMessageDelete",
  doc: "Several messages of a channel were deleted.",
  payload: Type.Object({ channel: Id, ids: Type.Array(Id) }),
  audience: ({ channel }) => [topic.channel(channel)],
});

const emoji = { emoji_id: Type.String({ description: "The emoji itself, or the id of a custom one." }) };
const reaction = { id: Id, channel_id: Id, user_id: Id, ...emoji };

export const ReactionAdded = event({
  name: "MessageReact",
  doc: "A user reacted to a message.",
  payload: Type.Object(reaction),
  audience: ({ channel_id }) => [topic.channel(channel_id)],
});

export const ReactionRemoved = event({
  name: "MessageUnreact",
  doc: "A user's reaction to a message was removed.",
  payload: Type.Object(reaction),
  audience: ({ channel_id }) => [topic.channel(channel_id)],
});

export const ReactionsRemoved = event({
  name: "MessageRemoveReaction",
  doc: "All reactions to a message with one emoji were removed.",
  payload: Type.Object({ id: Id, channel_id: Id, ...emoji }),
  audience: ({ channel_id }) => [topic.channel(channel_id)],
});

export const UserSlowmodes = event({
  name: "UserSlowmodes",
  doc: "The channels in which the user must wait before the next message.",
  payload: Type.Object({
    slowmodes: Type.Array(
      Type.Object({
        channel_id: Id,
        duration: Type.Integer({
          description: "Seconds between two messages; right after Ready, the seconds that are left.",
        }),
        retry_after: Type.Integer({ description: "Seconds from now." }),
      }),
    ),
  }),
  audience: (_slowmodes, { user }: { readonly user: string }) => [topic.private(user)],
});
