import type { Config } from "../../../config/schema.ts";
import { timeOfId } from "../../../platform/ids/ids.ts";

const hour = 3_600_000;

/** The limits of a user, which are lower for new accounts. */
export function limitTier(
  userId: string,
  now: number,
  { limits }: Pick<Config, "limits">,
): Config["limits"]["default"] {
  const isNew = now - timeOfId(userId) <= limits.global.new_user_hours * hour;
  return isNew ? limits.new_user : limits.default;
}
