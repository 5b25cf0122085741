import { hook } from "../../declare/hook.ts";

/**
 * Messages listens. This cannot be a call, because messages is above servers: a message shows its author as a member.
 */
export const UserBanned = hook<{
  readonly serverId: string;
  readonly userId: string;
  /**
   * Messages that the user has sent in the server since this time are deleted, in milliseconds since 1970; undefined
   * deletes none.
   */
  readonly deletesSince: number | undefined;
}>({
  name: "user banned",
  doc: "A user was banned from a server, perhaps with the messages of the last time.",
});

export const MemberRemoved = hook<{
  /** A thousand at most. */
  readonly serverIds: readonly string[];
  readonly userId: string;
  /** `expelled` if the user was kicked or banned. */
  readonly cause: "left" | "expelled";
}>({
  name: "member removed",
  doc: "A user left servers, or was kicked or banned.",
});

/**
 * Voice listens to it. This cannot be a function call, because voice depends on servers: joining a call needs access to
 * the channel.
 */
export const MemberVoiceChannelChanged = hook<{
  readonly serverId: string;
  readonly userId: string;
  /** Undefined if the member is to be in no call. */
  readonly to: string | undefined;
}>({
  name: "member voice channel changed",
  doc: "A moderator has moved a member to the call of another channel, or out of a call.",
});
