import Type, { type Static } from "typebox";
import { File } from "../../protocol/file.ts";
import { Id, model } from "../../protocol/schema.ts";

const whole = Type.Integer();
const switchable = Type.Object(
  { enabled: Type.Boolean(), url: Type.String() },
  { additionalProperties: false },
);

const tier = model("UserLimits", "Limits of one kind of user.", {
  outgoing_friend_requests: whole,
  bots: whole,
  message_length: whole,
  message_attachments: whole,
  servers: whole,
  voice_quality: whole,
  video: Type.Boolean(),
  video_resolution: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
  video_aspect_ratio: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
  file_upload_size_limits: Type.Record(Type.String(), whole),
});

const limits = model("LimitsConfig", "Limits of this instance.", {
  global: model("GlobalLimits", "Limits that apply to all users.", {
    group_size: whole,
    message_embeds: whole,
    message_replies: whole,
    message_reactions: whole,
    server_emoji: whole,
    server_roles: whole,
    server_channels: whole,
    body_limit_size: whole,
    restrict_server_creation: Type.Array(Type.String()),
    new_user_hours: whole,
  }),
  new_user: tier,
  default: tier,
});

const videoLimits = model("VideoLimits", "The largest video of one kind.", {
  resolution: Type.Array(Type.Number(), {
    minItems: 2,
    maxItems: 2,
    description: "Width and height, in pixels; the product of both counts.",
  }),
  frame_rate: Type.Integer({ description: "Frames in a second." }),
  bitrate: Type.Integer({ description: "Bits in a second." }),
});

const CommunityDescription = model("CommunityFeature", "The server that new accounts join.", {
  server: Id,
  name: Type.String(),
  description: Type.Optional(Type.String()),
  icon: Type.Optional(File),
  questions: Type.Array(
    model("CommunityQuestion", "A question to new people, whose answers go to /onboard/complete.", {
      text: Type.String(),
      required: Type.Boolean(),
    }),
    { maxItems: 10 },
  ),
});

export const ServiceConfiguration = model("RevoltConfig", "The features and addresses of this instance.", {
  revolt: Type.String({ description: "Version of the API." }),
  features: model("RevoltFeatures", "Features of this instance.", {
    captcha: Type.Object({ enabled: Type.Boolean(), key: Type.String() }, { additionalProperties: false }),
    email: Type.Boolean({ description: "Accounts must verify their address." }),
    invite_only: Type.Boolean({ description: "Registration needs an invite code." }),
    password_login: Type.Boolean({ description: "People may log in and register with a password." }),
    oidc: Type.Array(
      model("OidcProvider", "A provider to sign in with, at /auth/oidc/{id}/start.", {
        id: Type.String(),
        name: Type.String(),
        icon: Type.String({ description: "Address of an image; empty if there is none." }),
      }),
      { maxItems: 32 },
    ),
    community: Type.Optional(CommunityDescription),
    autumn: switchable,
    january: switchable,
    livekit: model("VoiceFeature", "Voice nodes.", {
      enabled: Type.Boolean(),
      nodes: Type.Array(
        model("VoiceNode", "A voice node.", {
          name: Type.String(),
          lat: Type.Number(),
          lon: Type.Number(),
          public_url: Type.String(),
        }),
      ),
      video: model("VoiceVideoLimits", "The largest videos in calls, within the limits of the user.", {
        camera: videoLimits,
        screen: videoLimits,
      }),
    }),
    limits,
    legal_links: model("LegalLinks", "Links shown to users; empty if there is none.", {
      terms_of_service: Type.String(),
      privacy_policy: Type.String(),
      guidelines: Type.String(),
    }),
  }),
  ws: Type.String({ description: "URL of the event stream." }),
  app: Type.String({ description: "URL of the web client." }),
  vapid: Type.String({ description: "Public key for web push." }),
  build: model("BuildInformation", "Build of the server.", {
    commit_sha: Type.String(),
    commit_timestamp: Type.String(),
    semver: Type.String(),
    origin_url: Type.String(),
    timestamp: Type.String(),
  }),
});
export type ServiceConfiguration = Static<typeof ServiceConfiguration>;
