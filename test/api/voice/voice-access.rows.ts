import type { MatrixFixture } from "../../authorisation/fixture.ts";
import { everybody, members, needing, type Rows, users } from "../../authorisation/row.ts";
import { nodeName } from "../../support/voice/voice-config.ts";

const at = (which: "channel" | "conversation") => (fixture: MatrixFixture) => ({
  params: { target: fixture[which] },
});
const endingRing = (which: "channel" | "conversation") => (fixture: MatrixFixture) => ({
  params: { target: fixture[which], target_user: fixture.people.target.id },
});
const moving = (fixture: MatrixFixture) => ({
  params: { server: fixture.serverId, member: fixture.people.target.id },
  body: { voice_channel: fixture.calls.other },
});

const unconnected = "MissingPermission Connect";
const unmoved = "MissingPermission MoveMembers";

/** Calls: the target is in one of the server, and the owner in their conversation. The voice node does not answer. */
export const accessRows: Rows = {
  voice_join_call: {
    call: ({ calls }) => ({ params: { target: calls.current } }),
    needs: "Connect",
    ...members("LiveKitUnavailable", unconnected, {
      denied: unconnected,
      timedOut: unconnected,
      owner: "AlreadyConnected",
    }),
  },
  "voice_join_call, a channel without voice": { call: at("channel"), ...users("NotAVoiceChannel") },
  "voice_join_call, a conversation": {
    call: at("conversation"),
    ...users(unconnected, { owner: "AlreadyConnected" }),
  },
  voice_stop_ring_stop_ring: {
    call: endingRing("conversation"),
    ...users("NotConnected", { owner: "ok" }),
  },
  "voice_stop_ring_stop_ring, in a server": { call: endingRing("channel"), ...users("NoEffect") },
  voice_raise_hand: {
    call: ({ calls }) => ({ params: { target: calls.current } }),
    ...users("NotConnected"),
  },
  voice_lower_hand: {
    call: ({ calls, people }) => ({ params: { target: calls.current, target_user: people.target.id } }),
    ...needing("MuteMembers"),
  },
  "voice_lower_hand, one's own": {
    call: ({ calls }, { id }) => ({ params: { target: calls.current, target_user: id } }),
    // The caller's id is that of the bot's owner.
    ...users("NotConnected", { bot: "MissingPermission MuteMembers" }),
  },
  voice_notification: {
    call: () => ({ params: { node: nodeName } }),
    ...everybody("NotAuthenticated"),
  },
  "member_edit_edit, moved to another call": {
    call: moving,
    ...needing("MoveMembers", { lower: "NotElevated" }),
  },
  "member_edit_edit, moved to a call that one may not join": {
    call: moving,
    needs: "Connect",
    ...users(unmoved, { denied: unconnected, owner: "ok" }),
  },
  "member_edit_edit, oneself moved": {
    call: ({ serverId, calls }, { id }) => ({
      params: { server: serverId, member: id },
      body: { voice_channel: calls.other },
    }),
    needs: "Connect",
    ...members("NotConnected", "NotFound", {
      denied: unconnected,
      timedOut: unconnected,
      owner: "NotConnected",
      bot: "NotFound",
    }),
  },
  "member_edit_edit, removed from a call": {
    call: ({ serverId, people }) => ({
      params: { server: serverId, member: people.target.id },
      body: { remove: ["VoiceChannel"] },
    }),
    ...needing("MoveMembers", { lower: "NotElevated" }),
  },
};
