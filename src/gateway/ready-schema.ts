import Type from "typebox";
import { Channel, ChannelVoiceState } from "../domains/conversations/index.ts";
import { PolicyChange } from "../domains/policy/index.ts";
import { Emoji, Member, Server } from "../domains/servers/index.ts";
import { UserSettings } from "../domains/sync/index.ts";
import { ChannelUnread } from "../domains/unreads/index.ts";
import { User } from "../domains/users/index.ts";
import type { ConnectionMessage } from "../protocol/connection-messages.ts";

/** What a client starts from. A field that was not asked for is absent. */
export const Ready = {
  name: "Ready",
  doc: "Everything that a client needs to begin; every later event builds on it.",
  payload: Type.Object({
    users: Type.Optional(Type.Array(User, { description: "Whom one has to do with; oneself is the last." })),
    servers: Type.Optional(Type.Array(Server)),
    channels: Type.Optional(Type.Array(Channel, { description: "Those that one can view." })),
    members: Type.Optional(
      Type.Array(Member, { description: "Oneself in each server, and who is in a call there." }),
    ),
    emojis: Type.Optional(Type.Array(Emoji)),
    voice_states: Type.Optional(
      Type.Array(ChannelVoiceState, { description: "Of channels in which somebody is." }),
    ),
    user_settings: Type.Optional(UserSettings),
    channel_unreads: Type.Optional(Type.Array(ChannelUnread)),
    policy_changes: Type.Optional(
      Type.Array(PolicyChange, { description: "Those not acknowledged yet; none for bots." }),
    ),
  }),
} as const satisfies ConnectionMessage;
