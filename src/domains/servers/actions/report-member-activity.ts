import type { Tx } from "../../../declare/tx.ts";
import { ChannelActivityHappened } from "../../channels/index.ts";
import type { ServerRow, SystemMessageChannels } from "../../members/index.ts";

interface MembershipMessage {
  readonly type: keyof SystemMessageChannels;
  /** The member's. */
  readonly id: string;
}

/** Tells the channel that the server has for system messages about members, if it has one, what a member did. */
export async function reportMemberActivity(
  tx: Tx,
  { system_messages }: Pick<ServerRow, "system_messages">,
  systemMessage: MembershipMessage,
): Promise<void> {
  const channels: SystemMessageChannels = JSON.parse(system_messages ?? "{}");
  const channelId = channels[systemMessage.type];
  if (channelId !== undefined) await tx.raise(ChannelActivityHappened, { channelId, systemMessage });
}
