import type { Services } from "../../../declare/services.ts";
import type { BotEdit } from "../model.ts";
import type { BotRow } from "../tables.ts";
import { newToken } from "./tokens.ts";

/** The row of a new bot: private, with a token, and nothing else set. */
export function newBotRow(
  services: Pick<Services, "vault">,
  { id, owner_id }: Pick<BotRow, "id" | "owner_id">,
): BotRow {
  return {
    id,
    owner_id,
    ...newToken(services, id),
    public: 0,
    analytics: 0,
    discoverable: 0,
    interactions_url: null,
    terms_of_service_url: null,
    privacy_policy_url: null,
    flags: 0,
    default_permissions: null,
  };
}

/** The columns that an edit changes, apart from the token. Fields are emptied before others are set. */
export function planBotEdit({
  public: isPublic,
  analytics,
  interactions_url: url,
  default_permissions,
  remove,
}: BotEdit): Partial<BotRow> {
  return {
    ...(remove?.includes("InteractionsURL") && { interactions_url: null }),
    ...(isPublic !== undefined && { public: Number(isPublic) }),
    ...(analytics !== undefined && { analytics: Number(analytics) }),
    ...(url !== undefined && { interactions_url: url }),
    ...(default_permissions !== undefined && { default_permissions }),
  };
}
