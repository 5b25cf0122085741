import type { ChannelOverrides } from "../../../permissions/servers.ts";
import type { TextChannel } from "../../channels/index.ts";

/** What a channel changes in the permissions that one has in its server. */
export function overridesOf({
  default_permissions,
  role_permissions,
}: Pick<TextChannel, "default_permissions" | "role_permissions">): ChannelOverrides {
  return { default: default_permissions, roles: role_permissions };
}
