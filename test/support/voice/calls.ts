import { addParticipant, removeParticipant } from "../../../src/domains/voice/actions/participants.ts";
import { putJoin } from "../../../src/domains/voice/store/joins.ts";
import { findState } from "../../../src/domains/voice/store/states.ts";
import type { TestServer } from "../server/server.ts";
import { nodeName } from "./voice-config.ts";

type Server = Pick<TestServer, "running" | "clock">;
type Identified = { readonly id: string };

/** Adds a participant to the call of a channel, as if the voice node had reported their arrival. */
export async function enterCall(
  { running, clock }: Server,
  channelId: string,
  { id: identity }: Identified,
): Promise<void> {
  const participant = { sid: `PA_${running.services.ids.next()}`, identity, joinedAt: clock.now() };
  await running.store.write((tx) => addParticipant(tx, { node: nodeName, channelId }, participant));
}

/** Removes a participant, as if the voice node had reported their departure. */
export async function exitCall(
  { running }: Pick<TestServer, "running">,
  channelId: string,
  { id: identity }: Identified,
): Promise<void> {
  await running.store.write(async (tx) => {
    const found = await findState(tx, channelId, identity);
    if (found) await removeParticipant(tx, channelId, { sid: found.state.sid, identity });
  });
}

/** Lets a participant arrive in another call, to which a moderator has moved them. */
export async function arriveByMove(
  server: Server,
  { from, to, user }: { from: string; to: string; user: Identified },
): Promise<void> {
  const grants = { can_subscribe: 1, sources: "" };
  const move = { channel_id: to, user_id: user.id, session_id: null, recipients: null, moved_from: from };
  await server.running.store.write((tx) => putJoin(tx, { ...move, ...grants }));
  await enterCall(server, to, user);
}

/** Creates a channel with voice and returns its id. */
export async function newVoiceChannel(
  { client }: Pick<TestServer, "client">,
  { serverId, by, voice = {} }: { serverId: string; by: { token: string }; voice?: object },
): Promise<string> {
  const { body } = await client.post(`/servers/${serverId}/channels`, { name: "Call", voice }, by);
  return body._id;
}
