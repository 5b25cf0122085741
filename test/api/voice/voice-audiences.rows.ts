import type { EventAudiences } from "../../support/stream/event-audiences.ts";

export const eventAudiences: EventAudiences = [
  ["VoiceChannelJoin", "channel:id", { changes: "participant changed" }],
  ["VoiceChannelJoin", "private:@a", { reach: { users: ["@a"] }, changes: "participant changed" }],
  ["VoiceChannelJoin", "none channel:id", { reach: { movedFrom: "@c" }, changes: "participant changed" }],
  ["VoiceChannelLeave", "channel:id", { changes: "participant left" }],
  ["VoiceChannelLeave", "none channel:id", { reach: { movedTo: "@c" }, changes: "participant left" }],
  ["VoiceChannelMove", "none channel:to", { changes: "participant left participant changed" }],
  ["UserVoiceStateUpdate", "channel:channel_id", { changes: "participant changed" }],
  ["UserMoveVoiceChannel", "private:@u", { reach: { user: "@u" } }],
  ["VoiceCallUpdate", "private:@a private:@b", { reach: { users: ["@a", "@b"] } }],
  ["VoiceCallUpdate", "channel:channel_id", { reach: "channel" }],
  ["VoiceCallDecline", "private:@u", { reach: { caller: "@u" } }],
];
