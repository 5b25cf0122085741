import { question } from "../../declare/question.ts";
import type { Emoji } from "./model.ts";

export const EmojisOf = question<string, readonly Emoji[]>({
  name: "emojis of",
  doc: "Which custom emoji does this server have?",
});
