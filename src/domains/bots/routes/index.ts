export { createBotRoute } from "./create-bot.ts";
export { deleteBotRoute } from "./delete-bot.ts";
export { editBotRoute } from "./edit-bot.ts";
export { fetchBotRoute } from "./fetch-bot.ts";
export { fetchOwnBotsRoute } from "./fetch-own-bots.ts";
export { fetchPublicBotRoute } from "./fetch-public-bot.ts";
export { inviteBotRoute } from "./invite-bot.ts";
