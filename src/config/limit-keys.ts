import { flag, list, pair, section, whole } from "./key-types.ts";

const uploadSizes = section("Largest upload of each kind, in bytes.", {
  attachments: whole(20_000_000, "Largest message attachment, in bytes."),
  avatars: whole(4_000_000, "Largest avatar, in bytes."),
  backgrounds: whole(6_000_000, "Largest profile background, in bytes."),
  icons: whole(2_500_000, "Largest icon of a server or group, in bytes."),
  banners: whole(6_000_000, "Largest server banner, in bytes."),
  emojis: whole(500_000, "Largest custom emoji, in bytes."),
});

const tier = (
  who: string,
  friendRequests: number,
  bots: number,
  servers: number,
  resolution: [number, number],
) =>
  section(`What ${who} may do.`, {
    outgoing_friend_requests: whole(friendRequests, "Friend requests that may be open at once."),
    bots: whole(bots, "Bots that one user may own."),
    message_length: whole(
      2000,
      "Bytes (UTF-8) of a message: its content and the descriptions of its embeds together.",
    ),
    message_attachments: whole(5, "Attachments in a message."),
    servers: whole(servers, "Servers that one user may be in."),
    voice_quality: whole(16_000, "Bits per second of audio in calls; published to clients."),
    video: flag(true, "Whether calls may have video; published to clients."),
    video_resolution: pair(resolution, "Largest video in pixels, width and height; published to clients."),
    video_aspect_ratio: pair([0.3, 2.5], "Least and greatest aspect ratio of video; published to clients."),
    file_upload_size_limits: uploadSizes,
  });

/** The limits that the root route publishes. */
export const limitKeys = section("Limits that clients are told.", {
  global: section("Limits for all users.", {
    group_size: whole(100, "Members of a group."),
    message_embeds: whole(5, "Embeds in a message."),
    message_replies: whole(5, "Replies in a message."),
    message_reactions: whole(20, "Different reactions on a message."),
    server_emoji: whole(100, "Emoji in a server."),
    server_roles: whole(200, "Roles in a server."),
    server_channels: whole(200, "Channels in a server."),
    body_limit_size: whole(
      20_000_000,
      "Largest upload request in bytes, as published to clients; file_upload_size_limits decides.",
    ),
    restrict_server_creation: list([], "Ids of the users who may create servers. Empty: all users."),
    new_user_hours: whole(72, "Hours for which an account has the limits of new_user."),
  }),
  new_user: tier("new users", 5, 2, 50, [1080, 720]),
  default: tier("all other users", 10, 5, 100, [1280, 720]),
});
