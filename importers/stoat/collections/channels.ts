import { pairOf } from "../../../src/domains/conversations/index.ts";
import { isId } from "../../../src/platform/ids/ids.ts";
import { type Lookup, rowWith } from "../known-rows.ts";
import type { RowOf } from "../rows.ts";
import type { DocumentTarget, ImportStep } from "../step.ts";
import {
  type Document,
  documentOf,
  flagOf,
  idOf,
  idsOf,
  integerOf,
  listOf,
  optionalText,
  overrideOf,
  permissionsOf,
  textOf,
  Unusable,
} from "../values/values.ts";

type ChannelRow = RowOf<"channels">;

export const channelsStep: ImportStep = {
  collection: "channels",
  lookups: (channel) => [
    rowWith("channels", { id: String(channel._id) }),
    rowWith("servers", { id: String(channel.server) }),
    rowWith("channels", { pair: pairIn(channel) ?? "" }),
    ...[channel.owner, ...recipientsOf(channel)].map((id) => rowWith("users", { id: String(id) })),
    ...Object.keys(documentOf(channel.role_permissions)).map((id) => rowWith("roles", { id })),
  ],
  take(channel, target) {
    const id = idOf(channel._id, "_id");
    if (target.known.has(rowWith("channels", { id }))) throw new Unusable("another channel has the same id");
    switch (channel.channel_type) {
      case "SavedMessages":
      case "DirectMessage":
        return takeDirect(channel, target, { ...emptyRow(channel, id), kind: channel.channel_type });
      case "Group":
        return takeGroup(channel, target, emptyRow(channel, id));
      case "TextChannel":
      case "VoiceChannel":
        return takeTextChannel(channel, target, emptyRow(channel, id));
      default:
        throw new Unusable("channel_type is unknown");
    }
  },
};

function recipientsOf({ channel_type, user, recipients }: Document): readonly unknown[] {
  return channel_type === "SavedMessages" ? [user] : listOf(recipients);
}

function pairIn(channel: Document): string | undefined {
  const [one, other = one] = recipientsOf(channel);
  return isId(one) && isId(other) ? pairOf(one, other) : undefined;
}

function emptyRow({ last_message_id }: Document, id: string): Omit<ChannelRow, "kind"> {
  const last = isId(last_message_id) ? idOf(last_message_id, "last_message_id") : null;
  return {
    id,
    pair: null,
    active: 1,
    last_message_id: last,
    greatest_message_id: last,
    server_id: null,
    name: null,
    description: null,
    icon: null,
    nsfw: 0,
    default_allow: null,
    default_deny: null,
    voice: null,
    slowmode: null,
    owner_id: null,
    permissions: null,
  };
}

function takeDirect(channel: Document, target: DocumentTarget, row: ChannelRow): void {
  const recipients = idsOf(recipientsOf(channel));
  const pair = pairIn(channel);
  if (pair === undefined || recipients.length !== (row.kind === "SavedMessages" ? 1 : 2))
    throw new Unusable("its recipients are not valid");
  if (recipients.some((id) => !isUser(target, id))) throw new Unusable("one of its recipients is missing");
  const pairLookup: Lookup = rowWith("channels", { pair });
  if (target.known.has(pairLookup)) throw new Unusable("another channel has the same recipients");
  target.add("channels", { ...row, pair, active: flagOf(channel.active, true) });
  addRecipients(target, row.id, recipients);
}

function takeGroup(channel: Document, target: DocumentTarget, row: Omit<ChannelRow, "kind">): void {
  const owner_id = idOf(channel.owner, "owner");
  if (!isUser(target, owner_id)) throw new Unusable("its owner is missing");
  const icon = target.useFile(channel.icon, "ChannelIcon", row.id);
  target.add("channels", {
    ...row,
    kind: "Group",
    name: textOf(channel.name, "name"),
    description: optionalText(channel.description, "description"),
    icon: icon ? JSON.stringify(icon) : null,
    nsfw: flagOf(channel.nsfw),
    owner_id,
    permissions: channel.permissions == null ? null : permissionsOf(channel.permissions, "permissions"),
  });
  const recipients = idsOf(channel.recipients);
  for (const id of recipients.filter((each) => !isUser(target, each)))
    target.note("A recipient of a group is missing", id);
  addRecipients(
    target,
    row.id,
    recipients.filter((id) => isUser(target, id)),
  );
}

function takeTextChannel(channel: Document, target: DocumentTarget, row: Omit<ChannelRow, "kind">): void {
  const server_id = idOf(channel.server, "server");
  if (!target.known.has(rowWith("servers", { id: server_id }))) throw new Unusable("its server is missing");
  const icon = target.useFile(channel.icon, "ChannelIcon", row.id);
  const all =
    channel.default_permissions == null
      ? null
      : overrideOf(channel.default_permissions, "default_permissions");
  const slowmode = integerOf(channel.slowmode, "slowmode", 0);
  target.add("channels", {
    ...row,
    kind: "TextChannel",
    server_id,
    name: textOf(channel.name, "name"),
    description: optionalText(channel.description, "description"),
    icon: icon ? JSON.stringify(icon) : null,
    nsfw: flagOf(channel.nsfw),
    default_allow: all?.allow ?? null,
    default_deny: all?.deny ?? null,
    voice: voiceOf(channel),
    slowmode: slowmode > 0 ? slowmode : null,
  });
  for (const [role_id, override] of Object.entries(documentOf(channel.role_permissions))) {
    if (target.known.has(rowWith("roles", { id: role_id })))
      target.add("channel_overrides", {
        channel_id: row.id,
        role_id,
        ...overrideOf(override, "role_permissions"),
      });
    else target.note("Permissions in a channel are those of a role that is missing", role_id);
  }
}

/** Channels for voice alone are channels with voice since revision 47 of Stoat's schema. */
function voiceOf({ channel_type, voice }: Document): string | null {
  if (voice == null) return channel_type === "VoiceChannel" ? "{}" : null;
  const max = integerOf(documentOf(voice).max_users, "voice.max_users", 0);
  return JSON.stringify(max > 0 ? { max_users: max } : {});
}

function addRecipients(target: DocumentTarget, channel_id: string, recipients: readonly string[]): void {
  for (const [position, user_id] of recipients.entries())
    target.add("channel_recipients", { channel_id, user_id, position });
}

function isUser({ known }: DocumentTarget, id: string): boolean {
  return known.has(rowWith("users", { id }));
}
