import { hook } from "../../declare/hook.ts";

export const MessageSweepRequested = hook<{
  readonly serverId: string;
  readonly authorId: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}>({
  name: "MessagesUnwanted",
  doc: "Deletes the messages that a user has sent in the channels of a server since a given time.",
});

export const MemberRemoved = hook<{
  readonly serverId: string;
  readonly userId: string;
  /** `expelled` if the user was kicked or banned. */
  readonly cause: "left" | "expelled";
}>({
  name: "member removed",
  doc: "A user left a server, or was kicked or banned.",
});

/** Without `to`, the member is removed from the call that they are in. */
export const MemberMoved = hook<{
  readonly serverId: string;
  readonly userId: string;
  readonly to: string | undefined;
}>({
  name: "member moved",
  doc: "A moderator moves a member to the call of another channel, or out of a call.",
});
