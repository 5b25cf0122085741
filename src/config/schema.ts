import type { Static } from "typebox";
import { backupKeys } from "./backup-keys.ts";
import { type BucketName, buckets } from "./buckets.ts";
import { communityKeys } from "./community-keys.ts";
import { eventKeys } from "./event-keys.ts";
import { cap, choice, flag, interval, list, secret, section, text, whole } from "./key-types.ts";
import { limitKeys } from "./limit-keys.ts";
import { oidcKeys } from "./oidc-keys.ts";
import { outboundKeys } from "./outbound-keys.ts";
import { voiceKeys } from "./voice-keys.ts";

const bucketKeys = Object.fromEntries(
  Object.entries(buckets).map(([name, { calls, doc }]) => [
    name,
    whole(calls, `Calls in each window: ${doc}.`),
  ]),
) as Record<BucketName, ReturnType<typeof whole>>;

/** Every configuration key with its type, default and meaning. Generates docs/reference/config.md. */
export const configSchema = section("Ermine", {
  host: text("127.0.0.1", "Address to listen on; 0.0.0.0 accepts connections from other machines."),
  port: whole(8080, "Port to listen on; 0 picks a free one.", { maximum: 65535 }),
  public_url: text(
    "",
    "Public address of the server, e.g. https://chat.example.org. Empty: http://localhost and the port or, if host is not of this machine alone, the address under which a client called.",
    {
      pattern: "^(https?://[^/?#@\\s]+)?$",
      form: "the address of a host, such as https://chat.example.org: without a path, because Ermine answers at all paths of its host",
    },
  ),
  app_url: text("", "Address of the web client, for links in mails. Empty: public_url.", {
    pattern: "^(https?://.+)?$",
    form: "an address that begins with https:// or http://",
  }),
  data_dir: text("./data", "Directory of the database, the files and the generated secrets."),
  database_url: text("", "postgres://… to use PostgreSQL. Empty: SQLite in data_dir.", {
    ...secret,
    pattern: "^(postgres(ql)?://.+)?$",
    form: "an address that begins with postgres:// or postgresql://",
  }),
  redis_url: text(
    "",
    "redis://… or, with TLS, rediss://user:password@host:port/database of a Redis or Valkey in which rate limits are counted for all servers of a cluster, and over which they send each other events. Needs database_url. Empty: none.",
    {
      ...secret,
      pattern: "^(rediss?://.+)?$",
      form: "an address that begins with redis:// or rediss://",
      maxLength: 2_000,
    },
  ),
  trusted_proxies: list(
    [],
    "Addresses or networks (CIDR) of proxies whose X-Forwarded-For header is trusted.",
  ),
  registration: choice(
    ["open", "invite", "closed"],
    "open",
    "Who may register: everyone (`open`), holders of an invite code (`invite`) or no one (`closed`).",
  ),
  log: section("Logs, on standard output.", {
    level: choice(
      ["trace", "debug", "info", "warn", "error", "silent"],
      "info",
      "Least severe level that is logged: `trace`, `debug`, `info`, `warn`, `error` or `silent`.",
    ),
    format: choice(
      ["auto", "json", "text"],
      "auto",
      "How lines look: `json`, `text` for people, or `auto`, which is text on a terminal and JSON elsewhere.",
    ),
    requests: choice(
      ["auto", "always", "never"],
      "auto",
      "Whether there is a line for each request; `auto` means only where lines are JSON.",
    ),
    client_address: flag(false, "Add the client's address to the line of a request."),
  }),
  http: section("The HTTP API.", {
    body_limit: whole(1_048_576, "Largest JSON body, in bytes."),
    shutdown_delay_ms: whole(
      0,
      "How long a server that is told to stop continues to serve while /ready fails, so that a load balancer switches to other servers first.",
    ),
    shutdown_grace_ms: whole(10_000, "How long a shutdown waits for requests in flight."),
  }),
  ready: section("The page /ready, which shows whether the server can do its work.", {
    min_free_bytes: whole(
      67_108_864,
      "Bytes that must be free on the disk of data_dir; with less, /ready fails. 0: any number.",
    ),
  }),
  metrics: section("Figures for Prometheus, on a port of their own.", {
    enabled: flag(false, "Collect metrics, and serve them at /metrics."),
    host: text("127.0.0.1", "Address to listen on for /metrics."),
    port: whole(9464, "Port to listen on for /metrics; 0 picks a free one.", { maximum: 65535 }),
    token: text("", "Bearer token that Prometheus must send. Empty: none.", secret),
  }),
  web: section("The pages at /, for browsers.", {
    enabled: flag(
      true,
      "Serve the web client. Off: plain pages that say how clients connect, and for the links in mails and invites.",
    ),
    dir: text("", "Directory of another built web client to serve instead of Ermine's own."),
    admin: flag(true, "Serve the admin page at /admin, whether or not there is a web client."),
  }),
  events: eventKeys,
  database: section("The database.", {
    pool_size: whole(10, "PostgreSQL connections for reading, and as many for writing.", { minimum: 1 }),
    query_timeout_ms: whole(
      15_000,
      "How long a PostgreSQL query may take, or wait for a connection, before it fails and its connection is replaced.",
      { minimum: 100 },
    ),
    fsync: flag(
      true,
      "Wait for the disk before a change is acknowledged (SQLite). Off loses data in a power cut.",
    ),
    exit_on_failed_sync: flag(
      true,
      "Exit with an error when the disk fails to store a change (SQLite), so that a service manager restarts the server. Off: the server continues, and every further change fails.",
    ),
    snapshot_days: whole(
      30,
      "Days after which the copy of the database that an upgrade has made in data_dir/snapshots is deleted (SQLite). 0: never.",
    ),
  }),
  cluster: section("Several servers on one PostgreSQL database.", {
    enabled: flag(
      false,
      "Whether further servers may run on the database. Needs database_url, and s3.bucket or cluster.shared_files.",
    ),
    shared_files: flag(
      false,
      "Declares that data_dir/files is one directory that all servers mount, so that files need not be in S3.",
    ),
  }),
  ratelimits: section("Rate limits.", {
    enabled: flag(true, "Whether calls are limited. Off: no limits and no X-RateLimit headers."),
    window_ms: whole(10_000, "Length of a window, which its first call opens.", { minimum: 1 }),
    bot_multiplier: whole(1, "Factor for the limits of bots; each bot is counted separately.", {
      minimum: 1,
    }),
    total: whole(
      500,
      "Calls in each window of one session, bot, webhook or anonymous address, in all buckets together. 0: any number.",
    ),
    total_address: whole(
      5_000,
      "Calls in each window from one address (IPv6: one /64), with and without credentials. 0: any number.",
    ),
    account: whole(
      600,
      "Logins for one account in each window of account_window_ms, from all addresses together; one address may make a tenth of them. Requests for a password reset, resets and proofs of identity have as many each. 0: any number.",
    ),
    account_window_ms: whole(3_600_000, "Length of the window of ratelimits.account.", { minimum: 1 }),
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
    hourly_per_recipient: whole(
      5,
      "Mails to one address in an hour, of all kinds together. Further ones are not sent, and the link in the last one stays valid. 0: no limit.",
    ),
    folder: text("", "Write each mail as a file into this folder instead of sending it, for trials."),
  }),
  ...outboundKeys,
  files: section("Uploaded files.", {
    max_pixels: whole(40_000_000, "Pixels of the largest image that is decoded.", { minimum: 1 }),
    max_side: whole(10_000, "Longest side of an image that is decoded, in pixels.", { minimum: 1 }),
    max_frames: whole(1_000, "Frames of the longest animation that is decoded.", { minimum: 1 }),
    max_unused_bytes: whole(
      1_000_000_000,
      "Bytes of unused uploads that one user may have; an unused upload is deleted after an hour.",
    ),
    max_user_bytes: whole(
      5_000_000_000,
      "Bytes that the files of one user, including those of their bots and webhooks, may take together. 0: no limit.",
    ),
    max_daily_bytes: whole(
      1_000_000_000,
      "Bytes that one user, including their bots and webhooks, may upload in a day (UTC). 0: no limit.",
    ),
  }),
  s3: section("S3-compatible storage for files, instead of data_dir.", {
    bucket: text("", "Bucket for files. Empty: files are kept in data_dir."),
    endpoint: text("", "Address of the storage, e.g. https://s3.example.org. Empty: Amazon's in s3.region.", {
      pattern: "^(https?://.+)?$",
      form: "an address that begins with https:// or http://",
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
      form: "made of letters, digits and the signs / _ . -",
    }),
    path_style: flag(true, "Name the bucket in the path of the URL; off: in the host name."),
  }),
  backup: backupKeys,
  import: section("Moving in from other services.", {
    stoat_files_key: text(
      "",
      "Key of the files of a Stoat instance for `ermine import stoat`: encryption_key in the section [files] of its configuration. Only needed while it runs.",
      secret,
    ),
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
    password_login: choice(
      ["on", "off"],
      "on",
      "Whether people log in and register with a password. `off`: only with the providers of oidc; `ermine accounts sign-in` makes a link for whoever cannot.",
    ),
    sign_in_addresses: choice(
      ["network", "whole"],
      "network",
      "What the history of sign-ins keeps of addresses: the network (/24 of IPv4, /48 of IPv6) or the `whole` address.",
    ),
    geoip_databases: list(
      [],
      "Paths of databases in the format of MaxMind (MMDB), by which the history of sign-ins and the notices of new devices name country and city. The first one that knows a network counts. Files are read again after they have changed.",
    ),
    sign_in_days: whole(90, "Days after which a sign-in is removed from the history.", { minimum: 1 }),
    max_sessions: whole(
      100,
      "Sessions of one account; a further login ends the one that was not used for longest. 0: any number.",
    ),
  }),
  sessions: section("Sessions of people. Bots have none.", {
    max_age: interval("Time after the login at which a session expires, whether or not it is used"),
    idle: interval(
      "Time without use after which a session expires. A request or a new stream uses it, an open stream alone does not",
    ),
  }),
  oidc: oidcKeys,
  community: communityKeys,
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
  operators: section("What operators do, by the command line or the admin page.", {
    retention_days: whole(365, "Days after which the record of an operator's action is deleted.", {
      minimum: 1,
    }),
  }),
  limits: limitKeys,
  caps: section("Limits that clients are not told. What exceeds a lowered limit stays.", {
    channel_overrides: cap(100, "Roles that have permissions of their own in a channel."),
    channel_webhooks: cap(50, "Webhooks of a channel or group."),
    server_bans: cap(10_000, "Bans of a server."),
    server_invites: cap(1_000, "Invites to the channels of a server."),
    group_invites: cap(100, "Invites to a group."),
    user_groups: cap(200, "Groups that one user may be in. Bots may be in any number."),
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
  voice: voiceKeys,
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
