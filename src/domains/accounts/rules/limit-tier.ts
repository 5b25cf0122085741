import type { Config } from "../../../config/schema.ts";
import { timeOfId } from "../../../platform/ids.ts";

const hour = 3_600_000;

/** What a user may do depends on how long the user has been here. */
export function limitTier(
  userId: string,
  now: number,
  { limits }: Pick<Config, "limits">,
): Config["limits"]["default"] {
  const isNew = now - timeOfId(userId) <= limits.global.new_user_hours * hour;
  return isNew ? limits.new_user : limits.default;
}
