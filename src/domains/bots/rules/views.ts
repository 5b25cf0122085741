import type { Services } from "../../../declare/services.ts";
import type { File } from "../../../protocol/file.ts";
import type { UserRow } from "../../users/index.ts";
import type { Bot, PublicBot } from "../model.ts";
import type { BotRow } from "../tables.ts";
import { readToken } from "./tokens.ts";

/** For the owner only: it contains the token. */
export function botView(row: BotRow, services: Pick<Services, "vault">): Bot {
  return {
    _id: row.id,
    owner: row.owner_id,
    token: readToken(services, row),
    public: row.public === 1,
    ...(row.analytics === 1 && { analytics: true }),
    ...(row.discoverable === 1 && { discoverable: true }),
    ...(row.interactions_url !== null && { interactions_url: row.interactions_url }),
    ...(row.terms_of_service_url !== null && { terms_of_service_url: row.terms_of_service_url }),
    ...(row.privacy_policy_url !== null && { privacy_policy_url: row.privacy_policy_url }),
    ...(row.flags !== 0 && { flags: row.flags }),
    ...askedPermissions(row),
  };
}

function askedPermissions({ default_permissions }: Pick<BotRow, "default_permissions">) {
  return default_permissions === null ? {} : { default_permissions };
}

export function publicBotView(
  { id, username, avatar, profile_content }: UserRow,
  bot: Pick<BotRow, "default_permissions">,
): PublicBot {
  return {
    _id: id,
    username,
    ...(avatar !== null && { avatar: (JSON.parse(avatar) as File)._id }),
    ...(profile_content && { description: profile_content }),
    ...askedPermissions(bot),
  };
}
