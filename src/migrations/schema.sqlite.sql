CREATE TABLE "accounts" (
  "id" text not null primary key,
  "email" text not null,
  "email_normalised" text not null unique,
  "password_hash" text not null,
  "disabled" integer default 0 not null,
  "verification" text not null,
  "verification_digest" text unique,
  "verification_expires" bigint,
  "new_email" text,
  "reset_digest" text unique,
  "reset_expires" bigint,
  "deletion" text,
  "deletion_digest" text unique,
  "deletion_time" bigint,
  "failed_logins" integer default 0 not null,
  "locked_until" bigint default 0 not null,
  "totp" text default 'disabled' not null,
  "totp_secret_sealed" text,
  "recovery_codes_sealed" text
);

CREATE INDEX "accounts_deletion" on "accounts" ("deletion", "deletion_time");

CREATE TABLE "channel_recipients" (
  "channel_id" text not null references "channels" ("id") on delete cascade,
  "user_id" text not null references "users" ("id") on delete cascade,
  "position" integer not null,
  constraint "channel_recipients_key" primary key ("channel_id", "user_id")
);

CREATE INDEX "channel_recipients_user" on "channel_recipients" ("user_id");

CREATE TABLE "channel_unreads" (
  "user_id" text not null references "users" ("id") on delete cascade,
  "channel_id" text not null references "channels" ("id") on delete cascade,
  "last_id" text,
  "mentions" text default '[]' not null,
  constraint "channel_unreads_key" primary key ("user_id", "channel_id")
);

CREATE TABLE "channels" (
  "id" text not null primary key,
  "kind" text not null,
  "pair" text unique,
  "active" integer default 1 not null,
  "last_message_id" text
);

CREATE TABLE commit_count (
  id integer primary key,
  count integer not null
);

CREATE TABLE "files" (
  "id" text not null primary key,
  "tag" text not null,
  "filename" text not null,
  "hash" text not null references "stored_files" ("hash"),
  "uploader_id" text not null,
  "uploaded_at" bigint not null,
  "used_as" text,
  "used_by" text,
  "deleted_at" bigint
);

CREATE INDEX "files_deleted" on "files" ("deleted_at");

CREATE INDEX "files_hash" on "files" ("hash");

CREATE INDEX "files_unused" on "files" ("used_as", "uploaded_at");

CREATE INDEX "files_used_by" on "files" ("used_by", "used_as");

CREATE TABLE "jobs" (
  "id" text not null primary key,
  "name" text not null,
  "payload" text not null,
  "run_at" bigint not null,
  "attempts" integer default 0 not null,
  "leased_until" bigint default 0 not null,
  "failed" integer default 0 not null,
  "last_error" text
);

CREATE INDEX "jobs_due" on "jobs" ("failed", "run_at");

CREATE TABLE "meta" (
  "key" text not null primary key,
  "value" text not null
);

CREATE TABLE "mfa_tickets" (
  "id" text not null primary key,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "token_digest" text not null unique,
  "validated" integer not null,
  "authorised" integer not null,
  "created_at" bigint not null
);

CREATE INDEX "mfa_tickets_created" on "mfa_tickets" ("created_at");

CREATE TABLE "outbox" (
  "id" text not null primary key,
  "announcement" text not null
);

CREATE TABLE "policy_changes" (
  "id" text not null primary key,
  "created_at" bigint not null,
  "effective_at" bigint not null,
  "description" text not null,
  "url" text not null
);

CREATE TABLE "registration_invites" (
  "code" text not null primary key,
  "created_at" bigint not null,
  "uses" integer default 0 not null,
  "max_uses" integer,
  "claimed_by" text
);

CREATE TABLE "relations" (
  "user_id" text not null references "users" ("id") on delete cascade,
  "other_id" text not null references "users" ("id") on delete cascade,
  "status" text not null,
  "since" bigint not null,
  constraint "relations_key" primary key ("user_id", "other_id")
);

CREATE INDEX "relations_other" on "relations" ("other_id");

CREATE TABLE "schema_version" (
  "version" integer not null
);

CREATE TABLE "sessions" (
  "id" text not null primary key,
  "user_id" text not null references "accounts" ("id") on delete cascade,
  "token_digest" text not null unique,
  "name" text not null,
  "last_seen" bigint not null,
  "subscription" text
);

CREATE INDEX "sessions_user" on "sessions" ("user_id");

CREATE TABLE "stored_files" (
  "hash" text not null primary key,
  "blob_key" text not null unique,
  "content_type" text not null,
  "metadata" text not null,
  "size" bigint not null,
  "stored_at" bigint not null
);

CREATE TABLE "user_settings" (
  "user_id" text not null references "users" ("id") on delete cascade,
  "key" text not null,
  "written_at" bigint not null,
  "value" text not null,
  constraint "user_settings_key" primary key ("user_id", "key")
);

CREATE TABLE "users" (
  "id" text not null primary key,
  "username" text not null,
  "username_key" text not null,
  "discriminator" text not null,
  "flags" integer default 0 not null,
  "badges" integer default 0 not null,
  "privileged" integer default 0 not null,
  "policy_acknowledged_at" bigint not null,
  "display_name" text,
  "pronouns" text,
  "avatar" text,
  "status_text" text,
  "status_presence" text,
  "profile_content" text,
  "profile_background" text,
  "discriminator_changed_at" bigint,
  constraint "users_name" unique ("username_key", "discriminator")
);
