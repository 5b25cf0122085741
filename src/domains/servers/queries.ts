import { domainQuery } from "../../store/domain-query.ts";
import type { Emoji } from "./model.ts";

export const EmojisOf = domainQuery<string, readonly Emoji[]>({
  name: "emojis of",
  doc: "Which custom emoji does this server have?",
});
