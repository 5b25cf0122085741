import { accountSamples } from "./accounts.ts";
import { channelSamples } from "./channels.ts";
import { conversationSamples } from "./conversations.ts";
import { emojiSamples } from "./emojis.ts";
import { memberSamples } from "./members.ts";
import { mfaSamples } from "./mfa.ts";
import { profileSamples } from "./profiles.ts";
import { relationshipSamples } from "./relationships.ts";
import { roleSamples } from "./roles.ts";
import type { Samples } from "./sample.ts";
import { serverInviteSamples } from "./server-invites.ts";
import { serverSamples } from "./servers.ts";
import { serviceSamples } from "./service.ts";
import { sessionSamples } from "./sessions.ts";
import { syncSamples } from "./sync.ts";
import { userSamples } from "./users.ts";

/** One for every operation that this server has. */
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
  ...memberSamples,
  ...roleSamples,
  ...channelSamples,
  ...serverInviteSamples,
  ...serverSamples,
  ...emojiSamples,
};
