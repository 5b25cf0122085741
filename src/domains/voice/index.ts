/** What the interpreters may use of voice. */
export { mayConnect } from "./actions/may-connect.ts";
export { VoiceJoined } from "./events.ts";
