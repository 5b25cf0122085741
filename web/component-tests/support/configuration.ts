import type { RevoltConfig, UserLimits } from "../../protocol/types.ts";

const limits: UserLimits = {
  outgoing_friend_requests: 10,
  bots: 5,
  message_length: 2_000,
  message_attachments: 5,
  servers: 100,
  voice_quality: 16_000,
  video: true,
  video_resolution: [1_080, 720],
  video_aspect_ratio: [0.3, 2.5],
  file_upload_size_limits: {
    attachments: 100_000,
    avatars: 100_000,
    backgrounds: 100_000,
    icons: 100_000,
    banners: 100_000,
    emojis: 100_000,
  },
};

/** What a server says of itself. */
export const configuration: RevoltConfig = {
  revolt: "0.12.0",
  features: {
    captcha: { enabled: false, key: "" },
    email: false,
    invite_only: false,
    password_login: true,
    oidc: [],
    autumn: { enabled: true, url: "http://localhost/autumn" },
    january: { enabled: true, url: "http://localhost/january" },
    livekit: {
      enabled: false,
      nodes: [],
      video: {
        camera: { resolution: [3_840, 2_160], frame_rate: 30, bitrate: 8_000_000 },
        screen: { resolution: [3_840, 2_160], frame_rate: 60, bitrate: 8_000_000 },
      },
    },
    limits: {
      global: {
        group_size: 100,
        message_embeds: 5,
        message_replies: 5,
        message_reactions: 20,
        server_emoji: 100,
        server_roles: 200,
        server_channels: 200,
        body_limit_size: 20_000_000,
        restrict_server_creation: [],
        new_user_hours: 72,
      },
      new_user: limits,
      default: limits,
    },
    legal_links: { terms_of_service: "", privacy_policy: "", guidelines: "" },
  },
  ws: "ws://localhost/ws",
  app: "http://localhost",
  vapid: "",
  build: { commit_sha: "", commit_timestamp: "", semver: "", origin_url: "", timestamp: "" },
};
