import { randomBytes } from "node:crypto";
import { Long } from "bson";
import { createIds } from "../../../src/platform/ids/ids.ts";
import { makeImage } from "../files/make-images.ts";
import { noteSecret } from "../log/used-secrets.ts";
import { makeStoatFile, type StoatFile } from "./stored-files.ts";
import type { Collections } from "./write-dump.ts";

const begin = Date.UTC(2025, 2, 1);
let time = begin;
/** Of entries of the audit log, which are kept for a month. */
const recentIds = createIds({ now: Date.now });
const ids = createIds({ now: () => (time += 1_000) });
const newToken = () => {
  const token = randomBytes(48).toString("base64url");
  noteSecret(token);
  return token;
};

/**
 * Of "correct horse battery", with the parameters of rust-argon2's `Config::default()`, made by another implementation
 * than the one that verifies it.
 */
export const annasPassword = "correct horse battery";
const annasHash =
  "$argon2i$v=19$m=4096,t=3,p=1$Dx4tPEtaaXiHlqW0w9Lh8A$OdTV27ZH35L8txANDNQk8wDyxEAXsabkWE2UaGRKuPA";
export const bensPassword = "another horse's staple";
/** As newer versions of rust-argon2 make it. */
const bensHash = await Bun.password.hash(bensPassword, {
  algorithm: "argon2id",
  memoryCost: 19_456,
  timeCost: 2,
});

/** An instance of Stoat with a bit of everything, in the shapes that its versions have written. */
export async function makeInstance() {
  const [anna, ben, cleo, bot] = [ids.next(), ids.next(), ids.next(), ids.next()];
  const [server, general, lounge, staff] = [ids.next(), ids.next(), ids.next(), ids.next()];
  const [direct, group, notes] = [ids.next(), ids.next(), ids.next()];
  const [admin, muted] = [ids.next(), ids.next()];
  const [emojiId, webhook] = [ids.next(), ids.next()];
  const [first, second, third, system, last] = [ids.next(), ids.next(), ids.next(), ids.next(), ids.next()];
  const tokens = { anna: newToken(), ben: newToken(), bot: newToken(), webhook: newToken() };
  const secrets = {
    totp: "JBSWY3DPEHPK3PXP",
    recovery: ["abcde-fghjk", "mnpqr-stvwx"],
    invite: "Registration-Invite-7",
  };
  for (const secret of [secrets.totp, ...secrets.recovery, secrets.invite, annasHash, bensHash])
    noteSecret(secret);

  const picture = await makeImage("png");
  const image = { type: "Image", width: 40, height: 20, thumbhash: [0, 7, 255], animated: false };
  const files = {
    avatar: makeStoatFile({
      id: "avatar-of-anna_1",
      tag: "avatars",
      filename: "anna.png",
      content: picture,
      contentType: "image/png",
      metadata: image,
      uploader: anna,
      usedFor: { type: "UserAvatar", id: anna },
    }),
    attachment: makeStoatFile({
      id: "attachment-1",
      tag: "attachments",
      filename: "notes.txt",
      content: Buffer.from("What we said.\n".repeat(5_000)),
      contentType: "text/plain",
      metadata: { type: "Text" },
      uploader: ben,
      // A file of an old version, which did not note what it was used for.
    }),
    emoji: makeStoatFile({
      id: emojiId,
      tag: "emojis",
      filename: "wave.png",
      content: await makeImage("png", { width: 60, height: 60 }),
      contentType: "image/png",
      metadata: { type: "Image", width: 60, height: 60, animated: false },
      uploader: anna,
      usedFor: { type: "Emoji", id: emojiId },
      encryption: "published",
    }),
    icon: makeStoatFile({
      id: "icon-of-server-1",
      tag: "icons",
      filename: "icon.png",
      content: await makeImage("png", { width: 20, height: 20 }),
      contentType: "image/png",
      metadata: { type: "Image", width: 20, height: 20 },
      uploader: anna,
      usedFor: { type: "ServerIcon", id: server },
      encryption: "none",
    }),
  } satisfies Record<string, StoatFile>;

  const collections = {
    migrations: [{ _id: 0, revision: 52 }],
    accounts: [
      {
        _id: anna,
        email: "Anna@Example.org",
        email_normalised: "anna@example.org",
        password: annasHash,
        verification: { status: "Verified" },
        password_reset: null,
        deletion: null,
        lockout: null,
        mfa: {},
      },
      {
        _id: ben,
        email: "ben@example.org",
        email_normalised: "ben@example.org",
        password: bensHash,
        disabled: false,
        verification: { status: "Verified" },
        mfa: { totp_token: { status: "Enabled", secret: secrets.totp }, recovery_codes: secrets.recovery },
      },
      {
        _id: cleo,
        email: `Deleted User ${cleo}`,
        email_normalised: `Deleted User ${cleo}`,
        password: "",
        disabled: true,
        verification: { status: "Verified" },
        deletion: { status: "Deleted" },
        mfa: {},
      },
    ],
    sessions: [
      { _id: ids.next(), user_id: anna, token: tokens.anna, name: "Firefox", last_seen: new Date() },
      { _id: ids.next(), user_id: ben, token: tokens.ben, name: "Phone" },
    ],
    account_invites: [],
    invites: [{ _id: secrets.invite, used: false }],
    mfa_tickets: [{ _id: ids.next(), token: "never-taken" }],
    pubsub: [{ _id: 1 }],
    users: [
      {
        _id: anna,
        username: "Anna",
        discriminator: "0042",
        display_name: "Anna A.",
        avatar: files.avatar.attachment,
        relations: [
          { _id: ben, status: "Friend" },
          { _id: cleo, status: "Blocked" },
        ],
        badges: 1,
        status: { text: "moving", presence: "Busy" },
        profile: { content: "I was here first." },
        last_acknowledged_policy_change: new Date(begin),
      },
      {
        _id: ben,
        username: "ben",
        discriminator: "1234",
        relations: [{ _id: anna, status: "Friend" }],
        last_acknowledged_policy_change: "2025-03-01T00:00:00.123456Z",
      },
      // Without the other side of the block.
      {
        _id: cleo,
        username: `Deleted User ${cleo}`,
        discriminator: "0000",
        flags: 2,
        last_acknowledged_policy_change: 0,
      },
      {
        _id: bot,
        username: "Helper",
        discriminator: "0007",
        bot: { owner: anna },
        last_acknowledged_policy_change: new Date(begin),
      },
    ],
    bots: [{ _id: bot, owner: anna, token: tokens.bot, public: true, interactions_url: "" }],
    servers: [
      {
        _id: server,
        owner: anna,
        name: "The old place",
        description: "Since 2021",
        channels: [general, lounge, staff],
        categories: [{ id: "main", title: "Main", channels: [lounge, general, "01GONE"] }],
        system_messages: { user_joined: general },
        roles: {
          [admin]: {
            _id: admin,
            name: "Admin",
            permissions: { a: Long.fromInt(-1), d: Long.ZERO },
            rank: Long.ZERO,
            hoist: true,
          },
          [muted]: {
            name: "Muted",
            permissions: { a: Long.ZERO, d: Long.fromNumber(2 ** 22) },
            colour: "#ff0000",
            rank: 1,
          },
        },
        default_permissions: Long.fromNumber(2 ** 20 + 2 ** 21 + 2 ** 22 + 2 ** 36),
        icon: files.icon.attachment,
        nsfw: false,
      },
    ],
    channels: [
      {
        _id: general,
        channel_type: "TextChannel",
        server,
        name: "general",
        description: "All of it",
        last_message_id: last,
        role_permissions: { [muted]: { a: Long.ZERO, d: Long.fromNumber(2 ** 29) } },
        slowmode: Long.fromInt(5),
      },
      { _id: lounge, channel_type: "VoiceChannel", server, name: "Lounge" },
      {
        _id: staff,
        channel_type: "TextChannel",
        server,
        name: "staff",
        default_permissions: { a: Long.ZERO, d: Long.fromNumber(2 ** 20) },
        role_permissions: { [admin]: { a: Long.fromNumber(2 ** 20), d: Long.ZERO } },
      },
      {
        _id: direct,
        channel_type: "DirectMessage",
        active: true,
        recipients: [ben, anna],
        last_message_id: third,
      },
      {
        _id: group,
        channel_type: "Group",
        name: "Us",
        owner: anna,
        recipients: [anna, ben],
        permissions: Long.fromNumber(2 ** 22),
      },
      { _id: notes, channel_type: "SavedMessages", user: anna },
    ],
    server_members: [
      { _id: { server, user: anna }, joined_at: new Date(begin), roles: [admin] },
      // In seconds, as one version wrote it.
      {
        _id: { server, user: ben },
        joined_at: Long.fromNumber(begin / 1_000 + 60),
        nickname: "Benny",
        can_publish: false,
      },
      { _id: { server, user: bot }, joined_at: "2025-03-01T00:02:00Z", roles: [] },
      { _id: { server, user: cleo }, pending_deletion_at: "2025-01-01T00:00:00Z" },
    ],
    server_bans: [{ _id: { server, user: ids.next() }, reason: "spam" }],
    emojis: [
      {
        _id: emojiId,
        parent: { type: "Server", id: server },
        creator_id: anna,
        name: "wave",
        animated: false,
      },
    ],
    channel_invites: [{ _id: "OldInv1t", type: "Server", server, channel: general, creator: anna }],
    channel_webhooks: [
      {
        _id: webhook,
        name: "News",
        creator_id: anna,
        channel_id: general,
        permissions: Long.fromNumber(2 ** 22),
        token: tokens.webhook,
      },
    ],
    messages: [
      {
        _id: first,
        nonce: "n-1",
        channel: general,
        author: anna,
        content: `Hello <@${ben}>, welcome to the museum :${emojiId}:`,
        mentions: [ben],
        reactions: { "👋": [ben, anna], [emojiId]: [anna] },
        pinned: true,
        interactions: { restrict_reactions: false },
      },
      {
        _id: second,
        channel: general,
        author: ben,
        content: "Here is all of it",
        attachments: [{ ...files.attachment.attachment, filename: "another name in the copy.txt" }],
        replies: [first],
        edited: new Date(begin + 3_600_000),
        embeds: [
          {
            type: "Website",
            url: "https://example.org",
            title: "Example",
            image: {
              url: "https://example.org/i.png",
              width: Long.fromInt(10),
              height: Long.fromInt(20),
              size: "Large",
            },
          },
          { type: "Text", title: "A card", description: "With text", colour: "#123456" },
        ],
      },
      { _id: third, channel: direct, author: ben, content: "Only for you", masquerade: { name: "Somebody" } },
      { _id: system, channel: general, author: "0".repeat(26), system: { type: "user_joined", id: ben } },
      {
        _id: last,
        channel: general,
        author: webhook,
        webhook: { name: "News", avatar: null },
        content: "Breaking",
      },
    ],
    channel_unreads: [
      { _id: { channel: general, user: ben }, last_id: first, mentions: [first, ids.next()] },
      { _id: { channel: general, user: anna }, last_id: last },
    ],
    user_settings: [
      { _id: anna, theme: [Long.fromNumber(begin), '{"dark":true}'], ordering: [begin + 1, "[]"] },
    ],
    policy_changes: [
      {
        _id: ids.next(),
        created_time: new Date(begin),
        effective_time: new Date(begin),
        description: "New terms",
        url: "https://example.org/terms",
      },
    ],
    safety_reports: [
      {
        _id: ids.next(),
        author_id: anna,
        content: { type: "Message", id: second, report_reason: "SpamAbuse" },
        additional_context: "Look",
        status: "Created",
        notes: "",
      },
    ],
    safety_snapshots: [] as object[],
    audit_logs: [
      {
        _id: recentIds.next(),
        expires_at: new Date(Date.now() + 86_400_000),
        server,
        reason: null,
        user: anna,
        action: { type: "BanCreate", user: ben },
      },
      {
        _id: recentIds.next(),
        expires_at: new Date(begin),
        server,
        user: anna,
        action: { type: "BanDelete", user: ben },
      },
      {
        _id: recentIds.next(),
        expires_at: new Date(Date.now() + 86_400_000),
        server,
        user: anna,
        action: {
          type: "ChannelRolePermissionsEdit",
          channel: general,
          role: muted,
          permissions: { a: Long.ZERO, d: Long.fromInt(1) },
        },
      },
    ],
    attachments: [
      ...Object.values(files).map(({ attachment }) => attachment),
      { ...files.avatar.attachment, _id: "deleted-file-1", deleted: true },
    ],
    attachment_hashes: Object.values(files).map(({ hash }) => hash),
  };
  const [report] = collections.safety_reports;
  collections.safety_snapshots.push({
    _id: ids.next(),
    report_id: report?._id,
    content: {
      _type: "Message",
      ...collections.messages[1],
      _prior_context: [collections.messages[0]],
      _leading_context: [],
    },
  });
  const names = {
    anna,
    ben,
    cleo,
    bot,
    server,
    general,
    lounge,
    staff,
    direct,
    group,
    notes,
    admin,
    muted,
    emojiId,
    webhook,
    first,
    second,
    third,
    system,
    last,
  };
  return { ids: names, tokens, secrets, files, collections: collections as typeof collections & Collections };
}

export type StoatInstance = Awaited<ReturnType<typeof makeInstance>>;
