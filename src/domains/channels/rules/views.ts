import type { Channel } from "../model.ts";
import type { ChannelRow } from "../tables.ts";

/** A direct conversation and one of its people; as many of these as there are people, in their order. */
export type DirectRow = Pick<ChannelRow, "id" | "kind" | "active" | "last_message_id"> & { user_id: string };

export function directView(row: Omit<DirectRow, "user_id">, recipients: readonly string[]): Channel {
  if (row.kind === "SavedMessages") {
    const [user = ""] = recipients;
    return { channel_type: row.kind, _id: row.id, user };
  }
  return {
    channel_type: "DirectMessage",
    _id: row.id,
    active: row.active === 1,
    recipients: [...recipients],
    ...(row.last_message_id !== null && { last_message_id: row.last_message_id }),
  };
}

/** Puts together what a join took apart; the order of the channels stays. */
export function directViews(rows: readonly DirectRow[]): Channel[] {
  const byId = new Map<string, { row: Omit<DirectRow, "user_id">; recipients: string[] }>();
  for (const { user_id, ...row } of rows) {
    const known = byId.get(row.id);
    if (known) known.recipients.push(user_id);
    else byId.set(row.id, { row, recipients: [user_id] });
  }
  return [...byId.values()].map(({ row, recipients }) => directView(row, recipients));
}
