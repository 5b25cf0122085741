import type { Services } from "../../../store/services.ts";
import type { BotRow } from "../tables.ts";
import { newToken } from "./tokens.ts";

/** A row for a bot that nobody but its owner may invite, and of which nothing else is set yet. */
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
  };
}
