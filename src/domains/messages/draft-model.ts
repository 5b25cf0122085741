import Type, { type Static } from "typebox";
import { boundedBy, Id, input, maxBodyLength, named } from "../../protocol/schema.ts";

const Colour = Type.String({ minLength: 1, maxLength: 128 });
/** The limit in bytes, `message_length`, has another error. */
const contentBounds = {
  maxLength: maxBodyLength,
  ...boundedBy("limits.new_user.message_length", "limits.default.message_length"),
};
const Content = Type.String(contentBounds);
const Address = Type.String({ minLength: 1, maxLength: 256 });

export const SendableEmbed = input("SendableEmbed", "An embed to show below the text.", {
  icon_url: Type.Optional(Address),
  url: Type.Optional(Address),
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  description: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
  media: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: "Id of an uploaded file." })),
  colour: Type.Optional(Colour),
});
export type SendableEmbed = Static<typeof SendableEmbed>;

export const ReplyIntent = input("ReplyIntent", "A message to reply to.", {
  id: Id,
  mention: Type.Boolean({ description: "Whether its author is mentioned." }),
  fail_if_not_exists: Type.Optional(
    Type.Boolean({ default: true, description: "Whether sending fails if it does not exist." }),
  ),
});
export type ReplyIntent = Static<typeof ReplyIntent>;

/** Bounds the lists of a draft before its files and replies are looked up one by one. */
const maxListLength = 128;

const AttachmentDescription = input(
  "DataAttachmentDescription",
  "What an attachment shows, for those who cannot see it.",
  {
    id: Id,
    description: Type.String({ maxLength: 1000, description: "Empty for none." }),
  },
);
export type AttachmentDescription = Static<typeof AttachmentDescription>;

const attachment_descriptions = Type.Optional(
  Type.Array(AttachmentDescription, {
    maxItems: maxListLength,
    description: "For attachments of this message; the others stay as they are.",
  }),
);

export const MessageDraft = input("DataMessageSend", "A new message. It must have a text, files or embeds.", {
  nonce: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: "Use the header Idempotency-Key instead." }),
  ),
  content: Type.Optional(Content),
  attachments: Type.Optional(
    Type.Array(Id, {
      maxItems: maxListLength,
      ...boundedBy("limits.new_user.message_attachments", "limits.default.message_attachments"),
      description: "Ids of uploaded files.",
    }),
  ),
  attachment_descriptions,
  replies: Type.Optional(
    Type.Array(ReplyIntent, { maxItems: maxListLength, ...boundedBy("limits.global.message_replies") }),
  ),
  embeds: Type.Optional(
    Type.Array(SendableEmbed, { maxItems: maxListLength, ...boundedBy("limits.global.message_embeds") }),
  ),
  masquerade: Type.Optional(
    input("DataMasquerade", "How to show the author, for this message only.", {
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
      avatar: Type.Optional(Address),
      colour: Type.Optional(Colour),
    }),
  ),
  interactions: Type.Optional(
    input("DataInteractions", "What readers may do with the message.", {
      reactions: Type.Optional(
        Type.Array(Type.String({ maxLength: 128 }), {
          maxItems: maxListLength,
          ...boundedBy("limits.global.message_reactions"),
        }),
      ),
      restrict_reactions: Type.Optional(Type.Boolean()),
    }),
  ),
  flags: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1 })),
});
export type MessageDraft = Static<typeof MessageDraft>;

export const SendingHeaders = Type.Object({
  "idempotency-key": Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: "A call with the same key is refused." }),
  ),
});

export const MessageEdit = input("DataEditMessage", "The fields to change; the others stay.", {
  content: Type.Optional(Type.String({ minLength: 1, ...contentBounds })),
  embeds: Type.Optional(Type.Array(SendableEmbed, { maxItems: 10 })),
  attachment_descriptions,
});
export type MessageEdit = Static<typeof MessageEdit>;

const MessageId = Type.String({ minLength: 26, maxLength: 26 });

const MessageSort = named("MessageSort", Type.Enum(["Relevance", "Latest", "Oldest"]));

export const HistoryQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  before: Type.Optional(MessageId),
  after: Type.Optional(MessageId),
  sort: Type.Optional(MessageSort),
  nearby: Type.Optional(MessageId),
  include_users: Type.Optional(Type.Boolean()),
});
export type HistoryQuery = Static<typeof HistoryQuery>;

export const MessageSearch = input("DataMessageSearch", "A search for messages.", {
  query: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  pinned: Type.Optional(Type.Boolean()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  before: Type.Optional(MessageId),
  after: Type.Optional(MessageId),
  sort: Type.Optional(MessageSort),
  include_users: Type.Optional(Type.Boolean()),
});
export type MessageSearch = Static<typeof MessageSearch>;

const MessageContent = named("MessageContent", Type.Enum(["File", "Link", "Embed"]));

export const ChannelsSearch = input("DataSearchChannels", "A search in many channels at once.", {
  ...MessageSearch.properties,
  author: Type.Optional(
    Type.String({ minLength: 1, maxLength: 26, description: "Only messages of this user." }),
  ),
  has: Type.Optional(MessageContent),
  channel: Type.Optional(
    Type.String({ minLength: 1, maxLength: 26, description: "Only messages of this channel." }),
  ),
});
export type ChannelsSearch = Static<typeof ChannelsSearch>;
