import type { Tx } from "../../../declare/tx.ts";
import { ChannelActivityHappened } from "../../channels/index.ts";
import type { ServerRow, SystemMessageChannels } from "../../members/index.ts";

interface MembershipMessage {
  readonly type: keyof SystemMessageChannels;
  /** The member's. */
  readonly id: string;
}

/** Posts what a member did to the server's channel for system messages about members, if it has one. */
export async function reportMemberActivity(
  tx: Tx,
  { system_messages }: Pick<ServerRow, "system_messages">,
  systemMessage: MembershipMessage,
): Promise<void> {
  const channels: SystemMessageChannels = JSON.parse(system_messages ?? "{}");
  const channelId = channels[systemMessage.type];
  if (channelId !== undefined) await tx.raise(ChannelActivityHappened, { channelId, systemMessage });
}
