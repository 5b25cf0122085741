import { domainQuery } from "../../declare/domain-query.ts";

/** The owner of a user who is a bot. Not a call: users are above files, because their avatars are files. */
export const BotOwnerOf = domainQuery<{ readonly userId: string }, string | undefined>("BotOwnerOf");
