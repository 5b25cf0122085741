/** What the interpreters may use of voice. */
export { VoiceJoined } from "./events.ts";
