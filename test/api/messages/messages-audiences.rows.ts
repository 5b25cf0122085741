import type { EventAudiences } from "../../support/stream/event-audiences.ts";

export const eventAudiences: EventAudiences = [
  ["Message", "channel:channel", { changes: "message sent" }],
  ["MessageUpdate", "channel:channel"],
  ["MessageAppend", "channel:channel"],
  ["MessageDelete", "channel:channel"],
  ["BulkMessageDelete", "channel:channel"],
  ["MessageReact", "channel:channel_id"],
  ["MessageUnreact", "channel:channel_id"],
  ["MessageRemoveReaction", "channel:channel_id"],
  ["UserSlowmodes", "private:@u", { reach: { user: "@u" } }],
];
