import { sealBotToken } from "../../../src/domains/bots/index.ts";
import { isId } from "../../../src/platform/ids/ids.ts";
import { digestToken } from "../../../src/platform/secrets/vault.ts";
import { rowWith } from "../known-rows.ts";
import type { RowOf } from "../rows.ts";
import type { ImportStep } from "../step.ts";
import {
  documentOf,
  flagOf,
  idOf,
  integerOf,
  listOf,
  optionalText,
  optionalTime,
  permissionsOf,
  textOf,
  Unusable,
} from "../values/values.ts";
import { tokenOf } from "./sessions.ts";

const presences = ["Online", "Idle", "Focus", "Busy", "Invisible"];

export const usersStep: ImportStep = {
  collection: "users",
  lookups: ({ _id, username, discriminator }) => [
    rowWith("users", { id: String(_id) }),
    rowWith("users", {
      username_key: String(username).toLowerCase(),
      discriminator: String(discriminator),
    }),
  ],
  take(user, target, { now }) {
    const id = idOf(user._id, "_id");
    if (target.known.has(rowWith("users", { id }))) throw new Unusable("another user has the same id");
    const username = textOf(user.username, "username");
    const username_key = username.toLowerCase();
    const discriminator = textOf(user.discriminator, "discriminator");
    if (username === "" || !/^\d{4}$/.test(discriminator)) throw new Unusable("its name is not valid");
    if (target.known.has(rowWith("users", { username_key, discriminator })))
      throw new Unusable("another user has the same name");
    const [status, profile] = [documentOf(user.status), documentOf(user.profile)];
    const avatar = target.useFile(user.avatar, "UserAvatar", id);
    const background = target.useFile(profile.background, "UserProfileBackground", id);
    if (user.suspended_until) target.note("The end of a suspension was not taken: lift it by hand");
    target.add("users", {
      id,
      username,
      username_key,
      discriminator,
      flags: integerOf(user.flags, "flags", 0),
      badges: integerOf(user.badges, "badges", 0),
      privileged: flagOf(user.privileged),
      policy_acknowledged_at:
        optionalTime(user.last_acknowledged_policy_change, "last_acknowledged_policy_change") ?? now,
      display_name: optionalText(user.display_name, "display_name"),
      pronouns: optionalText(user.pronouns, "pronouns"),
      avatar: avatar ? JSON.stringify(avatar) : null,
      status_text: optionalText(status.text, "status.text"),
      status_presence: presences.includes(String(status.presence)) ? String(status.presence) : null,
      profile_content: optionalText(profile.content, "profile.content"),
      profile_background: background ? JSON.stringify(background) : null,
      discriminator_changed_at: null,
      bot_owner: user.bot ? idOf(documentOf(user.bot).owner, "bot.owner") : null,
      revision: "",
    });
  },
};

const relations: readonly unknown[] = ["Friend", "Outgoing", "Incoming", "Blocked", "BlockedOther"];
const isRelation = (status: unknown): status is RowOf<"relations">["status"] => relations.includes(status);

/** The relations in the documents of users, once all users are there. */
export const relationsStep: ImportStep = {
  collection: "users",
  name: "relations of users",
  lookups(user) {
    const others = listOf(user.relations).map((each) => String(documentOf(each)._id));
    return [
      ...[String(user._id), ...others].map((id) => rowWith("users", { id })),
      ...others.map((other_id) => rowWith("relations", { user_id: String(user._id), other_id })),
    ];
  },
  take(user, target) {
    const user_id = idOf(user._id, "_id");
    if (!target.known.has(rowWith("users", { id: user_id }))) return;
    const seen = new Set([user_id]);
    for (const [since, relation] of listOf(user.relations).map(documentOf).entries()) {
      const { _id: other_id, status } = relation;
      if (status === "None" || status === "User") continue;
      if (!isId(other_id) || !isRelation(status) || seen.has(other_id)) {
        target.note("A relation of a user is not valid");
        continue;
      }
      seen.add(other_id);
      if (!target.known.has(rowWith("users", { id: other_id })))
        target.note("A relation of a user is to one who is missing", other_id);
      // A user who is in the dump twice is reported as such. Their order is all that is known of the times.
      else if (!target.known.has(rowWith("relations", { user_id, other_id })))
        target.add("relations", { user_id, other_id, status, since });
    }
  },
};

export const botsStep: ImportStep = {
  collection: "bots",
  lookups: ({ _id, owner, token }) => [
    rowWith("bots", { id: String(_id) }),
    rowWith("bots", { token_digest: digestToken(String(token)) }),
    rowWith("users", { id: String(_id) }),
    rowWith("users", { id: String(owner) }),
  ],
  take(bot, target, { vault }) {
    const id = idOf(bot._id, "_id");
    const owner_id = idOf(bot.owner, "owner");
    const { known } = target;
    if (known.has(rowWith("bots", { id }))) throw new Unusable("another bot has the same id");
    if (!known.has(rowWith("users", { id }))) throw new Unusable("its user is missing");
    if (!known.has(rowWith("users", { id: owner_id }))) throw new Unusable("its owner is missing");
    const sealed = sealBotToken({ vault }, id, tokenOf(bot.token));
    if (known.has(rowWith("bots", { token_digest: sealed.token_digest })))
      throw new Unusable("another bot has the same token");
    target.add("bots", {
      id,
      owner_id,
      ...sealed,
      public: flagOf(bot.public),
      analytics: flagOf(bot.analytics),
      discoverable: flagOf(bot.discoverable),
      interactions_url: optionalText(bot.interactions_url, "interactions_url"),
      terms_of_service_url: optionalText(bot.terms_of_service_url, "terms_of_service_url"),
      privacy_policy_url: optionalText(bot.privacy_policy_url, "privacy_policy_url"),
      flags: integerOf(bot.flags, "flags", 0),
      default_permissions:
        bot.default_permissions == null
          ? null
          : permissionsOf(bot.default_permissions, "default_permissions"),
    });
  },
};
