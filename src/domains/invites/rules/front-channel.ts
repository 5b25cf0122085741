import { canViewChannel } from "../../../permissions/servers.ts";
import { overridesOf, type TextChannel } from "../../conversations/index.ts";
import type { ServerRow } from "../../servers/index.ts";

/** By which of its channels a server shows itself: the first that whoever joins will see, else the first. */
export function frontChannel(
  { default_permissions: defaultPermissions }: Pick<ServerRow, "default_permissions">,
  channels: readonly TextChannel[],
): TextChannel | undefined {
  const newcomer = {
    privileged: false,
    owner: false,
    member: { timeoutUntil: null, canPublish: true, canReceive: true },
    defaultPermissions,
    roles: [],
  };
  return channels.find((channel) => canViewChannel(newcomer, overridesOf(channel))) ?? channels[0];
}
