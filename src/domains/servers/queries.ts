import { domainQuery } from "../../declare/domain-query.ts";
import type { ChannelVoiceState } from "../channels/index.ts";

/** Why a member cannot be moved to the call of another channel; `Connect` is a permission that the mover lacks. */
export type MoveRefusal = "UnknownChannel" | "Connect" | "NotConnected" | undefined;

export const MoveRefusals = domainQuery<
  { readonly serverId: string; readonly userId: string; readonly to: string; readonly by: string },
  MoveRefusal
>({
  name: "move refusals",
  doc: "Whether a member of a server can be moved to the call of one of its channels.",
});

export const VoiceStatesIn = domainQuery<{ readonly serverId: string }, ChannelVoiceState[]>({
  name: "voice states in a server",
  doc: "Who is in the calls of the channels of a server.",
});
