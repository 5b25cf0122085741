import { accountSamples } from "./accounts.ts";
import { acknowledgeSamples } from "./ack.ts";
import { botSamples } from "./bots.ts";
import { channelSamples } from "./channels.ts";
import { conversationSamples } from "./conversations.ts";
import { emojiSamples } from "./emojis.ts";
import { groupSamples } from "./groups.ts";
import { memberSamples } from "./members.ts";
import { messageEditSamples } from "./message-edits.ts";
import { messageSamples } from "./messages.ts";
import { mfaSamples } from "./mfa.ts";
import { profileSamples } from "./profiles.ts";
import { reactionSamples } from "./reactions.ts";
import { readingSamples } from "./reading.ts";
import { relationshipSamples } from "./relationships.ts";
import { reportSamples } from "./reports.ts";
import { roleSamples } from "./roles.ts";
import type { Samples } from "./sample.ts";
import { serverInviteSamples } from "./server-invites.ts";
import { serverSamples } from "./servers.ts";
import { serviceSamples } from "./service.ts";
import { sessionSamples } from "./sessions.ts";
import { syncSamples } from "./sync.ts";
import { userSamples } from "./users.ts";
import { voiceSamples } from "./voice.ts";
import { webhookSamples } from "./webhooks.ts";

/** One sample for every operation that this server implements. */
export const samples: Samples = {
  ...serviceSamples,
  ...accountSamples,
  ...sessionSamples,
  ...mfaSamples,
  ...userSamples,
  ...relationshipSamples,
  ...profileSamples,
  ...conversationSamples,
  ...syncSamples,
  ...acknowledgeSamples,
  ...memberSamples,
  ...roleSamples,
  ...channelSamples,
  ...messageSamples,
  ...readingSamples,
  ...messageEditSamples,
  ...reactionSamples,
  ...groupSamples,
  ...serverInviteSamples,
  ...serverSamples,
  ...emojiSamples,
  ...voiceSamples,
  ...webhookSamples,
  ...botSamples,
  ...reportSamples,
};
