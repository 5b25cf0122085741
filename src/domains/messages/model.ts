import Type, { type Static } from "typebox";
import { Embed } from "../../protocol/embed.ts";
import { File } from "../../protocol/file.ts";
import { boundedBy, Id, model, named, partial, Timestamp } from "../../protocol/schema.ts";
import { SystemMessage } from "../channels/index.ts";
import { Member } from "../members/index.ts";
import { User } from "../users/index.ts";

/** The author of system messages. */
export const systemAuthor = "0".repeat(26);

const Interactions = model("Interactions", "What readers may do with the message.", {
  reactions: Type.Optional(Type.Array(Type.String(), { description: "Reactions that clients offer." })),
  restrict_reactions: Type.Optional(
    Type.Boolean({ description: "Absent unless true: no other reactions are allowed." }),
  ),
});

const Masquerade = model("Masquerade", "How the author is shown, for this message only.", {
  name: Type.Optional(Type.String()),
  avatar: Type.Optional(Type.String({ description: "Where the image is." })),
  colour: Type.Optional(Type.String()),
});

const MessageWebhook = model("MessageWebhook", "The webhook that sent a message, as it was then.", {
  name: Type.String(),
  avatar: Type.Union([Type.String(), Type.Null()], { description: "The file's id." }),
});

export const Message = model("Message", "A message.", {
  _id: Id,
  nonce: Type.Optional(Type.String({ description: "Chosen by the client that sent it, to recognise it." })),
  channel: Id,
  author: Type.String({ description: "A user, a webhook, or 26 zeros for system messages." }),
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
  replies: Type.Optional(Type.Array(Id, { description: "The messages that it replies to." })),
  reactions: Type.Optional(
    Type.Record(Type.String(), Type.Array(Id), { description: "The users who reacted, by emoji, in order." }),
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

/** `nearby` returns up to two messages more than the largest `limit`. */
const maxPage = 102;

export const BulkMessageResponse = named(
  "BulkMessageResponse",
  Type.Union([
    Type.Array(Message, { maxItems: maxPage }),
    model("MessagesWithPeople", "Messages, and the users in them.", {
      messages: Type.Array(Message, { maxItems: maxPage }),
      users: Type.Array(User, {
        ...boundedBy("limit"),
        description: "Their authors, and the users in system messages.",
      }),
      members: Type.Optional(
        Type.Array(Member, {
          ...boundedBy("limit"),
          description: "In channels of a server, those of the users who are members.",
        }),
      ),
    }),
  ]),
);
export type BulkMessageResponse = Static<typeof BulkMessageResponse>;

/** Of one message. */
export const maxMarks = 1_000;

const Mark = named(
  "SearchMark",
  Type.Object({
    start: Type.Integer({ minimum: 0, description: "In UTF-16 code units." }),
    end: Type.Integer({ minimum: 0, description: "After the last one." }),
  }),
);

export const FoundMessages = model("FoundMessages", "Messages of many channels that match a search.", {
  messages: Type.Array(Message, { ...boundedBy("limit") }),
  marks: Type.Record(Id, Type.Array(Mark, { maxItems: maxMarks }), {
    ...boundedBy("limit"),
    description: "Where the contents of the messages hold words of the search, by message.",
  }),
  users: Type.Optional(
    Type.Array(User, {
      ...boundedBy("limit"),
      description: "Their authors, and the users in system messages.",
    }),
  ),
  members: Type.Optional(
    Type.Array(Member, {
      ...boundedBy("limit"),
      description: "Those of the users who are members of the servers in which the messages were found.",
    }),
  ),
  next: Type.Optional(
    Type.String({
      description:
        "Present if the search stopped before its end: the next page is `before` it, or `after` it if sorted by Oldest.",
    }),
  ),
});
export type FoundMessages = Static<typeof FoundMessages>;
