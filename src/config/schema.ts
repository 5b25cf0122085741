import Type, { type Static, type TProperties } from "typebox";
import { type BucketName, buckets } from "../protocol/limit.ts";

/** Marks a key whose value is never printed. */
const secret = { secret: true };

function section<P extends TProperties>(description: string, properties: P) {
  return Type.Object(properties, { description, additionalProperties: false });
}

const text = (value: string, description: string, more = {}) =>
  Type.String({ default: value, description, ...more });
const whole = (value: number, description: string, more = {}) =>
  Type.Integer({ default: value, minimum: 0, description, ...more });
const flag = (value: boolean, description: string) => Type.Boolean({ default: value, description });
const list = (value: string[], description: string) =>
  Type.Array(Type.String(), { default: value, description });
const pair = (value: [number, number], description: string) =>
  Type.Array(Type.Number(), { default: value, description, minItems: 2, maxItems: 2 });
const choice = <const T extends string[]>(values: [...T], value: T[number], description: string) =>
  Type.Enum(values, { default: value, description });

const bucketKeys = Object.fromEntries(
  Object.entries(buckets).map(([name, { calls, doc }]) => [
    name,
    whole(calls, `Calls in each window: ${doc}.`),
  ]),
) as Record<BucketName, ReturnType<typeof whole>>;

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

/** Every configuration key with its type, default and meaning. Generates docs/reference/config.md. */
export const configSchema = section("Ermine", {
  host: text("127.0.0.1", "Address to listen on; 0.0.0.0 accepts connections from other machines."),
  port: whole(8080, "Port to listen on; 0 picks a free one.", { maximum: 65535 }),
  public_url: text(
    "",
    "Public address of the server, e.g. https://chat.example.org. Empty: http://localhost and the port.",
    {
      pattern: "^(https?://[^/]+(/.*[^/])?)?$",
    },
  ),
  app_url: text("", "Address of the web client, for links in mails. Empty: public_url."),
  data_dir: text("./data", "Directory of the database, the files and the generated secrets."),
  database_url: text("", "postgres://… to use PostgreSQL. Empty: SQLite in data_dir.", {
    ...secret,
    pattern: "^(postgres(ql)?://.+)?$",
  }),
  trusted_proxies: list(
    [],
    "Addresses or networks (CIDR) of proxies whose X-Forwarded-For header is trusted.",
  ),
  registration: choice(
    ["open", "invite", "closed"],
    "open",
    "Who may register: everyone (`open`), holders of an invite code (`invite`) or no one (`closed`).",
  ),
  log: section("Logs, as JSON lines on standard output.", {
    level: choice(
      ["trace", "debug", "info", "warn", "error", "silent"],
      "info",
      "Least severe level that is logged: `trace`, `debug`, `info`, `warn`, `error` or `silent`.",
    ),
    requests: flag(true, "Log one line for each request."),
  }),
  http: section("The HTTP API.", {
    body_limit: whole(1_048_576, "Largest JSON body, in bytes."),
    shutdown_grace_ms: whole(10_000, "How long a shutdown waits for requests in flight."),
  }),
  events: section("The event stream.", {
    frame_bytes: whole(65_536, "Largest frame that a client may send, in bytes.", { minimum: 1_024 }),
    frames: whole(
      60,
      "Frames that a connection may send in each window of frames_window_ms; one more closes it.",
    ),
    frames_window_ms: whole(10_000, "Length of the window of events.frames.", { minimum: 1 }),
    connections: whole(
      100,
      "Connections that one user may have at once; a further one is closed with 4008.",
      { minimum: 1 },
    ),
    failed_authentications: whole(5, "The bad token with this number closes the connection."),
    authenticate_within_ms: whole(30_000, "How long a connection may stay open without a valid token."),
    ping_within_ms: whole(60_000, "How long a connection may stay open without a Ping."),
    send_queue_bytes: whole(
      4_194_304,
      "Bytes that may wait for a client that reads too slowly; with more, its connection is closed.",
      { minimum: 4_096 },
    ),
    offline_grace_ms: whole(5_000, "How long a user stays online after their last connection closed."),
    typing_expires_ms: whole(6_000, "How long a typing indicator lasts unless it is renewed."),
    subscriptions: whole(
      5,
      "Servers that one connection may Subscribe to at once; one more ends the subscription renewed least recently.",
    ),
    subscription_lasts_ms: whole(900_000, "How long a subscription lasts unless it is renewed."),
    presence_to_servers: flag(
      false,
      "Send presence to every member of a server, not only to bots and subscribers.",
    ),
    shutdown_spread_ms: whole(5_000, "Time over which a shutdown spreads the closing of connections."),
  }),
  database: section("The database.", {
    pool_size: whole(10, "PostgreSQL connections for reading, and as many for writing.", { minimum: 1 }),
    fsync: flag(
      true,
      "Wait for the disk before a change is acknowledged (SQLite). Off loses data in a power cut.",
    ),
  }),
  ratelimits: section("Rate limits.", {
    enabled: flag(true, "Whether calls are limited. Off: no limits and no X-RateLimit headers."),
    window_ms: whole(10_000, "Length of a window, which its first call opens.", { minimum: 1 }),
    bot_multiplier: whole(1, "Factor for the limits of bots; each bot is counted separately.", {
      minimum: 1,
    }),
    ...bucketKeys,
  }),
  smtp: section("Outgoing mail. With a host set, new accounts must verify their address.", {
    host: text("", "Mail server. Empty: no mail is sent, and addresses need no verification."),
    port: whole(587, "Port of the mail server.", { maximum: 65535 }),
    tls: choice(
      ["implicit", "starttls", "none"],
      "starttls",
      "TLS from the first byte (`implicit`), TLS after STARTTLS, which is required (`starttls`), or `none`.",
    ),
    username: text("", "User name for the mail server. Empty: no authentication."),
    password: text("", "Password for the mail server.", secret),
    from: text("Ermine <noreply@localhost>", "Sender of all mail."),
    reply_to: text("", "Reply-To address of all mail. Empty: none."),
    ehlo_name: text("", "Name in the EHLO greeting. Empty: the machine's host name."),
    verify_certificate: flag(true, "Refuse mail servers without a valid certificate."),
    folder: text("", "Write each mail as a file into this folder instead of sending it, for trials."),
  }),
  outbound: section("Fetches of addresses that users supply.", {
    max_redirects: whole(3, "Redirects that one fetch follows."),
    timeout_ms: whole(5_000, "How long one fetch may take, from queueing to the last byte.", {
      minimum: 1,
    }),
    max_bytes: whole(5_000_000, "Largest response, in bytes, both compressed and decompressed."),
    concurrency: whole(16, "Concurrent fetches; further ones are queued.", { minimum: 1 }),
    blocked_domains: list([], "Domains that are not fetched from, subdomains included."),
    allow_private_hosts: list(
      [],
      "Addresses, networks (CIDR) and host names of the private network that may be fetched from all the same.",
    ),
    dns_servers: list([], "Addresses of the DNS servers to query. Empty: those of the system."),
  }),
  unfurl: section("Link previews and their media.", {
    timeout_ms: whole(10_000, "How long all fetches of one preview may take together.", { minimum: 1 }),
    cache_ms: whole(60_000, "How long the result of a link is cached."),
    cache_entries: whole(10_000, "Links cached at most, for pages and for media each.", { minimum: 1 }),
    cache_bytes: whole(67_108_864, "Size of the cache in bytes, for pages and for media each."),
    max_pixels: whole(40_000_000, "Pixels of the largest image that is decoded.", { minimum: 1 }),
    max_frames: whole(1_000, "Frames of the longest animation that is decoded.", { minimum: 1 }),
    image_side: whole(1_280, "Longest side of a proxied image, in pixels.", { minimum: 1 }),
    videos: whole(8, "Videos proxied at the same time; keep it below outbound.concurrency."),
    video_bytes: whole(50_000_000, "Largest video that is proxied, in bytes."),
    video_timeout_ms: whole(60_000, "How long proxying a video may take.", { minimum: 1 }),
  }),
  files: section("Uploaded files.", {
    max_pixels: whole(40_000_000, "Pixels of the largest image that is decoded.", { minimum: 1 }),
    max_side: whole(10_000, "Longest side of an image that is decoded, in pixels.", { minimum: 1 }),
    max_frames: whole(1_000, "Frames of the longest animation that is decoded.", { minimum: 1 }),
    max_unused_bytes: whole(
      1_000_000_000,
      "Bytes of unused uploads that one user may have; an unused upload is deleted after an hour.",
    ),
  }),
  s3: section("S3-compatible storage for files, instead of data_dir.", {
    bucket: text("", "Bucket for files. Empty: files are kept in data_dir."),
    endpoint: text("", "Address of the storage, e.g. https://s3.example.org. Empty: Amazon's in s3.region.", {
      pattern: "^(https?://.+)?$",
    }),
    region: text("us-east-1", "Region of the bucket."),
    access_key_id: text(
      "",
      "Access key that may list the bucket and read, write and delete its objects.",
      secret,
    ),
    secret_access_key: text("", "Secret of the access key.", secret),
    prefix: text("", "Prefix of all object names, e.g. ermine/ in a shared bucket.", {
      pattern: "^[A-Za-z0-9/_.-]*$",
    }),
    path_style: flag(true, "Name the bucket in the path of the URL; off: in the host name."),
  }),
  captcha: section("hCaptcha on registration and mail requests.", {
    site_key: text("", "hCaptcha site key, which clients get."),
    secret: text("", "hCaptcha secret. Empty: no captcha.", secret),
    verify_url: text("https://api.hcaptcha.com/siteverify", "Address that verifies captcha answers."),
  }),
  accounts: section("Accounts.", {
    blocked_mail_domains: list([], "Mail domains whose addresses are refused."),
    blocked_mail_note: text(
      "Mail addresses of this provider are not accepted here.",
      "Note in the error for addresses of these domains.",
    ),
    breach_check_url: text(
      "",
      'Service that is queried with GET {url}/{SHA-1 of the password}; `{"secure": true}` accepts the password. After any other response the built-in list decides. Empty: only that list.',
    ),
    shield_url: text(
      "",
      'Abuse filter that gets `{email, ip}` of each registration; `{"blocked": true}` refuses it. Empty: none.',
    ),
    shield_key: text("", "Bearer token for the abuse filter.", secret),
    deletion_delay_days: whole(7, "Days between the confirmation of an account deletion and its execution."),
  }),
  passwords: section("Cost of hashing a password with Argon2id.", {
    memory_kib: whole(19_456, "Memory of one Argon2id hash, in KiB.", { minimum: 8 }),
    passes: whole(2, "Passes of one Argon2id hash over its memory.", { minimum: 1 }),
  }),
  users: section("Users.", {
    min_username_length: whole(
      2,
      "Bytes of the shortest username; names that sanitising makes shorter are padded with underscores.",
    ),
    early_adopter_cutoff: whole(
      0,
      "Users created before this time (ms since 1970) get the early-adopter badge. 0: none.",
    ),
  }),
  sync: section("Settings that clients keep on the server, for each user.", {
    max_settings: whole(1_000, "Settings that a user may store.", { minimum: 1, maximum: 5_000 }),
    max_bytes: whole(1_048_576, "Bytes that all settings of a user may take together."),
  }),
  audit: section("The audit log of each server.", {
    retention_days: whole(30, "Days after which an audit log entry is deleted.", { minimum: 1 }),
  }),
  limits: section("Limits that clients are told.", {
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
  }),
  push: section("Push notifications. Web push needs no configuration.", {
    contact: text(
      "",
      "Contact for operators of push services: a mailto: or https: address. Empty: public_url, if it is https.",
    ),
    timeout_ms: whole(5_000, "How long one request to a push service may take.", { minimum: 1 }),
    fcm: section("Devices with Google's service.", {
      service_account: text(
        "",
        "JSON key of a Google service account. Empty: FCM devices get no notifications.",
        secret,
      ),
      url: text("https://fcm.googleapis.com", "Address of FCM."),
    }),
    apn: section("Devices with Apple's service.", {
      key: text("", "Signing key (p8, PEM). Empty: Apple devices get no notifications.", secret),
      key_id: text("", "Id of the signing key."),
      team_id: text("", "Id of the team that the signing key belongs to."),
      topic: text("", "Bundle id of the app."),
      sandbox: flag(false, "Use Apple's service for apps in development."),
      url: text("", "Address of APNs. Empty: Apple's."),
    }),
  }),
  legal: section("Links shown to users.", {
    terms_of_service: text("", "Link to the terms of service."),
    privacy_policy: text("", "Link to the privacy policy."),
    guidelines: text("", "Link to the community guidelines."),
  }),
  secrets: section(
    "Generated into data_dir at first start; set them only to share them among several machines.",
    {
      encryption_key: text(
        "",
        "Key that encrypts stored secrets: 32 bytes, base64url. Empty: the one in secrets.json.",
        secret,
      ),
      vapid_private_key: text(
        "",
        "Private key for web push (VAPID), base64url. Empty: the one in secrets.json.",
        secret,
      ),
    },
  ),
});

export type Config = Static<typeof configSchema>;
