import Type, { type Static, type TSchema } from "typebox";
import { LazyValidator } from "../../src/platform/memoize/lazy-validator.ts";
import { MalformedExport } from "../malformed-export.ts";

/** As many digits as 64 bits have; what is greater than them is refused by its time. */
const Snowflake = Type.String({ pattern: "^[0-9]{1,20}$" });
/** Empty for what has no id, such as emoji of Unicode. */
const MaybeSnowflake = Type.String({ pattern: "^[0-9]{0,20}$" });
const Name = Type.String({ maxLength: 1_000 });
const Address = Type.String({ maxLength: 8_000 });
const Content = Type.String({ maxLength: 65_536 });
const nullable = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const some = <T extends TSchema>(schema: T) => Type.Optional(Type.Array(schema, { maxItems: 10_000 }));

const ExportedRole = Type.Object({
  id: Snowflake,
  name: Name,
  color: nullable(Type.String({ maxLength: 16 })),
  position: Type.Optional(Type.Integer({ minimum: -100_000, maximum: 100_000 })),
});
export type ExportedRole = Static<typeof ExportedRole>;

const ExportedUser = Type.Object({
  id: Snowflake,
  name: Name,
  discriminator: nullable(Name),
  nickname: nullable(Name),
  isBot: Type.Optional(Type.Boolean()),
  roles: some(ExportedRole),
  avatarUrl: nullable(Address),
});
export type ExportedUser = Static<typeof ExportedUser>;

const ExportedEmoji = Type.Object({
  id: nullable(MaybeSnowflake),
  name: Name,
  code: nullable(Name),
  isAnimated: Type.Optional(Type.Boolean()),
  imageUrl: nullable(Address),
});
export type ExportedEmoji = Static<typeof ExportedEmoji>;

const ExportedAttachment = Type.Object({ id: Snowflake, url: Address, fileName: Name });

const EmbedImage = Type.Object({ url: nullable(Address) });

const ExportedEmbed = Type.Object({
  title: nullable(Content),
  url: nullable(Address),
  description: nullable(Content),
  color: nullable(Type.String({ maxLength: 16 })),
  author: nullable(
    Type.Object({ name: nullable(Content), url: nullable(Address), iconUrl: nullable(Address) }),
  ),
  thumbnail: nullable(EmbedImage),
  image: nullable(EmbedImage),
  images: some(EmbedImage),
  video: nullable(EmbedImage),
  footer: nullable(Type.Object({ text: nullable(Content), iconUrl: nullable(Address) })),
  fields: some(Type.Object({ name: Content, value: Content })),
});
export type ExportedEmbed = Static<typeof ExportedEmbed>;

const ExportedSticker = Type.Object({
  id: Snowflake,
  name: Name,
  format: nullable(Name),
  sourceUrl: nullable(Address),
});

const ExportedMessage = Type.Object({
  id: Snowflake,
  type: Type.String({ maxLength: 64 }),
  timestampEdited: nullable(Type.String({ maxLength: 64 })),
  isPinned: Type.Optional(Type.Boolean()),
  content: Content,
  author: ExportedUser,
  attachments: some(ExportedAttachment),
  embeds: some(ExportedEmbed),
  stickers: some(ExportedSticker),
  reactions: some(
    Type.Object({
      emoji: ExportedEmoji,
      count: Type.Optional(Type.Integer({ minimum: 0 })),
      users: Type.Optional(Type.Array(ExportedUser, { maxItems: 1_000_000 })),
    }),
  ),
  mentions: some(ExportedUser),
  reference: nullable(
    Type.Object({
      messageId: nullable(MaybeSnowflake),
      channelId: nullable(MaybeSnowflake),
      guildId: nullable(MaybeSnowflake),
    }),
  ),
  forwardedMessage: nullable(
    Type.Object({
      content: Type.Optional(Content),
      attachments: some(ExportedAttachment),
      embeds: some(ExportedEmbed),
      stickers: some(ExportedSticker),
    }),
  ),
  inlineEmojis: some(ExportedEmoji),
});
export type ExportedMessage = Static<typeof ExportedMessage>;

const ExportHeader = Type.Object({
  guild: Type.Object({ id: Snowflake, name: Name, iconUrl: nullable(Address) }),
  channel: Type.Object({
    id: Snowflake,
    type: Type.String({ maxLength: 64 }),
    categoryId: nullable(MaybeSnowflake),
    category: nullable(Name),
    name: Name,
    topic: nullable(Type.String({ maxLength: 8_000 })),
  }),
});
export type ExportHeader = Static<typeof ExportHeader>;

const header = new LazyValidator(ExportHeader);
const message = new LazyValidator(ExportedMessage);

interface SourceLine {
  readonly name: string;
  readonly line: number;
}

export function readHeader(value: unknown, place: SourceLine): ExportHeader {
  if (header.check(value)) return value;
  throw malformed(header.errors(value), place);
}

export function readMessage(value: unknown, place: SourceLine): ExportedMessage {
  if (message.check(value)) return value;
  throw malformed(message.errors(value), place);
}

function malformed(
  errors: Iterable<{ readonly instancePath: string; readonly message: string }>,
  { name, line }: SourceLine,
): MalformedExport {
  const [first] = errors;
  const path = first?.instancePath.slice(1).replaceAll("/", ".") || "the value";
  return new MalformedExport(name, line, `${path} ${first?.message ?? "is not as expected"}`);
}
