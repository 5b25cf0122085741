import type { Fail } from "../../../declare/error.ts";
import type { UserCaller } from "../../../declare/route.ts";
import type { Services } from "../../../declare/services.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import type { VoiceGrants, VoiceNode } from "../../../platform/voice/port.ts";
import { limitTier } from "../../accounts/index.ts";
import { assertChannelPermission, type ChannelAccess, holdsChannelPermission } from "../../channels/index.ts";
import { anonymousView, findUser, type UserRow } from "../../users/index.ts";
import type { CallJoin } from "../model.ts";
import { toGrantColumns, voiceGrants } from "../rules/grants.ts";
import { deleteCall, findCall, openCall } from "../store/calls.ts";
import { listPendingJoins, putJoin, takeJoin } from "../store/joins.ts";
import { listStates, listStatesOf } from "../store/states.ts";
import type { VoiceStateRow } from "../tables.ts";
import { hasVoice } from "./call-access.ts";
import { chooseNode, findNode, voiceNodes } from "./find-node.ts";

export const joinErrors = [
  "IsBot",
  "NotFound",
  "MissingPermission",
  "LiveKitUnavailable",
  "NotAVoiceChannel",
  "CannotJoinCall",
  "UnknownNode",
  "AlreadyConnected",
] as const;
type JoinTx = Tx<never, (typeof joinErrors)[number]>;

interface JoinRequest {
  readonly caller: UserCaller;
  readonly body: CallJoin;
}

interface JoinSteps {
  readonly services: Services;
  readonly fail: Fail<"LiveKitUnavailable">;
  authorize(db: Reader): ChannelAccess | Promise<ChannelAccess>;
  write<T>(work: (tx: JoinTx) => Promise<T>): Promise<T>;
}

interface PlannedJoin {
  readonly node: VoiceNode;
  readonly channelId: string;
  readonly serverId: string | null;
  readonly user: UserRow;
  readonly grants: VoiceGrants;
  /** The calls that the caller leaves for this one, with their nodes. */
  readonly left: readonly { readonly channelId: string; readonly node: VoiceNode | undefined }[];
}

/** Gives the caller a token for the call of a channel, and the address of its node. */
export async function joinCall(
  { services, fail, authorize, write }: JoinSteps,
  request: JoinRequest,
): Promise<{ token: string; url: string }> {
  const planned = await write(async (tx) => planJoin(tx, await authorize(tx), request));
  const { node, channelId, serverId, user, grants, left } = planned;
  try {
    for (const call of left) await call.node?.removeParticipant(call.channelId, user.id);
    await node.createRoom(channelId, JSON.stringify({ server: serverId }));
  } catch (error) {
    services.log.warn({ err: error, node: node.name }, "a voice node did not answer");
    await write((tx) => withdrawJoin(tx, channelId, user.id));
    throw fail("LiveKitUnavailable");
  }
  return { token: await createCallToken(node, channelId, { user, grants, services }), url: node.publicUrl };
}

interface TokenHolder {
  readonly user: UserRow;
  readonly grants: VoiceGrants;
  readonly services: Services;
}

export function createCallToken(
  node: VoiceNode,
  room: string,
  { user, grants, services }: TokenHolder,
): Promise<string> {
  const name = `${user.username}#${user.discriminator}`;
  const metadata = JSON.stringify(anonymousView(user, services));
  return node.createToken({ room, identity: user.id, name, metadata, grants });
}

async function planJoin(
  tx: JoinTx,
  access: ChannelAccess,
  { caller: { userId, bot, sessionId }, body }: JoinRequest,
): Promise<PlannedJoin> {
  const { channel, permissions } = access;
  const { config, clock } = tx.services;
  const nodes = voiceNodes(tx.services);
  if (nodes.length > 0 && !hasVoice(channel)) throw tx.fail("NotAVoiceChannel");
  assertChannelPermission(tx, access, "Connect");
  if (nodes.length === 0) throw tx.fail("LiveKitUnavailable");
  await assertRoom(tx, access, userId);
  const call = await findCall(tx, channel._id);
  const node = (call && findNode(tx.services, call.node)) ?? chooseNode(nodes, body.node);
  if (!node) throw tx.fail("UnknownNode");
  const states = await listStatesOf(tx, userId);
  const left = body.force_disconnect ? await leaveCalls(tx, states) : [];
  const isConnected = bot ? states.some(({ channel_id }) => channel_id === channel._id) : states.length > 0;
  if (!body.force_disconnect && isConnected) throw tx.fail("AlreadyConnected");

  const user = await findUser(tx, userId);
  if (!user) throw tx.fail("NotFound");
  const serverId = channel.channel_type === "TextChannel" ? channel.server : null;
  const grants = voiceGrants(permissions, limitTier(userId, clock.now(), config));
  await openCall(tx, { channel_id: channel._id, server_id: serverId, node: node.name });
  await putJoin(tx, {
    channel_id: channel._id,
    user_id: userId,
    session_id: sessionId ?? null,
    ...toGrantColumns(grants),
    recipients: body.recipients?.length ? JSON.stringify(body.recipients) : null,
    moved_from: null,
  });
  return { node, channelId: channel._id, serverId, user, grants, left };
}

/** Users who hold a token count as participants, so that a full call cannot be joined by several users at once. */
async function assertRoom(tx: JoinTx, access: ChannelAccess, userId: string): Promise<void> {
  const { channel } = access;
  const max = channel.channel_type === "TextChannel" ? channel.voice?.max_users : undefined;
  if (max === undefined || holdsChannelPermission(access, "ManageChannel")) return;
  const participants = (await listStates(tx, [channel._id])).map(({ state }) => state.user_id);
  const others = new Set([...participants, ...(await listPendingJoins(tx, channel._id))]);
  others.delete(userId);
  if (others.size >= max) throw tx.fail("CannotJoinCall");
}

/** Forgets a join that failed, so that the next one may choose another node. */
async function withdrawJoin(tx: JoinTx, channelId: string, userId: string): Promise<void> {
  await takeJoin(tx, channelId, userId);
  const isUsed = (await listStates(tx, [channelId])).length + (await listPendingJoins(tx, channelId)).length;
  if (isUsed === 0) await deleteCall(tx, channelId);
}

async function leaveCalls(tx: JoinTx, states: readonly VoiceStateRow[]): Promise<PlannedJoin["left"]> {
  return await Promise.all(
    states.map(async ({ channel_id }) => {
      const call = await findCall(tx, channel_id);
      return { channelId: channel_id, node: call && findNode(tx.services, call.node) };
    }),
  );
}
