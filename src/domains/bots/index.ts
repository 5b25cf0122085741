/** What other domains and the interpreters may use of bots. */
export { sealBotToken } from "./rules/tokens.ts";
export { listBotsAfter, searchBots } from "./store/all-bots.ts";
export { findBotByDigest } from "./store/bots.ts";
export type { BotsTables } from "./tables.ts";
