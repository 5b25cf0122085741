import type { Tx } from "../../../store/tx.ts";
import { SystemMessageRequested } from "../../conversations/index.ts";
import { releaseFile } from "../../files/index.ts";
import { MemberLeft } from "../events.ts";
import type { RemovalIntention } from "../model.ts";
import { systemMessageChannel } from "../rules/system-messages.ts";
import { type MemberWithRoles, memberView } from "../rules/views.ts";
import { deleteMember } from "../store/members.ts";
import { keepPendingTimeout } from "../store/pending-timeouts.ts";
import { lockServer } from "../store/servers.ts";
import type { ServerRow } from "../tables.ts";

const newsOf = { Leave: "user_left", Kick: "user_kicked", Ban: "user_banned" } as const;

export interface MemberRemoval {
  readonly member: MemberWithRoles;
  readonly reason: RemovalIntention;
  /** Nothing is written in the server's channels. */
  readonly silent?: boolean | undefined;
}

/** Takes a member out of a server. Who leaves while timed out is so again when they come back. */
export async function removeMember(
  tx: Tx<typeof MemberLeft>,
  server: ServerRow,
  { member, reason, silent = false }: MemberRemoval,
): Promise<void> {
  const { server_id, user_id, timeout_until, can_publish, can_receive } = member;
  await lockServer(tx, server_id);
  await deleteMember(tx, server_id, user_id);
  const { avatar } = memberView(member);
  if (avatar) await releaseFile(tx, avatar._id);
  if (timeout_until !== null && timeout_until > tx.services.clock.now())
    await keepPendingTimeout(tx, { server_id, user_id, timeout_until, can_publish, can_receive });
  tx.emit(MemberLeft, { id: server_id, user: user_id, reason });
  const channelId = systemMessageChannel(server, newsOf[reason]);
  if (channelId !== undefined && !silent)
    await tx.raise(SystemMessageRequested, {
      channelId,
      systemMessage: { type: newsOf[reason], id: user_id },
    });
}
