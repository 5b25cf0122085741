import { fail } from "../../../declare/error.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import { findChannel, loadChannelAccess } from "../../channels/index.ts";
import { findUser } from "../../users/index.ts";
import { VoiceMoveRequested } from "../events.ts";
import { endMove } from "../jobs/end-move.ts";
import { moveParticipant } from "../jobs/move-participant.ts";
import { toGrantColumns } from "../rules/grants.ts";
import { findCall, openCall } from "../store/calls.ts";
import { deleteMoves, putJoin } from "../store/joins.ts";
import { listStatesOf } from "../store/states.ts";
import type { VoiceStateRow } from "../tables.ts";
import { findGrants } from "./call-access.ts";
import { findNode } from "./find-node.ts";
import { createCallToken } from "./join-call.ts";

interface Move {
  readonly serverId: string;
  readonly userId: string;
  readonly to: string;
}

/** Throws unless a moderator can move a member to the call of another channel. */
export async function assertMayMove(
  tx: Tx<never, "UnknownChannel" | "MissingPermission" | "NotConnected">,
  { serverId, userId, to, by }: Move & { readonly by: string },
): Promise<void> {
  const channel = await findChannel(tx, to);
  if (channel?.server_id !== serverId) throw tx.fail("UnknownChannel");
  const { permissions } = await loadChannelAccess({ db: tx, caller: { userId: by }, fail }, to);
  if (!includes(permissions, permission.Connect))
    throw tx.fail("MissingPermission", { permission: "Connect" });
  if (!(await findStateInServer(tx, serverId, userId))) throw tx.fail("NotConnected");
}

/**
 * Moves a member to the call of another channel, or out of the call. The member's client gets a token for the other
 * call; their arrival there is announced as a move.
 */
export async function moveMember(
  tx: Tx<typeof VoiceMoveRequested>,
  { serverId, userId, to }: Omit<Move, "to"> & { readonly to: string | undefined },
): Promise<void> {
  const state = await findStateInServer(tx, serverId, userId);
  if (!state || state.channel_id === to) return;
  const { channel_id: from, session_id } = state;
  const call = await findCall(tx, from);
  if (!call) return;
  const removal = { channelId: from, node: call.node, userId };
  const grants = to === undefined ? undefined : await findGrants(tx, to, userId);
  const user = await findUser(tx, userId);
  // A member who may not be in the other call is only removed from this one.
  if (to === undefined || !grants || !user) return await tx.enqueue(moveParticipant, removal);
  const name = (await findCall(tx, to))?.node ?? call.node;
  const node = findNode(tx.services, name) ?? findNode(tx.services, call.node);
  if (!node) return;
  await openCall(tx, { channel_id: to, server_id: serverId, node: node.name });
  const join = { channel_id: to, user_id: userId, session_id, recipients: null, moved_from: from };
  await deleteMoves(tx, from, userId);
  await putJoin(tx, { ...join, ...toGrantColumns(grants) });
  const token = await createCallToken(node, to, { user, grants, services: tx.services });
  tx.emit(VoiceMoveRequested, { node: node.name, from, to, token }, { user: userId });
  await tx.enqueue(moveParticipant, { ...removal, to: { channelId: to, node: node.name, serverId } });
  await tx.enqueue(endMove, { from, to, userId });
}

async function findStateInServer(
  db: Reader,
  serverId: string,
  userId: string,
): Promise<VoiceStateRow | undefined> {
  return (await listStatesOf(db, userId)).find(({ server_id }) => server_id === serverId);
}
