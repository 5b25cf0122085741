/** What other domains and the interpreters may use of voice. */
export { mayConnect } from "./actions/may-connect.ts";
export { assertMayMove, moveMember } from "./actions/move-member.ts";
export { VoiceJoined, VoiceMoveRequested } from "./events.ts";
export { listCallsIn } from "./store/states.ts";
