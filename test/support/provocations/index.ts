import { accountProvocations } from "./accounts.ts";
import { acknowledgeProvocations } from "./ack.ts";
import { auditProvocations } from "./audit.ts";
import { botProvocations } from "./bots.ts";
import { channelProvocations } from "./channels.ts";
import { conversationProvocations } from "./conversations.ts";
import { emojiProvocations } from "./emojis.ts";
import { groupProvocations } from "./groups.ts";
import { memberProvocations } from "./members.ts";
import { messageEditProvocations } from "./message-edits.ts";
import { messageProvocations } from "./messages.ts";
import { profileProvocations } from "./profiles.ts";
import { reactionProvocations } from "./reactions.ts";
import { readingProvocations } from "./reading.ts";
import { relationshipProvocations } from "./relationships.ts";
import { reportProvocations } from "./reports.ts";
import { roleProvocations } from "./roles.ts";
import { serverInviteProvocations } from "./server-invites.ts";
import { serverProvocations } from "./servers.ts";
import { sessionProvocations } from "./sessions.ts";
import type { Provocations } from "./stage.ts";
import { syncProvocations } from "./sync.ts";
import { userProvocations } from "./users.ts";
import { webhookProvocations } from "./webhooks.ts";

/** For every error that a route declares, a way to get it. */
export const provocations: Provocations = {
  ...accountProvocations,
  ...sessionProvocations,
  ...userProvocations,
  ...relationshipProvocations,
  ...profileProvocations,
  ...conversationProvocations,
  ...syncProvocations,
  ...acknowledgeProvocations,
  ...memberProvocations,
  ...roleProvocations,
  ...channelProvocations,
  ...messageProvocations,
  ...readingProvocations,
  ...messageEditProvocations,
  ...reactionProvocations,
  ...groupProvocations,
  ...serverInviteProvocations,
  ...serverProvocations,
  ...emojiProvocations,
  ...auditProvocations,
  ...webhookProvocations,
  ...botProvocations,
  ...reportProvocations,
};
