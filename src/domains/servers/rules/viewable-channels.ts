import type { ServerScene } from "../../../declare/view-change.ts";
import { inOrder, maySeeChannel, type ServerStanding } from "../../../permissions/servers.ts";
import { overridesOf, type TextChannel } from "../../channels/index.ts";
import type { MemberWithRoles } from "./views.ts";

export interface Membership {
  readonly scene: ServerScene;
  readonly channels: readonly TextChannel[];
  readonly member: MemberWithRoles;
}

/** Of the channels of a server, those that a member can view. */
export function viewableChannels(
  { scene, channels, member }: Membership,
  privileged: boolean,
): TextChannel[] {
  const standing: ServerStanding = {
    privileged,
    owner: scene.owner === member.user_id,
    member: {
      timeoutUntil: member.timeout_until,
      canPublish: member.can_publish === 1,
      canReceive: member.can_receive === 1,
    },
    defaultPermissions: scene.defaultPermissions,
    roles: inOrder(scene.roles.filter(({ id }) => member.roles.includes(id))),
  };
  return channels.filter((channel) => maySeeChannel(standing, overridesOf(channel)));
}
