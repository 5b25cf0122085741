import type { EventAudiences } from "../../support/stream/event-audiences.ts";

const channel = { _id: "@c", server: "@s" };

export const eventAudiences: EventAudiences = [
  [
    "ChannelCreate",
    "private:@a private:@b",
    { reach: { users: ["@a", "@b"] }, changes: "conversation opened" },
  ],
  ["ChannelUpdate", "channel:id", { changes: "group changed" }],
  ["ChannelUpdate", "channel:id", { reach: channel, changes: "server channel changed" }],
  ["ChannelDelete", "channel:id", { changes: "channel gone" }],
  ["ChannelGroupJoin", "channel:id", { changes: "recipient joined" }],
  ["ChannelGroupLeave", "channel:id", { changes: "recipient left" }],
  ["ChannelStartTyping", "channel:id"],
  ["ChannelStopTyping", "channel:id"],
];
