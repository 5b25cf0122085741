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
  "totp" text default 'disabled' not null,
  "totp_secret_sealed" text,
  "recovery_codes_sealed" text,
  "totp_last_step" integer,
  "passkeys" text default 'none' not null,
  "notify_new_devices" integer default 1 not null,
  "email_proved" integer default 0 not null
);

CREATE INDEX "accounts_deletion" on "accounts" ("deletion", "deletion_time");

CREATE TABLE "audit_entries" (
  "id" text not null primary key,
  "server_id" text not null references "servers" ("id") on delete cascade,
  "user_id" text not null,
  "target_id" text,
  "reason" text,
  "type" text not null,
  "details" text not null
);

CREATE INDEX "audit_entries_server" on "audit_entries" ("server_id", "id");

CREATE TABLE "bans" (
  "server_id" text not null references "servers" ("id") on delete cascade,
  "user_id" text not null,
  "reason" text,
  constraint "bans_key" primary key ("server_id", "user_id")
);

CREATE TABLE "barred_users" (
  "code" text not null references "invites" ("code") on delete cascade,
  "user_id" text not null,
  constraint "barred_users_key" primary key ("code", "user_id")
);

CREATE INDEX "barred_users_user" on "barred_users" ("user_id");

CREATE TABLE "bots" (
  "id" text not null primary key references "users" ("id"),
  "owner_id" text not null references "users" ("id"),
  "token_digest" text not null unique,
  "token" text not null,
  "public" integer default 0 not null,
  "analytics" integer default 0 not null,
  "discoverable" integer default 0 not null,
  "interactions_url" text,
  "terms_of_service_url" text,
  "privacy_policy_url" text,
  "flags" integer default 0 not null,
  "default_permissions" bigint
);

CREATE INDEX "bots_owner" on "bots" ("owner_id", "id");

CREATE TABLE "channel_overrides" (
  "channel_id" text not null references "channels" ("id") on delete cascade,
  "role_id" text not null references "roles" ("id") on delete cascade,
  "allow" bigint not null,
  "deny" bigint not null,
  constraint "channel_overrides_key" primary key ("channel_id", "role_id")
);

CREATE INDEX "channel_overrides_role" on "channel_overrides" ("role_id");

CREATE TABLE "channel_recipients" (
  "channel_id" text not null references "channels" ("id") on delete cascade,
  "user_id" text not null references "users" ("id") on delete cascade,
  "position" integer not null,
  constraint "channel_recipients_key" primary key ("channel_id", "user_id")
);

CREATE INDEX "channel_recipients_user" on "channel_recipients" ("user_id");

CREATE TABLE "channel_unreads" (
  "user_id" text not null references "users" ("id") on delete cascade,
  "channel_id" text not null,
  "last_id" text not null,
  constraint "channel_unreads_key" primary key ("user_id", "channel_id")
);

CREATE INDEX "channel_unreads_channel" on "channel_unreads" ("channel_id");

CREATE TABLE "channels" (
  "id" text not null primary key,
  "kind" text not null,
  "pair" text unique,
  "active" integer default 1 not null,
  "last_message_id" text,
  "server_id" text references "servers" ("id") on delete cascade,
  "name" text,
  "description" text,
  "icon" text,
  "nsfw" integer default 0 not null,
  "default_allow" bigint,
  "default_deny" bigint,
  "voice" text,
  "slowmode" integer,
  "owner_id" text references "users" ("id"),
  "permissions" bigint,
  "greatest_message_id" text
);

CREATE INDEX "channels_server" on "channels" ("server_id", "id");

CREATE TABLE "claim_changes" (
  "user_id" text not null references "imported_users" ("user_id") on delete cascade,
  "kind" text not null,
  "target" text not null,
  "before" text not null,
  constraint "claim_changes_key" primary key ("user_id", "kind", "target")
);

CREATE TABLE "claim_links" (
  "digest" text not null primary key,
  "user_id" text not null references "imported_users" ("user_id") on delete cascade,
  "account_id" text,
  "messages" integer not null,
  "expires" bigint not null,
  "used_by" text
);

CREATE INDEX "claim_links_user" on "claim_links" ("user_id");

CREATE TABLE commit_count (
  id integer primary key,
  count integer not null
);

CREATE TABLE "earlier_verifications" (
  "digest" text not null primary key,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "email" text not null,
  "expires" bigint not null
);

CREATE INDEX "earlier_verifications_account" on "earlier_verifications" ("account_id");

CREATE TABLE "email_undos" (
  "digest" text not null primary key,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "email" text not null,
  "had_second_factor" integer not null,
  "was_disabled" integer not null,
  "expires" bigint not null
);

CREATE INDEX "email_undos_account" on "email_undos" ("account_id");

CREATE TABLE "emojis" (
  "id" text not null primary key,
  "server_id" text references "servers" ("id") on delete set null,
  "creator_id" text not null,
  "name" text not null,
  "animated" integer not null,
  "nsfw" integer not null
);

CREATE INDEX "emojis_server" on "emojis" ("server_id", "id");

CREATE TABLE "files" (
  "id" text not null primary key,
  "tag" text not null,
  "filename" text not null,
  "hash" text not null references "stored_files" ("hash"),
  "uploader_id" text not null,
  "uploaded_at" bigint not null,
  "used_as" text,
  "used_by" text,
  "deleted_at" bigint,
  "reported" integer default 0 not null,
  "charged_to" text default '' not null
);

CREATE INDEX "files_deleted" on "files" ("deleted_at");

CREATE INDEX "files_hash" on "files" ("hash");

CREATE INDEX "files_unused" on "files" ("used_as", "uploaded_at");

CREATE INDEX "files_used_by" on "files" ("used_by", "used_as");

CREATE TABLE "identities" (
  "id" text not null primary key,
  "issuer" text not null,
  "subject" text not null,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "label" text not null,
  "created_at" bigint not null,
  "last_used_at" bigint not null,
  "grants" text default '[]' not null,
  constraint "identities_subject" unique ("issuer", "subject")
);

CREATE INDEX "identities_account" on "identities" ("account_id");

CREATE TABLE "imported_users" (
  "user_id" text not null primary key references "users" ("id") on delete cascade,
  "source" text not null,
  "foreign_id" text not null,
  "claimed_by" text,
  "undone_for" text,
  constraint "imported_users_foreign" unique ("source", "foreign_id")
);

CREATE TABLE "indexed_messages" (
  "search_id" integer primary key,
  "channel_id" text not null
);

CREATE TABLE "invites" (
  "code" text not null primary key,
  "channel_id" text not null references "channels" ("id") on delete cascade,
  "server_id" text references "servers" ("id") on delete cascade,
  "creator_id" text not null references "users" ("id") on delete cascade,
  "expires_at" bigint,
  "max_uses" integer,
  "uses" integer default 0 not null
);

CREATE INDEX "invites_channel" on "invites" ("channel_id");

CREATE INDEX "invites_server" on "invites" ("server_id");

CREATE TABLE "jobs" (
  "id" text not null primary key,
  "name" text not null,
  "payload" text not null,
  "run_at" bigint not null,
  "attempts" integer default 0 not null,
  "leased_until" bigint default 0 not null,
  "failed" integer default 0 not null,
  "last_error" text,
  "on_behalf_of" text
);

CREATE INDEX "jobs_due" on "jobs" ("failed", "run_at");

CREATE INDEX "jobs_turns" on "jobs" ("name", "on_behalf_of");

CREATE TABLE "known_devices" (
  "digest" text not null primary key,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "used_at" bigint not null
);

CREATE INDEX "known_devices_account" on "known_devices" ("account_id", "used_at");

CREATE TABLE "lockouts" (
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "source" text not null,
  "failures" integer not null,
  "locked_until" bigint not null,
  "judged" integer not null,
  "last_attempt" bigint not null,
  constraint "lockouts_pkey" primary key ("account_id", "source")
);

CREATE INDEX "lockouts_last_attempt" on "lockouts" ("last_attempt");

CREATE TABLE "logout_tokens" (
  "digest" text not null primary key,
  "expires" bigint not null
);

CREATE INDEX "logout_tokens_expires" on "logout_tokens" ("expires");

CREATE TABLE "mail_counts" (
  "recipient" text not null primary key,
  "sent" integer not null,
  "window_ends" bigint not null
);

CREATE TABLE "mass_mentions" (
  "channel_id" text not null,
  "message_id" text not null,
  "whom" text not null,
  constraint "mass_mentions_key" primary key ("channel_id", "message_id", "whom"),
  constraint "mass_mentions_message" foreign key ("channel_id", "message_id") references "messages" ("channel_id", "id") on delete cascade
);

CREATE TABLE "member_counts" (
  "server_id" text not null primary key references "servers" ("id") on delete cascade,
  "members" integer not null
);

CREATE TABLE "member_roles" (
  "server_id" text not null,
  "user_id" text not null,
  "role_id" text not null references "roles" ("id") on delete cascade,
  "position" integer not null,
  constraint "member_roles_key" primary key ("server_id", "user_id", "role_id"),
  constraint "member_roles_member" foreign key ("server_id", "user_id") references "members" ("server_id", "user_id") on delete cascade
);

CREATE INDEX "member_roles_role" on "member_roles" ("role_id");

CREATE TABLE "members" (
  "server_id" text not null references "servers" ("id") on delete cascade,
  "user_id" text not null references "users" ("id") on delete cascade,
  "joined_at" bigint not null,
  "nickname" text,
  "pronouns" text,
  "avatar" text,
  "timeout_until" bigint,
  "can_publish" integer default 1 not null,
  "can_receive" integer default 1 not null,
  constraint "members_key" primary key ("server_id", "user_id")
);

CREATE INDEX "members_user" on "members" ("user_id", "server_id");

CREATE TABLE "mentions" (
  "user_id" text not null,
  "channel_id" text not null,
  "message_id" text not null,
  constraint "mentions_key" primary key ("user_id", "channel_id", "message_id"),
  constraint "mentions_message" foreign key ("channel_id", "message_id") references "messages" ("channel_id", "id") on delete cascade
);

CREATE INDEX "mentions_message" on "mentions" ("channel_id", "message_id");

CREATE TABLE "message_keys" (
  "author_id" text not null,
  "key" text not null,
  "used_at" bigint not null,
  constraint "message_keys_key" primary key ("author_id", "key")
);

CREATE INDEX "message_keys_time" on "message_keys" ("used_at");

CREATE VIRTUAL TABLE message_words using fts5(
    channel, content, content='', contentless_delete=1,
    tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co Cn'"
  );

CREATE TABLE 'message_words_config'(
  k PRIMARY KEY,
  v
) WITHOUT ROWID;

CREATE TABLE 'message_words_data'(
  id INTEGER PRIMARY KEY,
  block BLOB
);

CREATE TABLE 'message_words_docsize'(
  id INTEGER PRIMARY KEY,
  sz BLOB,
  origin INTEGER
);

CREATE TABLE 'message_words_idx'(
  segid,
  term,
  pgno,
  PRIMARY KEY(segid, term)
) WITHOUT ROWID;

CREATE TABLE "messages" (
  "channel_id" text not null,
  "id" text not null,
  "author_id" text not null,
  "nonce" text,
  "content" text,
  "system" text,
  "webhook" text,
  "attachments" text,
  "embeds" text,
  "mentions" text,
  "role_mentions" text,
  "replies" text,
  "interactions" text,
  "masquerade" text,
  "flags" integer default 0 not null,
  "edited_at" bigint,
  "pinned" integer default 0 not null,
  constraint "messages_key" primary key ("channel_id", "id")
) without rowid;

CREATE INDEX messages_pinned on messages (channel_id, id) where pinned = 1;

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
  "created_at" bigint not null,
  "failures" integer default 0 not null,
  "second_factor" integer default 0 not null,
  "second_factor_at" bigint,
  "method" text,
  "provider" text
);

CREATE INDEX "mfa_tickets_account" on "mfa_tickets" ("account_id");

CREATE INDEX "mfa_tickets_created" on "mfa_tickets" ("created_at");

CREATE TABLE "oidc_flows" (
  "state_digest" text not null primary key,
  "provider" text not null,
  "purpose" text not null,
  "account_id" text references "accounts" ("id") on delete cascade,
  "browser_digest" text,
  "nonce" text not null,
  "verifier_sealed" text not null,
  "redirect_uri" text not null,
  "invite" text,
  "created_at" bigint not null
);

CREATE INDEX "oidc_flows_account" on "oidc_flows" ("account_id");

CREATE INDEX "oidc_flows_created" on "oidc_flows" ("created_at");

CREATE TABLE "operator_actions" (
  "id" text not null primary key,
  "source" text not null,
  "actor" text not null,
  "action" text not null,
  "target" text,
  "details" text not null
);

CREATE TABLE "outbox" (
  "id" text not null primary key,
  "announcement" text not null
);

CREATE TABLE "passkey_challenges" (
  "token_digest" text not null primary key,
  "challenge" text not null,
  "purpose" text not null,
  "account_id" text references "accounts" ("id") on delete cascade,
  "holder" text,
  "relying_party" text not null,
  "created_at" bigint not null
);

CREATE INDEX "passkey_challenges_account" on "passkey_challenges" ("account_id");

CREATE INDEX "passkey_challenges_created" on "passkey_challenges" ("created_at");

CREATE TABLE "passkeys" (
  "id" text not null primary key,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "credential_id" text not null unique,
  "public_key" text not null,
  "counter" bigint not null,
  "transports" text not null,
  "name" text not null,
  "created_at" bigint not null,
  "last_used_at" bigint
);

CREATE INDEX "passkeys_account" on "passkeys" ("account_id");

CREATE TABLE "pending_links" (
  "token_digest" text not null primary key,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "issuer" text not null,
  "subject" text not null,
  "label" text not null,
  "created_at" bigint not null,
  "grants" text default '[]' not null
);

CREATE INDEX "pending_links_account" on "pending_links" ("account_id");

CREATE INDEX "pending_links_created" on "pending_links" ("created_at");

CREATE TABLE "pending_timeouts" (
  "server_id" text not null references "servers" ("id") on delete cascade,
  "user_id" text not null references "users" ("id") on delete cascade,
  "timeout_until" bigint not null,
  "can_publish" integer not null,
  "can_receive" integer not null,
  constraint "pending_timeouts_key" primary key ("server_id", "user_id")
);

CREATE INDEX "pending_timeouts_end" on "pending_timeouts" ("timeout_until");

CREATE TABLE "policy_changes" (
  "id" text not null primary key,
  "created_at" bigint not null,
  "effective_at" bigint not null,
  "description" text not null,
  "url" text not null
);

CREATE TABLE "provider_sessions" (
  "id" text not null primary key,
  "identity_id" text not null references "identities" ("id") on delete cascade,
  "provider" text not null,
  "sid" text,
  "ticket_id" text not null,
  "session_id" text references "sessions" ("id") on delete cascade,
  "refresh_token_sealed" text,
  "refresh_at" bigint,
  "failures" integer default 0 not null,
  "created_at" bigint not null
);

CREATE INDEX "provider_sessions_identity_id" on "provider_sessions" ("identity_id");

CREATE INDEX "provider_sessions_refresh_at" on "provider_sessions" ("refresh_at");

CREATE INDEX "provider_sessions_session_id" on "provider_sessions" ("session_id");

CREATE INDEX "provider_sessions_sid" on "provider_sessions" ("sid");

CREATE INDEX "provider_sessions_ticket_id" on "provider_sessions" ("ticket_id");

CREATE TABLE "push_badges" (
  "session_id" text not null primary key references "sessions" ("id") on delete cascade,
  "shown" integer not null
);

CREATE TABLE "reactions" (
  "channel_id" text not null,
  "message_id" text not null,
  "emoji" text not null,
  "user_id" text not null,
  "since" text not null,
  constraint "reactions_key" primary key ("channel_id", "message_id", "emoji", "user_id"),
  constraint "reactions_message" foreign key ("channel_id", "message_id") references "messages" ("channel_id", "id") on delete cascade
);

CREATE TABLE "recovery_links" (
  "digest" text not null primary key,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "removes_second_factor" integer not null,
  "expires" bigint not null
);

CREATE INDEX "recovery_links_account" on "recovery_links" ("account_id");

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

CREATE INDEX "relations_shown" on "relations" ("user_id", "other_id", "status", "since");

CREATE TABLE "report_snapshots" (
  "id" text not null primary key,
  "report_id" text not null references "reports" ("id") on delete cascade,
  "content" text not null
);

CREATE INDEX "report_snapshots_report" on "report_snapshots" ("report_id");

CREATE TABLE "reports" (
  "id" text not null primary key,
  "author_id" text not null,
  "content" text not null,
  "additional_context" text not null,
  "status" text not null,
  "rejection_reason" text,
  "notes" text not null,
  "closed_at" bigint
);

CREATE INDEX "reports_status" on "reports" ("status", "id");

CREATE TABLE "roles" (
  "id" text not null primary key,
  "server_id" text not null references "servers" ("id") on delete cascade,
  "name" text not null,
  "allow" bigint not null,
  "deny" bigint not null,
  "colour" text,
  "hoist" integer default 0 not null,
  "rank" integer not null,
  "icon" text,
  "owner_id" text
);

CREATE INDEX "roles_owner" on "roles" ("owner_id");

CREATE INDEX "roles_server" on "roles" ("server_id");

CREATE TABLE "schema_version" (
  "version" integer not null
);

CREATE TABLE "servers" (
  "id" text not null primary key,
  "owner_id" text not null references "users" ("id"),
  "name" text not null,
  "description" text,
  "categories" text,
  "system_messages" text,
  "default_permissions" bigint not null,
  "icon" text,
  "banner" text,
  "flags" integer default 0 not null,
  "nsfw" integer default 0 not null,
  "analytics" integer default 0 not null,
  "discoverable" integer default 0 not null,
  "revision" text default '' not null
);

CREATE INDEX "servers_owner" on "servers" ("owner_id");

CREATE TABLE "sessions" (
  "id" text not null primary key,
  "user_id" text not null references "accounts" ("id") on delete cascade,
  "token_digest" text not null unique,
  "name" text not null,
  "last_seen" bigint not null,
  "subscription" text,
  "confirmed_at" bigint
);

CREATE INDEX "sessions_subscribed" on "sessions" ("user_id") where "subscription" is not null;

CREATE INDEX "sessions_user" on "sessions" ("user_id");

CREATE TABLE "sign_ins" (
  "id" text not null primary key,
  "account_id" text not null references "accounts" ("id") on delete cascade,
  "method" text not null,
  "provider" text,
  "second_factor" text,
  "outcome" text not null,
  "device" text not null,
  "address" text not null,
  "new_device" integer not null
);

CREATE INDEX "sign_ins_account" on "sign_ins" ("account_id", "id");

CREATE TABLE "slowmodes" (
  "user_id" text not null,
  "channel_id" text not null,
  "until" bigint not null,
  constraint "slowmodes_key" primary key ("user_id", "channel_id")
);

CREATE INDEX "slowmodes_until" on "slowmodes" ("until");

CREATE TABLE "storage_usage" (
  "user_id" text not null primary key,
  "claimed_bytes" bigint not null,
  "day" integer not null,
  "day_bytes" bigint not null
);

CREATE TABLE "stored_files" (
  "hash" text not null primary key,
  "blob_key" text not null unique,
  "content_type" text not null,
  "metadata" text not null,
  "size" bigint not null,
  "stored_at" bigint not null,
  "sha256" text
);

CREATE TABLE "unindexed_messages" (
  "channel_id" text not null primary key,
  "first_id" text not null
) without rowid;

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
  "bot_owner" text,
  "revision" text default '' not null,
  constraint "users_name" unique ("username_key", "discriminator")
);

CREATE INDEX "users_revision" on "users" ("id", "revision");

CREATE TABLE "voice_calls" (
  "channel_id" text not null primary key,
  "server_id" text,
  "node" text not null,
  "initiator_id" text,
  "started_at" bigint,
  "message_id" text,
  "created_at" bigint not null
);

CREATE TABLE "voice_joins" (
  "channel_id" text not null,
  "user_id" text not null,
  "session_id" text,
  "can_subscribe" integer not null,
  "sources" text not null,
  "recipients" text,
  "moved_from" text,
  "expires_at" bigint not null,
  constraint "voice_joins_key" primary key ("channel_id", "user_id")
);

CREATE TABLE "voice_notifications" (
  "id" text not null primary key,
  "received_at" bigint not null
);

CREATE TABLE "voice_rings" (
  "channel_id" text not null,
  "user_id" text not null,
  constraint "voice_rings_key" primary key ("channel_id", "user_id")
);

CREATE TABLE "voice_states" (
  "channel_id" text not null,
  "user_id" text not null,
  "server_id" text,
  "sid" text not null,
  "session_id" text,
  "joined_at" bigint not null,
  "recorded_at" bigint not null,
  "can_subscribe" integer not null,
  "sources" text not null,
  "raised_hand_at" bigint,
  constraint "voice_states_key" primary key ("channel_id", "user_id")
);

CREATE INDEX "voice_states_server" on "voice_states" ("server_id");

CREATE INDEX "voice_states_user" on "voice_states" ("user_id");

CREATE TABLE "voice_tracks" (
  "channel_id" text not null,
  "user_id" text not null,
  "sid" text not null,
  "source" text not null,
  "muted" integer not null,
  constraint "voice_tracks_key" primary key ("channel_id", "user_id", "sid"),
  constraint "voice_tracks_state" foreign key ("channel_id", "user_id") references "voice_states" ("channel_id", "user_id") on delete cascade
);

CREATE TABLE "webhooks" (
  "id" text not null primary key,
  "channel_id" text not null references "channels" ("id") on delete cascade,
  "creator_id" text not null,
  "name" text not null,
  "avatar" text,
  "permissions" bigint not null,
  "token_digest" text not null,
  "token" text not null,
  "creator_expelled" integer default 0 not null
);

CREATE INDEX "webhooks_channel" on "webhooks" ("channel_id", "id");

CREATE TABLE "writers" (
  "author_id" text not null,
  "channel_id" text not null,
  constraint "writers_key" primary key ("author_id", "channel_id")
);

CREATE INDEX "writers_channel" on "writers" ("channel_id");
