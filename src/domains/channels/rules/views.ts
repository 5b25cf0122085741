import type { File } from "../../../protocol/file.ts";
import type { Conversation } from "../../../visibility/view-change.ts";
import type { Channel, Group } from "../model.ts";
import type { ChannelRow, StableChannelRow } from "../tables.ts";

/** A conversation and one of its recipients; one row for each recipient, in their order. */
type ConversationRow = ChannelRow & { user_id: string };

type DirectRow = Pick<StableChannelRow, "id" | "kind" | "active" | "last_message_id">;

export function directView(row: DirectRow, recipients: readonly string[]): Channel {
  if (row.kind === "SavedMessages") {
    const [user = ""] = recipients;
    return { channel_type: row.kind, _id: row.id, user };
  }
  return {
    channel_type: "DirectMessage",
    _id: row.id,
    active: row.active === 1,
    recipients: [...recipients],
    ...(row.last_message_id && { last_message_id: row.last_message_id }),
  };
}

export function groupView(row: StableChannelRow, recipients: readonly string[]): Group {
  return {
    channel_type: "Group",
    _id: row.id,
    name: row.name ?? "",
    owner: row.owner_id ?? "",
    ...(row.description !== null && { description: row.description }),
    recipients: [...recipients],
    ...(row.icon !== null && { icon: JSON.parse(row.icon) as File }),
    ...(row.last_message_id && { last_message_id: row.last_message_id }),
    ...(row.permissions !== null && { permissions: row.permissions }),
    ...(row.nsfw === 1 && { nsfw: true }),
  };
}

/** A conversation of any kind. */
export function conversationView(row: StableChannelRow, recipients: readonly string[]): Channel {
  return row.kind === "Group" ? groupView(row, recipients) : directView(row, recipients);
}

/** Groups the rows of a join by conversation; the order of the conversations stays. */
export function conversationViews(rows: readonly ConversationRow[]): Channel[] {
  const byId = new Map<string, { row: ChannelRow; recipients: string[] }>();
  for (const { user_id, ...row } of rows) {
    const existing = byId.get(row.id);
    if (existing) existing.recipients.push(user_id);
    else byId.set(row.id, { row, recipients: [user_id] });
  }
  return [...byId.values()].map(({ row, recipients }) => conversationView(row, recipients));
}

/** What the event stream needs to know of a conversation; undefined for channels of servers. */
export function conversationOf(channel: Channel): Conversation | undefined {
  const { _id: id } = channel;
  switch (channel.channel_type) {
    case "TextChannel":
      return undefined;
    case "SavedMessages":
      return { id, kind: channel.channel_type, recipients: [channel.user] };
    case "DirectMessage":
      return { id, kind: channel.channel_type, recipients: channel.recipients };
    case "Group": {
      const { channel_type: kind, recipients, owner, permissions } = channel;
      return { id, kind, recipients, owner, ...(permissions !== undefined && { permissions }) };
    }
  }
}
