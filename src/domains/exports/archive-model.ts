import Type, { type Static } from "typebox";
import { File } from "../../protocol/file.ts";
import { Override, PermissionBits } from "../../protocol/permission-bits.ts";
import { maxBodyLength, maxIds, Timestamp } from "../../protocol/schema.ts";
import { TextChannel } from "../channels/index.ts";
import { Category, Emoji, Member, Role, SystemMessageChannels } from "../members/index.ts";
import { Message } from "../messages/index.ts";

/** Raised whenever earlier versions of the program could not read what this one writes. */
export const archiveFormat = 1;

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Digest = Type.String({ pattern: "^[0-9a-f]{64}$" });
const Ulid = Type.String({ pattern: "^[0-9A-HJKMNP-TV-Z]{26}$" });
/** The name of a file's content in the archive is its id, so it must be one that a tar can hold. */
const FileId = Type.String({ pattern: "^[A-Za-z0-9_-]{1,90}$" });
const text = (maxLength: number) => Type.String({ maxLength });
const optional = Type.Optional;
const exact = { additionalProperties: false };

const ArchivedFile = Type.Object({ ...File.properties, _id: FileId, filename: text(1_024) }, exact);

const flag = optional(Type.Boolean());

/** The lines of each part of an archive. */
export const archiveLines = {
  server: Type.Object(
    {
      _id: Ulid,
      owner: Ulid,
      name: text(64),
      description: optional(text(4_096)),
      system_messages: optional(SystemMessageChannels),
      default_permissions: PermissionBits,
      icon: optional(ArchivedFile),
      banner: optional(ArchivedFile),
      nsfw: flag,
    },
    exact,
  ),
  roles: Type.Object(
    {
      ...Role.properties,
      _id: Ulid,
      name: text(64),
      colour: optional(text(512)),
      rank: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }),
      icon: optional(ArchivedFile),
    },
    exact,
  ),
  categories: Type.Object(
    { ...Category.properties, channels: Type.Array(Ulid, { maxItems: maxIds }) },
    exact,
  ),
  channels: Type.Object(
    {
      ...Type.Omit(TextChannel, ["last_message_id", "server"]).properties,
      _id: Ulid,
      name: text(64),
      description: optional(text(4_096)),
      icon: optional(ArchivedFile),
      role_permissions: optional(Type.Record(Ulid, Override)),
      slowmode: optional(Type.Integer({ minimum: 0, maximum: 21_600 })),
    },
    exact,
  ),
  emojis: Type.Object(
    { ...Type.Omit(Emoji, ["parent"]).properties, _id: Ulid, creator_id: Ulid, name: text(64) },
    exact,
  ),
  members: Type.Object(
    {
      ...Type.Omit(Member, ["_id"]).properties,
      user: Ulid,
      joined_at: Timestamp,
      nickname: optional(text(128)),
      pronouns: optional(text(128)),
      avatar: optional(ArchivedFile),
      roles: optional(Type.Array(Ulid, { maxItems: maxIds })),
    },
    exact,
  ),
  users: Type.Object(
    {
      _id: Ulid,
      username: text(64),
      display_name: optional(text(64)),
      avatar: optional(ArchivedFile),
      bot: flag,
    },
    exact,
  ),
  messages: Type.Object(
    {
      ...Type.Omit(Message, ["channel", "user", "member"]).properties,
      _id: Ulid,
      author: Ulid,
      nonce: optional(text(128)),
      content: optional(text(maxBodyLength)),
      attachments: optional(Type.Array(ArchivedFile, { maxItems: maxIds })),
      replies: optional(Type.Array(Ulid, { maxItems: maxIds })),
      reactions: optional(Type.Record(Type.String({ minLength: 1, maxLength: 64 }), Type.Array(Ulid))),
      flags: optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
    },
    exact,
  ),
  /** What the archive holds below `files/`. */
  files: Type.Object(
    { _id: FileId, tag: File.properties.tag, filename: text(1_024), size: Count, sha256: Digest },
    exact,
  ),
};

export type ArchivePart = keyof typeof archiveLines;
export type ArchiveLine<P extends ArchivePart> = Static<(typeof archiveLines)[P]>;

export const ArchiveCounts = Type.Object(
  {
    roles: Count,
    categories: Count,
    channels: Count,
    emojis: Count,
    members: Count,
    users: Count,
    messages: Count,
    files: Count,
    /** Files that messages, users or the server name, and that the storage did not have. */
    missing_files: Count,
  },
  exact,
);
export type ArchiveCounts = Static<typeof ArchiveCounts>;

export const ArchiveManifest = Type.Object(
  {
    kind: Type.Literal("ermine-server"),
    format: Type.Integer({ minimum: 1 }),
    /** The version of the program that wrote it. */
    program: text(64),
    made_at: Timestamp,
    /** Where clients reach the server that it was exported from. */
    source: text(2_048),
    server: Type.Object({ _id: Ulid, name: text(64) }, exact),
    counts: ArchiveCounts,
    parts: Type.Array(Type.Object({ name: text(64), lines: Count, size: Count, sha256: Digest }, exact), {
      maxItems: 2 * maxIds,
    }),
  },
  exact,
);
export type ArchiveManifest = Static<typeof ArchiveManifest>;

/** What the entries of the tar are called. */
export const entryNames = {
  manifest: "manifest.json",
  part: (part: Exclude<ArchivePart, "messages">) => `${part}.jsonl`,
  messages: (channelId: string) => `messages/${channelId}.jsonl`,
  file: (id: string) => `files/${id}`,
};

const form =
  /^(?:(manifest)\.json|(server|roles|categories|channels|emojis|members|users|files)\.jsonl|(messages)\/[0-9A-HJKMNP-TV-Z]{26}\.jsonl|files\/[A-Za-z0-9_-]{1,90})$/;

/** What an entry holds; undefined for a name that no export has, such as a path that leaves its folder. */
export function kindOfEntry(name: string): ArchivePart | "manifest" | "content" | undefined {
  const match = form.exec(name);
  if (!match) return undefined;
  return (match[1] ?? match[2] ?? match[3] ?? "content") as ArchivePart | "manifest" | "content";
}
