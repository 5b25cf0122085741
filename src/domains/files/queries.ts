import { domainQuery } from "../../declare/domain-query.ts";

export const BotOwnerOf = domainQuery<{ readonly userId: string }, string | undefined>({
  name: "bot owner of",
  doc: "The owner of a user who is a bot.",
});
