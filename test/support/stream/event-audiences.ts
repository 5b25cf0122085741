import { plainMember, serverDataOf } from "./visibility.ts";

const channel = { _id: "@c", server: "@s" };
const role = { id: "@r", rank: 0, permissions: { a: 0, d: 0 } };
const join = { user: "@u", server: serverDataOf("@s"), member: plainMember };

/**
 * Every event that domains emit, with the topics that carry it and the visibility changes that it causes. A topic names
 * the payload field that holds the id; ids that begin with `@` are passed by the emitter.
 */
export const eventAudiences: readonly [
  name: string,
  topics: string,
  more?: { reach?: unknown; changes?: string },
][] = [
  ["Message", "channel:channel", { changes: "message sent" }],
  ["MessageUpdate", "channel:channel"],
  ["MessageAppend", "channel:channel"],
  ["MessageDelete", "channel:channel"],
  ["BulkMessageDelete", "channel:channel"],
  ["MessageReact", "channel:channel_id"],
  ["MessageUnreact", "channel:channel_id"],
  ["MessageRemoveReaction", "channel:channel_id"],
  ["UserSlowmodes", "private:@u", { reach: { user: "@u" } }],
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
  ["ChannelAck", "private:user"],
  ["WebhookCreate", "channel:channel_id"],
  ["WebhookUpdate", "channel:@c", { reach: { channel: "@c" } }],
  ["WebhookDelete", "channel:@c", { reach: { channel: "@c" } }],
  ["ServerCreate", "private:@u", { reach: join, changes: "server joined" }],
  ["ServerUpdate", "server:id", { changes: "server changed" }],
  ["ServerDelete", "server:id", { changes: "server gone" }],
  ["ServerMemberJoin", "server:id"],
  ["ServerMemberUpdate", "server:id.server", { reach: plainMember, changes: "member changed" }],
  ["ServerMemberLeave", "server:id", { changes: "server left" }],
  ["ServerRoleUpdate", "server:id", { reach: role, changes: "role changed" }],
  ["ServerRoleDelete", "server:id", { changes: "role gone" }],
  ["ServerRoleRanksUpdate", "server:id", { changes: "roles ranked" }],
  ["EmojiCreate", "server:@s", { reach: { server: "@s" } }],
  ["EmojiUpdate", "server:@s", { reach: { server: "@s" } }],
  ["EmojiDelete", "server:@s", { reach: { server: "@s" } }],
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
  ["UserUpdate", "user:id server-users:@s", { reach: { toward: "everybody", servers: ["@s"] } }],
  [
    "UserUpdate",
    "user:id",
    { reach: { toward: "everybody", servers: [], invisible: true }, changes: "visibility" },
  ],
  ["UserUpdate", "blocked-by:id", { reach: { toward: "blocked" } }],
  ["UserUpdate", "private:@v", { reach: { toward: "one", viewer: "@v" } }],
  ["UserRelationship", "private:id", { reach: { relation: "Friend" }, changes: "relation" }],
  ["UserSettingsUpdate", "private:id"],
  [
    "UserPlatformWipe",
    "user:user_id blocked-by:user_id server:@s",
    { reach: { servers: ["@s"] }, changes: "user wiped" },
  ],
  ["Auth", "private:user_id", { changes: "logged out" }],
  ["Logout", "private:@u", { reach: { user: "@u" }, changes: "logged out" }],
];
