import { byAscendingRank, canViewChannel, type MembershipContext } from "../../../permissions/servers.ts";
import type { ServerVisibilityData } from "../../../protocol/view-change.ts";
import { overridesOf, type TextChannel } from "../../conversations/index.ts";
import type { MemberWithRoles } from "./views.ts";

export interface MembershipWithChannels {
  readonly visibility: ServerVisibilityData;
  readonly channels: readonly TextChannel[];
  readonly member: MemberWithRoles;
}

/** Of the channels of a server, those that a member can view. */
export function viewableChannels(
  { visibility, channels, member }: MembershipWithChannels,
  privileged: boolean,
): TextChannel[] {
  const standing: MembershipContext = {
    privileged,
    owner: visibility.owner === member.user_id,
    member: {
      timeoutUntil: member.timeout_until,
      canPublish: member.can_publish === 1,
      canReceive: member.can_receive === 1,
    },
    defaultPermissions: visibility.defaultPermissions,
    roles: byAscendingRank(visibility.roles.filter(({ id }) => member.roles.includes(id))),
  };
  return channels.filter((channel) => canViewChannel(standing, overridesOf(channel)));
}
