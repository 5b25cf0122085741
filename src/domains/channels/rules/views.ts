import type { Channel } from "../model.ts";
import type { ChannelRow } from "../tables.ts";

/** A direct conversation and one of its people; as many of these as there are people, in their order. */
export type DirectRow = ChannelRow & { user_id: string };

export function directView(row: ChannelRow, recipients: readonly string[]): Channel {
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
  const byChannel = Map.groupBy(rows, ({ id }) => id);
  return [...byChannel.values()].flatMap((seats) =>
    seats.slice(0, 1).map((row) =>
      directView(
        row,
        seats.map(({ user_id }) => user_id),
      ),
    ),
  );
}
