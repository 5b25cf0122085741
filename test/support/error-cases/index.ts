import { accountErrorCases } from "./accounts.ts";
import { acknowledgeErrorCases } from "./ack.ts";
import { adminErrorCases } from "./admin.ts";
import { auditErrorCases } from "./audit.ts";
import { botErrorCases } from "./bots.ts";
import { channelErrorCases } from "./channels.ts";
import { claimErrorCases } from "./claims.ts";
import { conversationErrorCases } from "./conversations.ts";
import { emojiErrorCases } from "./emojis.ts";
import type { ErrorCases } from "./error-case.ts";
import { groupErrorCases } from "./groups.ts";
import { memberErrorCases } from "./members.ts";
import { messageEditErrorCases } from "./message-edits.ts";
import { messageErrorCases } from "./messages.ts";
import { oidcErrorCases } from "./oidc.ts";
import { passkeyErrorCases } from "./passkeys.ts";
import { profileErrorCases } from "./profiles.ts";
import { reactionErrorCases } from "./reactions.ts";
import { readingErrorCases } from "./reading.ts";
import { relationshipErrorCases } from "./relationships.ts";
import { reportErrorCases } from "./reports.ts";
import { roleErrorCases } from "./roles.ts";
import { serverInviteErrorCases } from "./server-invites.ts";
import { serverErrorCases } from "./servers.ts";
import { sessionErrorCases } from "./sessions.ts";
import { setupErrorCases } from "./setup.ts";
import { syncErrorCases } from "./sync.ts";
import { userErrorCases } from "./users.ts";
import { voiceErrorCases } from "./voice.ts";
import { webhookErrorCases } from "./webhooks.ts";

/** One case for every error that a route declares. */
export const errorCases: ErrorCases = {
  ...accountErrorCases,
  ...sessionErrorCases,
  ...oidcErrorCases,
  ...claimErrorCases,
  ...passkeyErrorCases,
  ...setupErrorCases,
  ...userErrorCases,
  ...relationshipErrorCases,
  ...profileErrorCases,
  ...conversationErrorCases,
  ...syncErrorCases,
  ...acknowledgeErrorCases,
  ...memberErrorCases,
  ...roleErrorCases,
  ...channelErrorCases,
  ...voiceErrorCases,
  ...messageErrorCases,
  ...readingErrorCases,
  ...messageEditErrorCases,
  ...reactionErrorCases,
  ...groupErrorCases,
  ...serverInviteErrorCases,
  ...serverErrorCases,
  ...emojiErrorCases,
  ...auditErrorCases,
  ...webhookErrorCases,
  ...botErrorCases,
  ...reportErrorCases,
  ...adminErrorCases,
};
