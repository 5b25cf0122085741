import Type, { type Static } from "typebox";
import { Embed } from "../../protocol/embed.ts";
import { File } from "../../protocol/file.ts";
import { Id, model, named, partial, Timestamp } from "../../protocol/schema.ts";
import { SystemMessage } from "../conversations/index.ts";
import { Member } from "../servers/index.ts";
import { User } from "../users/index.ts";

/** The author of system messages. */
export const systemAuthor = "0".repeat(26);

const Interactions = model("Interactions", "What readers may do with the message.", {
  reactions: Type.Optional(Type.Array(Type.String(), { description: "Shown from the beginning." })),
  restrict_reactions: Type.Optional(
    Type.Boolean({ description: "Absent unless true: no reactions but these." }),
  ),
});

const Masquerade = model("Masquerade", "How the author is shown, for this message.", {
  name: Type.Optional(Type.String()),
  avatar: Type.Optional(Type.String({ description: "Where the picture is." })),
  colour: Type.Optional(Type.String()),
});

const MessageWebhook = model("MessageWebhook", "As what a webhook spoke.", {
  name: Type.String(),
  avatar: Type.Union([Type.String(), Type.Null()], { description: "The file's id." }),
});

export const Message = model("Message", "A message.", {
  _id: Id,
  nonce: Type.Optional(Type.String({ description: "Chosen by its sender, who knows it again by this." })),
  channel: Id,
  author: Type.String({ description: "A user, a webhook, or 26 zeros for the server itself." }),
  user: Type.Optional(User),
  member: Type.Optional(Member),
  webhook: Type.Optional(MessageWebhook),
  content: Type.Optional(Type.String()),
  system: Type.Optional(SystemMessage),
  attachments: Type.Optional(Type.Array(File)),
  edited: Type.Optional(Timestamp),
  embeds: Type.Optional(Type.Array(Embed)),
  mentions: Type.Optional(Type.Array(Id, { description: "Users." })),
  role_mentions: Type.Optional(Type.Array(Id)),
  replies: Type.Optional(Type.Array(Id, { description: "The messages it answers." })),
  reactions: Type.Optional(
    Type.Record(Type.String(), Type.Array(Id), { description: "By emoji, who reacted; first ones first." }),
  ),
  interactions: Type.Optional(Interactions),
  masquerade: Type.Optional(Masquerade),
  pinned: Type.Optional(Type.Boolean({ description: "Absent unless true." })),
  flags: Type.Optional(
    Type.Integer({
      description: "Bit field; absent if 0. 2 notifies nobody, 4 mentions everyone, 8 everyone online.",
    }),
  ),
});
export type Message = Static<typeof Message>;

export const PartialMessage = partial(
  "PartialMessage",
  "What changed of a message.",
  Type.Omit(Message, ["_id", "channel", "author", "user", "member"]).properties,
);

export const MessageField = named("FieldsMessage", Type.Enum(["Pinned"]));

export const BulkMessageResponse = named(
  "BulkMessageResponse",
  Type.Union([
    Type.Array(Message),
    model("MessagesWithPeople", "Messages, and whom they are from and about.", {
      messages: Type.Array(Message),
      users: Type.Array(User, { description: "Who wrote them, and of whom the server speaks in them." }),
      members: Type.Optional(
        Type.Array(Member, { description: "In channels of a server, those of them who are in it." }),
      ),
    }),
  ]),
);
export type BulkMessageResponse = Static<typeof BulkMessageResponse>;
