/** What other domains and the interpreters may use of channels. */
export { Channel, ChannelField, Override, PartialChannel } from "./model.ts";
