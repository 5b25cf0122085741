import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeAnimation, makeImage } from "../files/make-images.ts";

type Json = Record<string, unknown>;

/** In milliseconds since 1970: the time of `snowflakeAt(0)`. */
export const beginning = Date.UTC(2021, 5, 1, 12);
const discordEpoch = 1_420_070_400_000n;

/** An id of Discord that was made so many seconds after the beginning. */
export function snowflakeAt(seconds: number, rest = 0): string {
  return String(((BigInt(beginning + seconds * 1_000) - discordEpoch) << 22n) + BigInt(rest));
}

export const guildId = snowflakeAt(-1_000);

export const roles = {
  keepers: { id: snowflakeAt(-900, 1), name: "Keepers", color: "#3366CC", position: 2 },
  visitors: { id: snowflakeAt(-900, 2), name: "Visitors", color: null, position: 1 },
};

/** As DiscordChatExporter writes an author. */
export function person(number: number, name: string, more: Json = {}): Json & { id: string; name: string } {
  return {
    id: snowflakeAt(-5_000, number),
    name,
    discriminator: "0000",
    nickname: name,
    color: null,
    isBot: false,
    roles: [],
    avatarUrl: "https://cdn.discordapp.com/embed/avatars/0.png",
    ...more,
  };
}

export function message(id: string, author: Json, content: string, more: Json = {}): Json {
  return {
    id,
    type: "Default",
    timestamp: "2021-06-01T14:00:00+02:00",
    timestampEdited: null,
    callEndedTimestamp: null,
    isPinned: false,
    content,
    author,
    attachments: [],
    embeds: [],
    stickers: [],
    reactions: [],
    mentions: [],
    inlineEmojis: [],
    ...more,
  };
}

export function exportOf(channel: Json, messages: readonly Json[], guild: Json = {}): Json {
  return {
    guild: { id: guildId, name: "Otter Club", iconUrl: "media\\icon-0123456789abcdef.png", ...guild },
    channel: { type: "GuildTextChat", categoryId: null, category: null, topic: null, ...channel },
    dateRange: { after: null, before: null },
    exportedAt: "2026-01-01T00:00:00+00:00",
    messages,
    messageCount: messages.length,
  };
}

/** With the indentation of the exporter. */
export function writeExport(path: string, content: Json, indentation = 2): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(content, null, indentation)}\n`);
  return path;
}

const emoji = (more: Json) => ({ id: "", code: "otter", isAnimated: false, imageUrl: null, ...more });

export const otto = person(1, "otto", {
  nickname: "Otto the Otter",
  roles: [roles.visitors, roles.keepers],
  avatarUrl: "media\\otto-0123456789abcdef.png",
});
export const mia = person(2, "mia.m", { nickname: "Mia", roles: [roles.visitors] });
export const robot = person(3, "robot", { isBot: true });
const { roles: _roles, ...miaWithoutRoles } = mia;

export const channels = {
  general: { id: snowflakeAt(-800, 1), categoryId: snowflakeAt(-850, 1), category: "Talk", name: "general" },
  news: { id: snowflakeAt(-800, 2), categoryId: snowflakeAt(-850, 1), category: "Talk", name: "news" },
  voice: { id: snowflakeAt(-800, 3), categoryId: snowflakeAt(-850, 2), category: "Calls", name: "Lounge" },
  forum: snowflakeAt(-800, 4),
  thread: { id: snowflakeAt(60), name: "About fish" },
  post: { id: snowflakeAt(70), name: "How do otters sleep?" },
};

export const otterEmoji = { id: snowflakeAt(-700), name: "Otter", code: "Otter" };

export const ids = {
  hello: snowflakeAt(1),
  reply: snowflakeAt(2),
  pictures: snowflakeAt(3),
  embed: snowflakeAt(4),
  joined: snowflakeAt(5),
  pinnedNotice: snowflakeAt(6),
  threadCreated: snowflakeAt(61),
  long: snowflakeAt(80),
};

/** 3,900 characters of two bytes: Discord allows 4,000, Ermine 2,000 bytes. */
export const longText = "ü".repeat(3_900);

const general = [
  message(
    ids.hello,
    otto,
    `Hello <@${mia.id}>, <@&${roles.keepers.id}>: see <#${channels.news.id}> <:Otter:${otterEmoji.id}>`,
    {
      isPinned: true,
      mentions: [mia],
      inlineEmojis: [emoji({ ...otterEmoji, imageUrl: "media\\otter-0123456789abcdef.gif" })],
    },
  ),
  message(
    ids.reply,
    mia,
    `Indeed, as in https://discord.com/channels/${guildId}/${channels.general.id}/${ids.hello}`,
    {
      type: "Reply",
      timestampEdited: "2021-06-01T14:05:00.25+02:00",
      reference: { messageId: ids.hello, channelId: channels.general.id, guildId },
      reactions: [
        { emoji: emoji({ name: "💯" }), count: 2, users: [miaWithoutRoles, otto] },
        {
          emoji: emoji({ ...otterEmoji, imageUrl: "media\\otter-0123456789abcdef.gif" }),
          count: 1,
          users: [otto],
        },
      ],
    },
  ),
  message(ids.pictures, otto, "", {
    attachments: [
      {
        id: snowflakeAt(3, 1),
        url: "media\\photo-0123456789abcdef.png",
        fileName: "photo.png",
        fileSizeBytes: 1,
      },
      {
        id: snowflakeAt(3, 2),
        url: "media\\notes-0123456789abcdef.txt",
        fileName: "notes.txt",
        fileSizeBytes: 5,
      },
      {
        id: snowflakeAt(3, 3),
        url: "https://cdn.discordapp.com/a/b/gone.zip?ex=1",
        fileName: "gone.zip",
        fileSizeBytes: 9,
      },
    ],
    stickers: [
      { id: snowflakeAt(3, 4), name: "Wave", format: "Png", sourceUrl: "media\\wave-0123456789abcdef.png" },
      { id: snowflakeAt(3, 5), name: "Dance", format: "Lottie", sourceUrl: "media\\dance.json" },
    ],
  }),
  message(ids.embed, robot, "", {
    embeds: [
      {
        title: "Build 7",
        url: "https://ci.example/7",
        timestamp: null,
        description: "All is well.",
        color: "#00FF00",
        fields: [{ name: "Branch", value: "main", isInline: true }],
        images: [],
      },
    ],
  }),
  message(ids.joined, mia, "Joined the server.", { type: "GuildMemberJoin" }),
  message(ids.pinnedNotice, otto, "Pinned a message.", {
    type: "ChannelPinnedMessage",
    reference: { messageId: ids.hello, channelId: channels.general.id, guildId },
  }),
  message(ids.threadCreated, otto, "Started a thread.", {
    type: "ThreadCreated",
    reference: { messageId: null, channelId: channels.thread.id, guildId },
  }),
];

/** Writes a server of a few channels in all the forms that exports have; returns the folder. */
export async function writeOtterClub(folder: string): Promise<string> {
  const media = join(folder, "media");
  mkdirSync(media, { recursive: true });
  const png = await makeImage("png");
  for (const name of ["icon", "otto", "photo", "wave"])
    writeFileSync(join(media, `${name}-0123456789abcdef.png`), png);
  writeFileSync(join(media, "otter-0123456789abcdef.gif"), await makeAnimation("gif", 3));
  writeFileSync(join(media, "notes-0123456789abcdef.txt"), "fish!");
  const file = (name: string) => join(folder, `Otter Club - ${name}.json`);
  const withTopic = { ...channels.general, topic: "All about otters" };
  // In two parts, the second in reverse order and without any indentation.
  writeExport(file("Talk - general [1]"), exportOf(withTopic, general.slice(0, 4)));
  writeExport(file("Talk - general [1] [part 2]"), exportOf(withTopic, general.slice(4).toReversed()), 0);
  writeExport(
    file("Talk - news [2]"),
    exportOf({ ...channels.news, type: "GuildNews" }, [message(ids.long, mia, longText)]),
  );
  writeExport(file("Calls - Lounge [3]"), exportOf({ ...channels.voice, type: "GuildVoiceChat" }, []));
  writeExport(
    file("general - About fish [4]"),
    exportOf(
      { ...channels.thread, type: "GuildPublicThread", categoryId: channels.general.id, category: "general" },
      [message(snowflakeAt(62), otto, "Trout or eel?")],
    ),
  );
  writeExport(
    file("questions - How do otters sleep [5]"),
    exportOf(
      { ...channels.post, type: "GuildPublicThread", categoryId: channels.forum, category: "questions" },
      [message(snowflakeAt(70), mia, "Holding hands?")],
    ),
  );
  return folder;
}
