import { lostToken, sealWebhookToken } from "../../../src/domains/webhooks/index.ts";
import { randomToken } from "../../../src/platform/ids/ids.ts";
import { rowWith } from "../known-rows.ts";
import type { ImportStep } from "../step.ts";
import {
  documentOf,
  flagOf,
  idOf,
  integerOf,
  optionalTime,
  permissionsOf,
  textOf,
  Unusable,
} from "../values/values.ts";
import { tokenOf } from "./sessions.ts";

/** The id of an emoji is that of its file. */
export const emojisStep: ImportStep = {
  collection: "emojis",
  lookups: ({ _id, parent }) => [
    rowWith("emojis", { id: String(_id) }),
    rowWith("servers", { id: String(documentOf(parent).id) }),
  ],
  take(emoji, target) {
    const id = idOf(emoji._id, "_id");
    if (target.known.has(rowWith("emojis", { id }))) throw new Unusable("another emoji has the same id");
    const { type, id: parent } = documentOf(emoji.parent);
    const server_id = type === "Detached" ? null : idOf(parent, "parent.id");
    if (server_id !== null && !target.known.has(rowWith("servers", { id: server_id })))
      throw new Unusable("its server is missing");
    if (!target.useFile({ _id: id }, "Emoji", id)) throw new Unusable("its image is missing");
    target.add("emojis", {
      id,
      server_id,
      creator_id: idOf(emoji.creator_id, "creator_id"),
      name: textOf(emoji.name, "name"),
      animated: flagOf(emoji.animated),
      nsfw: flagOf(emoji.nsfw),
    });
  },
};

export const invitesStep: ImportStep = {
  collection: "channel_invites",
  lookups: ({ _id, server, channel, creator }) => [
    rowWith("invites", { code: String(_id) }),
    rowWith("servers", { id: String(server) }),
    rowWith("channels", { id: String(channel) }),
    rowWith("users", { id: String(creator) }),
  ],
  take(invite, target) {
    const { known } = target;
    const code = textOf(invite._id, "_id");
    if (!/^[\x21-\x7e]{1,128}$/.test(code)) throw new Unusable("_id is no code");
    const channel_id = idOf(invite.channel, "channel");
    const server_id = invite.type === "Group" ? null : idOf(invite.server, "server");
    const creator_id = idOf(invite.creator, "creator");
    if (known.has(rowWith("invites", { code }))) throw new Unusable("another invite has the same code");
    if (!known.has(rowWith("channels", { id: channel_id }))) throw new Unusable("its channel is missing");
    if (server_id !== null && !known.has(rowWith("servers", { id: server_id })))
      throw new Unusable("its server is missing");
    if (!known.has(rowWith("users", { id: creator_id }))) throw new Unusable("its creator is missing");
    target.add("invites", {
      code,
      channel_id,
      server_id,
      creator_id,
      expires_at: optionalTime(invite.expires, "expires"),
      max_uses: invite.max_uses == null ? null : integerOf(invite.max_uses, "max_uses"),
      uses: integerOf(invite.uses, "uses", 0),
    });
  },
};

export const webhooksStep: ImportStep = {
  collection: "channel_webhooks",
  lookups: ({ _id, channel_id }) => [
    rowWith("webhooks", { id: String(_id) }),
    rowWith("channels", { id: String(channel_id) }),
  ],
  take(webhook, target, { vault }) {
    const id = idOf(webhook._id, "_id");
    const channel_id = idOf(webhook.channel_id, "channel_id");
    if (target.known.has(rowWith("webhooks", { id }))) throw new Unusable("another webhook has the same id");
    if (!target.known.has(rowWith("channels", { id: channel_id })))
      throw new Unusable("its channel is missing");
    const avatar = target.useFile(webhook.avatar, "WebhookAvatar", id);
    const sealed =
      webhook.token == null
        ? { ...sealWebhookToken(vault, id, randomToken(64)), token: lostToken }
        : sealWebhookToken(vault, id, tokenOf(webhook.token));
    target.add("webhooks", {
      id,
      channel_id,
      creator_id: idOf(webhook.creator_id, "creator_id"),
      creator_expelled: 0,
      name: textOf(webhook.name, "name"),
      avatar: avatar ? JSON.stringify(avatar) : null,
      permissions: permissionsOf(webhook.permissions, "permissions"),
      ...sealed,
    });
  },
};
