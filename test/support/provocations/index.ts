import { accountProvocations } from "./accounts.ts";
import { auditProvocations } from "./audit.ts";
import { channelProvocations } from "./channels.ts";
import { conversationProvocations } from "./conversations.ts";
import { emojiProvocations } from "./emojis.ts";
import { memberProvocations } from "./members.ts";
import { profileProvocations } from "./profiles.ts";
import { relationshipProvocations } from "./relationships.ts";
import { roleProvocations } from "./roles.ts";
import { serverInviteProvocations } from "./server-invites.ts";
import { serverProvocations } from "./servers.ts";
import { sessionProvocations } from "./sessions.ts";
import type { Provocations } from "./stage.ts";
import { syncProvocations } from "./sync.ts";
import { userProvocations } from "./users.ts";

/** For every error that a route declares, a way to get it. */
export const provocations: Provocations = {
  ...accountProvocations,
  ...sessionProvocations,
  ...userProvocations,
  ...relationshipProvocations,
  ...profileProvocations,
  ...conversationProvocations,
  ...syncProvocations,
  ...memberProvocations,
  ...roleProvocations,
  ...channelProvocations,
  ...serverInviteProvocations,
  ...serverProvocations,
  ...emojiProvocations,
  ...auditProvocations,
};
