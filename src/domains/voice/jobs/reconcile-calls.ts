import Type from "typebox";
import { type JobContext, job } from "../../../declare/job.ts";
import type { Reader } from "../../../declare/tx.ts";
import type { VoiceNode } from "../../../platform/voice/port.ts";
import { findChannel } from "../../channels/index.ts";
import { notificationMs } from "../actions/apply-notification.ts";
import { enforceGrants } from "../actions/enforce-grants.ts";
import { voiceNodes } from "../actions/find-node.ts";
import { dropCall } from "../actions/participants.ts";
import { reconcileCall } from "../actions/reconcile-call.ts";
import { deleteNotifications, findCall, listCallsElsewhere, listCallsOn } from "../store/calls.ts";
import { deleteExpiredJoins } from "../store/joins.ts";
import { endSilence, findSilence, recordSilence } from "../store/silent-nodes.ts";
import type { VoiceCallRow } from "../tables.ts";

/** A node that has not answered for this long is assumed to have lost its calls. */
const lostNodeMs = 30_000;

/**
 * Notifications are lost when either side is down, and LiveKit sends none when a track is muted. So the calls are
 * compared with the rooms at intervals, and after a restart. The job never fails: a failed one would run less often.
 */
export const reconcileCalls = job({
  name: "reconcile_calls",
  doc: "Brings calls and participants in step with the rooms of the voice nodes.",
  payload: Type.Null(),
  attempts: 1,
  everyMs: 5_000,
  async run(context) {
    const nodes = voiceNodes(context.services);
    await Promise.all(nodes.map((node) => reconcileNode(context, node)));
    const names = nodes.map(({ name }) => name);
    await dropCalls(context, await context.read((db) => listCallsElsewhere(db, names)));
  },
});

async function reconcileNode(context: JobContext, node: VoiceNode): Promise<void> {
  const { services, read, write } = context;
  try {
    await compareRooms(context, node);
  } catch (error) {
    const now = services.clock.now();
    const since = await write((tx) => recordSilence(tx, node.name, { now, forgetAfterMs: lostNodeMs }));
    if (since === now)
      services.log.warn({ err: error, node: node.name }, "the calls of a voice node were not compared");
    else if (now - since >= lostNodeMs)
      await dropCalls(context, await read((db) => listCallsOn(db, node.name)));
  }
}

async function compareRooms(context: JobContext, node: VoiceNode): Promise<void> {
  const { services, read, write } = context;
  const calls = (await read((db) => listCallsOn(db, node.name))).map(({ channel_id }) => channel_id);
  // Participants who join after this moment may be missing in the lists.
  const seenAt = services.clock.now();
  const rooms = await node.listRooms();
  if (await read((db) => findSilence(db, node.name))) await write((tx) => endSilence(tx, node.name));
  for (const channelId of new Set([...rooms, ...calls])) {
    if (!calls.includes(channelId) && !(await read((db) => mayBegin(db, channelId)))) continue;
    const present = rooms.includes(channelId) ? await node.listParticipants(channelId) : [];
    await reconcileCall(context, { node: node.name, channelId, present, seenAt });
    await enforceGrants(context, node, channelId);
  }
}

/** Whether a room that belongs to no call of the node is one nevertheless; other programs may use the node too. */
async function mayBegin(db: Reader, room: string): Promise<boolean> {
  return (await findChannel(db, room)) !== undefined && (await findCall(db, room)) === undefined;
}

async function dropCalls({ write }: JobContext, calls: readonly VoiceCallRow[]): Promise<void> {
  for (const { channel_id } of calls) await write((tx) => dropCall(tx, channel_id));
}

export const sweepVoice = job({
  name: "sweep_voice",
  doc: "Forgets tokens and notifications that have expired.",
  payload: Type.Null(),
  attempts: 1,
  everyMs: 600_000,
  async run({ services, write }) {
    const now = services.clock.now();
    await write(async (tx) => {
      await deleteNotifications(tx, now - 2 * notificationMs);
      await deleteExpiredJoins(tx, now);
    });
  },
});
