import type { Static } from "typebox";
import type { Fail } from "../../../declare/error.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { limitTier } from "../../accounts/index.ts";
import {
  type ChannelOpened,
  findGroup,
  findTextChannel,
  type GroupJoined,
  lockConversation,
} from "../../channels/index.ts";
import { assertRoomForGroup, joinGroup, viewRecipients } from "../../conversations/index.ts";
import {
  countMembers,
  countServersOf,
  findMember,
  findServer,
  isBanned,
  lockServer,
} from "../../members/index.ts";
import { joinServer, type MemberJoined, type ServerJoined } from "../../servers/index.ts";
import { findUser } from "../../users/index.ts";
import type { InviteJoinResponse, InviteResponse } from "../model.ts";
import { publicGroupView, publicServerView } from "../rules/views.ts";
import { findOpenInvite, isBarred, takeUse } from "../store.ts";

/** The server or group of an invite, as strangers see it. */
export async function viewInvite(
  { db, fail, now }: { readonly db: Reader; readonly fail: Fail<"NotFound">; readonly now: number },
  codeOrServerId: string,
): Promise<InviteResponse> {
  const invite = await findOpenInvite(db, codeOrServerId, now);
  const creator = invite && (await findUser(db, invite.creator_id));
  if (!creator) throw fail("NotFound");
  const { code, channel_id, server_id } = invite;
  if (server_id === null) {
    const channel = await findGroup(db, channel_id);
    if (!channel) throw fail("NotFound");
    return publicGroupView({ code, channel, creator });
  }
  const server = await findServer(db, server_id);
  const channel = await findTextChannel(db, channel_id);
  if (!server || !channel) throw fail("NotFound");
  return publicServerView({ code, server, members: await countMembers(db, server_id), channel, creator });
}

/** Makes a user a member of the server or a recipient of the group that an invite leads to. */
export async function joinByInvite(
  tx: Tx<
    typeof MemberJoined | typeof ServerJoined | typeof GroupJoined | typeof ChannelOpened,
    | "TooManyServers"
    | "NotFound"
    | "Banned"
    | "AlreadyInServer"
    | "AlreadyInGroup"
    | "GroupTooLarge"
    | "TooManyChannels"
  >,
  codeOrServerId: string,
  userId: string,
): Promise<Static<typeof InviteJoinResponse>> {
  const { clock, config } = tx.services;
  const max = limitTier(userId, clock.now(), config).servers;
  // Here and below at the same time what PostgreSQL can answer in one round trip: others wait for the lock.
  const [servers, invite] = await Promise.all([
    countServersOf(tx, userId),
    findOpenInvite(tx, codeOrServerId, clock.now()),
  ]);
  if (servers > max) throw tx.fail("TooManyServers", { max });
  if (!invite) throw tx.fail("NotFound");
  if (invite.server_id === null) {
    const group = await findGroup(tx, invite.channel_id);
    if (!group) throw tx.fail("NotFound");
    if (!group.recipients.includes(userId)) {
      if (await isBarred(tx, invite.code, userId)) throw tx.fail("NotFound");
      await assertRoomForGroup(tx, [userId]);
    }
    if (invite.max_uses !== null) {
      await lockConversation(tx, group._id);
      if (!(await takeUse(tx, invite.code))) throw tx.fail("NotFound");
    }
    const channel = await joinGroup(tx, group, { userId, by: invite.creator_id });
    return { type: "Group", channel, users: await viewRecipients(tx, userId, channel) };
  }
  const [server, isBannedFrom, member] = await Promise.all([
    findServer(tx, invite.server_id),
    isBanned(tx, invite.server_id, userId),
    findMember(tx, invite.server_id, userId),
  ]);
  if (!server) throw tx.fail("NotFound");
  if (isBannedFrom) throw tx.fail("Banned");
  if (member) throw tx.fail("AlreadyInServer");
  if (invite.max_uses !== null) {
    await lockServer(tx, server.id);
    if (!(await takeUse(tx, invite.code))) throw tx.fail("NotFound");
  }
  return { type: "Server", ...(await joinServer(tx, server, userId)) };
}
