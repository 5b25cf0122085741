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
  Object.entries(buckets).map(([name, { calls, doc }]) => [name, whole(calls, `Calls a window: ${doc}.`)]),
) as Record<BucketName, ReturnType<typeof whole>>;

const uploadSizes = section("Largest upload of each kind, in bytes.", {
  attachments: whole(20_000_000, "Message attachments."),
  avatars: whole(4_000_000, "Avatars."),
  backgrounds: whole(6_000_000, "Profile backgrounds."),
  icons: whole(2_500_000, "Server and group icons."),
  banners: whole(6_000_000, "Server banners."),
  emojis: whole(500_000, "Custom emoji."),
});

const tier = (
  who: string,
  friendRequests: number,
  bots: number,
  servers: number,
  resolution: [number, number],
) =>
  section(`What ${who} may do.`, {
    outgoing_friend_requests: whole(friendRequests, "Open outgoing friend requests."),
    bots: whole(bots, "Bots owned."),
    message_length: whole(2000, "Characters in a message."),
    message_attachments: whole(5, "Attachments in a message."),
    servers: whole(servers, "Servers joined."),
    voice_quality: whole(16_000, "Voice bit rate."),
    video: flag(true, "Video in calls."),
    video_resolution: pair(resolution, "Largest video, width and height."),
    video_aspect_ratio: pair([0.3, 2.5], "Narrowest and widest video."),
    file_upload_size_limits: uploadSizes,
  });

/** Every key there is: its type, default and meaning. The page docs/reference/config.md is made from this. */
export const configSchema = section("Ermine", {
  host: text("127.0.0.1", "Address to listen on; 0.0.0.0 to be reached from other machines."),
  port: whole(8080, "Port to listen on; 0 takes a free one.", { maximum: 65535 }),
  public_url: text(
    "",
    "The address people type, e.g. https://chat.example.org. Empty: http://localhost and the port.",
    {
      pattern: "^(https?://[^/]+(/.*[^/])?)?$",
    },
  ),
  app_url: text("", "Where the web client is, for links in mails. Empty: public_url."),
  data_dir: text("./data", "Where the database, the files and the generated secrets live."),
  database_url: text("", "postgres://… to use PostgreSQL. Empty: SQLite in data_dir.", {
    ...secret,
    pattern: "^(postgres(ql)?://.+)?$",
  }),
  trusted_proxies: list([], "Addresses or networks (CIDR) whose X-Forwarded-For is believed."),
  registration: choice(
    ["open", "invite", "closed"],
    "open",
    "Who may register: anybody, holders of an invite code, nobody.",
  ),
  log: section("Logs, as JSON lines on standard output.", {
    level: choice(
      ["trace", "debug", "info", "warn", "error", "silent"],
      "info",
      "Least severe line that is written.",
    ),
    requests: flag(true, "One line for each request."),
  }),
  http: section("The HTTP API.", {
    body_limit: whole(1_048_576, "Largest JSON body, in bytes."),
    shutdown_grace_ms: whole(10_000, "How long requests in flight may take to finish at shutdown."),
  }),
  events: section("The event stream.", {
    frame_bytes: whole(65_536, "Largest frame a client may send.", { minimum: 1_024 }),
    frames: whole(60, "Frames a client may send in each window of frames_window_ms."),
    frames_window_ms: whole(10_000, "Length of that window.", { minimum: 1 }),
    connections: whole(100, "Connections that one user may have at once.", { minimum: 1 }),
    failed_authentications: whole(5, "Bad tokens that one connection may try."),
    authenticate_within_ms: whole(30_000, "How long a connection may stay without a good token."),
    ping_within_ms: whole(60_000, "How long a connection may stay without a Ping."),
    send_queue_bytes: whole(
      4_194_304,
      "What may wait for a client that reads too slowly; beyond it the client is disconnected.",
      { minimum: 4_096 },
    ),
    offline_grace_ms: whole(5_000, "How long somebody counts as online after the last connection closed."),
    typing_expires_ms: whole(6_000, "How long a typing notice lasts unless it is renewed."),
    subscriptions: whole(5, "Servers whose user updates one connection may follow."),
    subscription_lasts_ms: whole(900_000, "How long it follows each, unless renewed."),
    presence_to_servers: flag(
      false,
      "Tell every member of a server who comes and goes, not only bots and followers.",
    ),
    shutdown_spread_ms: whole(5_000, "Over how long connections are closed at shutdown."),
  }),
  database: section("The database.", {
    pool_size: whole(10, "PostgreSQL connections for reading, and as many for writing.", { minimum: 1 }),
    fsync: flag(
      true,
      "Wait for the disk before a change is acknowledged (SQLite). Off loses data in a power cut.",
    ),
  }),
  ratelimits: section("Rate limits.", {
    enabled: flag(true, "Off: no limits, no headers."),
    window_ms: whole(10_000, "Length of a window, counted from its first call.", { minimum: 1 }),
    bot_multiplier: whole(1, "How many times as much a bot may do; each is counted by itself.", {
      minimum: 1,
    }),
    ...bucketKeys,
  }),
  smtp: section("Outgoing mail. With a host set, new accounts must verify their address.", {
    host: text("", "Mail server. Empty: no mail is sent, and no verification asked."),
    port: whole(587, "Its port.", { maximum: 65535 }),
    tls: choice(
      ["implicit", "starttls", "none"],
      "starttls",
      "TLS from the first byte, TLS after STARTTLS (required), or none.",
    ),
    username: text("", "Empty: no authentication."),
    password: text("", "Password for the mail server.", secret),
    from: text("Ermine <noreply@localhost>", "Sender of all mail."),
    reply_to: text("", "Where answers go. Empty: to the sender."),
    ehlo_name: text("", "Name this server gives itself. Empty: the machine's host name."),
    verify_certificate: flag(true, "Refuse mail servers whose certificate does not check out."),
    folder: text("", "Instead of sending, write each mail as a file into this folder (to try things out)."),
  }),
  outbound: section("Fetching what people link to.", {
    max_redirects: whole(3, "Redirects that are followed."),
    timeout_ms: whole(5_000, "How long one fetch may take, from waiting for its turn to the last byte.", {
      minimum: 1,
    }),
    max_bytes: whole(5_000_000, "Longest answer, in bytes, packed and unpacked."),
    concurrency: whole(16, "Fetches at the same time; others wait.", { minimum: 1 }),
    blocked_domains: list([], "Domains that nothing is fetched from, nor from those below them."),
    allow_private_hosts: list(
      [],
      "Addresses, networks (CIDR) and host names inside one's own network that may be fetched from nevertheless.",
    ),
    dns_servers: list([], "Addresses of the name servers to ask. Empty: those of the system."),
  }),
  unfurl: section("Previews of links, and the media that they show.", {
    timeout_ms: whole(10_000, "How long all fetches for one preview may take together.", { minimum: 1 }),
    cache_ms: whole(60_000, "How long what came of a link is remembered."),
    cache_entries: whole(10_000, "Links remembered at most, of pages and of media each.", { minimum: 1 }),
    cache_bytes: whole(67_108_864, "Bytes that these may take, of pages and of media each."),
    max_pixels: whole(40_000_000, "Pixels of the largest image that is looked into.", { minimum: 1 }),
    max_frames: whole(1_000, "Frames of the longest animation.", { minimum: 1 }),
    image_side: whole(1_280, "Longest side of an image that is passed on, in pixels.", { minimum: 1 }),
    videos: whole(8, "Videos passed on at the same time; keep it below outbound.concurrency."),
    video_bytes: whole(50_000_000, "Longest video that is passed on, in bytes."),
    video_timeout_ms: whole(60_000, "How long passing it on may take.", { minimum: 1 }),
  }),
  files: section("Uploaded files.", {
    max_pixels: whole(40_000_000, "Pixels of the largest image that is looked into.", { minimum: 1 }),
    max_side: whole(10_000, "Its longest side, in pixels.", { minimum: 1 }),
    max_frames: whole(1_000, "Frames of the longest animation.", { minimum: 1 }),
    max_unused_bytes: whole(
      1_000_000_000,
      "What one user may have uploaded that nothing uses yet; it goes after an hour.",
    ),
  }),
  s3: section("Where files are kept, if not in data_dir. Any storage that speaks S3 will do.", {
    bucket: text("", "Bucket for files. Empty: files are kept in data_dir."),
    endpoint: text(
      "",
      "Address of the storage, e.g. https://s3.example.org. Empty: that of Amazon in the region.",
      { pattern: "^(https?://.+)?$" },
    ),
    region: text("us-east-1", "Its region."),
    access_key_id: text("", "Key that may list the bucket and read, write and delete in it.", secret),
    secret_access_key: text("", "Secret of that key.", secret),
    prefix: text("", "What the name of every object begins with, e.g. ermine/ in a shared bucket.", {
      pattern: "^[A-Za-z0-9/_.-]*$",
    }),
    path_style: flag(true, "The bucket is in the path of the address; off: in the name of the host."),
  }),
  captcha: section("hCaptcha on registration and mail requests.", {
    site_key: text("", "Public key, given to clients."),
    secret: text("", "Secret key. Empty: no captcha.", secret),
    verify_url: text("https://api.hcaptcha.com/siteverify", "Where answers are checked."),
  }),
  accounts: section("Accounts.", {
    blocked_mail_domains: list([], "Domains that cannot register."),
    blocked_mail_note: text(
      "Mail addresses of this provider are not accepted here.",
      "What their owners are told.",
    ),
    breach_check_url: text(
      "",
      'A service asked for GET {url}/{SHA-1 of the password}; `{"secure": true}` accepts it. Anything else falls back to the built-in list.',
    ),
    shield_url: text(
      "",
      'An abuse filter, sent `{email, ip}` on registration; `{"blocked": true}` refuses it. Empty: none.',
    ),
    shield_key: text("", "Sent to the abuse filter as a bearer token.", secret),
    deletion_delay_days: whole(7, "Days between confirming a deletion and its execution."),
  }),
  passwords: section("Cost of hashing a password with Argon2id.", {
    memory_kib: whole(19_456, "Memory of one hash, in KiB.", { minimum: 8 }),
    passes: whole(2, "Passes over that memory.", { minimum: 1 }),
  }),
  users: section("Users.", {
    min_username_length: whole(2, "Names made shorter by cleaning are filled up with underscores."),
    early_adopter_cutoff: whole(
      0,
      "Users older than this (ms since 1970) carry the early-adopter badge. 0: nobody.",
    ),
  }),
  sync: section("Settings that clients keep on the server, for each user.", {
    max_settings: whole(1_000, "How many settings.", { minimum: 1, maximum: 5_000 }),
    max_bytes: whole(1_048_576, "Bytes that all of them may take together."),
  }),
  audit: section("The audit log of each server.", {
    retention_days: whole(30, "Days after which an entry goes.", { minimum: 1 }),
  }),
  limits: section("Limits told to clients.", {
    global: section("For everybody.", {
      group_size: whole(100, "People in a group."),
      message_embeds: whole(5, "Embeds in a message."),
      message_replies: whole(5, "Replies in a message."),
      message_reactions: whole(20, "Kinds of reaction on a message."),
      server_emoji: whole(100, "Emoji in a server."),
      server_roles: whole(200, "Roles in a server."),
      server_channels: whole(200, "Channels in a server."),
      body_limit_size: whole(20_000_000, "Largest upload request, in bytes."),
      restrict_server_creation: list([], "User ids that may create servers. Empty: everybody."),
      new_user_hours: whole(72, "Hours during which an account is new."),
    }),
    new_user: tier("new users", 5, 2, 50, [1080, 720]),
    default: tier("everybody else", 10, 5, 100, [1280, 720]),
  }),
  push: section("Push notifications. Web push needs no configuration.", {
    contact: text(
      "",
      "Where operators of push services reach you: a mailto: or https: address. Empty: public_url, if it is https.",
    ),
    timeout_ms: whole(5_000, "How long a push service may take.", { minimum: 1 }),
    fcm: section("Devices with Google's service.", {
      service_account: text(
        "",
        "The JSON key of a service account. Empty: such devices get nothing.",
        secret,
      ),
      url: text("https://fcm.googleapis.com", "Where the service is."),
    }),
    apn: section("Devices with Apple's service.", {
      key: text("", "The key for signing (p8, PEM). Empty: such devices get nothing.", secret),
      key_id: text("", "Its id."),
      team_id: text("", "The id of the team that it belongs to."),
      topic: text("", "The bundle id of the app."),
      sandbox: flag(false, "The service for apps in development."),
      url: text("", "Where the service is. Empty: at Apple."),
    }),
  }),
  legal: section("Links shown to people.", {
    terms_of_service: text("", "Terms of service."),
    privacy_policy: text("", "Privacy policy."),
    guidelines: text("", "Community guidelines."),
  }),
  secrets: section(
    "Generated into data_dir at first start; set them only to share them among several machines.",
    {
      encryption_key: text("", "32 bytes, base64url.", secret),
      vapid_private_key: text("", "Web-push key, base64url.", secret),
    },
  ),
});

export type Config = Static<typeof configSchema>;
