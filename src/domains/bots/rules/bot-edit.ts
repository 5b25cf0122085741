import type { BotEdit } from "../model.ts";
import type { BotRow } from "../tables.ts";

/** What an edit changes of a row, beside the token. Fields are emptied before others are set. */
export function planBotEdit({
  public: isPublic,
  analytics,
  interactions_url: url,
  remove,
}: BotEdit): Partial<BotRow> {
  return {
    ...(remove?.includes("InteractionsURL") && { interactions_url: null }),
    ...(isPublic !== undefined && { public: Number(isPublic) }),
    ...(analytics !== undefined && { analytics: Number(analytics) }),
    ...(url !== undefined && { interactions_url: url }),
  };
}
